// A project's accounts, and corrections of their balances.
import type { Actor } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import {
  approveCorrection,
  type CorrectionRow,
  LIMIT_CURRENCY,
  listCorrections,
  refuseCorrection,
  requestCorrection,
} from '../../corrections/corrections.ts';
import { hasSecondPerson, personOf } from '../../corrections/people.ts';
import { loadProject, type Project } from '../../projects/project.ts';
import { statementEnds } from '../../transactions/filter.ts';
import { listTransactions, readPositions } from '../../transactions/list.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf, PAGE, pageOf, requestedPage, shownPage } from '../present.ts';
import { findAmountProblems, readRequestedAmount } from '../read-input.ts';
import type { accountsOperations, CORRECTION_DECIDERS } from './contract.ts';

type Operations = typeof accountsOperations;

export const accountsHandlers: HandlersOf<Operations> = {
  async 'accounts.list'(app, { project }) {
    return (await readPositions(app.db, project)).map(({ currency, ...amounts }) => {
      const shown = (amount: bigint) => moneyOf(app, amount, currency).amount;
      return {
        currency,
        balance: shown(amounts.balance),
        available: shown(amounts.balance - amounts.held),
        held: shown(amounts.held),
        arriving: shown(amounts.arriving),
        leaving: shown(amounts.leaving),
      };
    });
  },
  async 'accounts.statement'(app, { project, currency, from, to, after, limit = PAGE }) {
    const { rows, hasMore } = await listTransactions(app, await projectOf(app, project), {
      currency,
      booked_at_from: from,
      booked_at_to: to,
      order_by: 'booked_at',
      limit,
      starting_after: after,
    });
    const span = { from: from ?? null, to: to ?? null };
    const ends = await statementEnds(app.db, { projectId: project, currency }, span);
    return {
      currency,
      opening: moneyOf(app, ends.opening, currency).amount,
      closing: moneyOf(app, ends.closing, currency).amount,
      ...pageOf({ rows, hasMore }, (row) => ({ ...row, type: row.reference_type })),
    };
  },
  'accounts.credit': withProblems<Operations['accounts.credit']>(
    async (app, input, { objectId, actor }) => {
      const outcome = await correct(app, { ...input, objectId, actor }, 1n);
      return { ...outcome, credited: outcome.money };
    },
    findAmountProblems,
  ),
  'accounts.debit': withProblems<Operations['accounts.debit']>(
    async (app, input, { objectId, actor }) => {
      const outcome = await correct(app, { ...input, objectId, actor }, -1n);
      return { ...outcome, debited: outcome.money };
    },
    findAmountProblems,
  ),
  async 'corrections.list'(app, { project, status, ...input }) {
    const requested = {
      projectId: project ?? null,
      status: status ?? null,
      ...requestedPage(input),
    };
    return shownPage(await listCorrections(app.db, requested), (row) => shown(app, row));
  },
  async 'corrections.approve'(app, { correction_id }, { actor }) {
    const row = await approveCorrection(app, correction_id, personOf(actor));
    return { ...row, ...amountOf(app, row) };
  },
  async 'corrections.reject'(app, { correction_id: id, reason }, { actor }) {
    return refuseCorrection(app, { id, reason }, personOf(actor));
  },
};

interface Correction {
  readonly project: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly objectId: string | undefined;
  readonly actor: Actor;
}

/** `money`: the amount posted. Null when a second person must decide first, or has rejected it. */
async function correct(app: OperatorApp, input: Correction, sign: 1n | -1n) {
  const { project: projectId, currency, reason, objectId, actor } = input;
  const amount = readRequestedAmount(app, input);
  const correction = { id: objectId, projectId, currency, amount: amount * sign, reason };
  const by = personOf(actor);
  const { id, status } = await requestCorrection(app, correction, by);
  const isBooked = status === 'booked' || status === 'approved';
  const money = isBooked ? moneyOf(app, amount, currency) : null;
  return { id, project_id: projectId, status, money, decider: await deciderOf() };

  async function deciderOf(): Promise<(typeof CORRECTION_DECIDERS)[number] | null> {
    if (status !== 'requested') return null;
    return (await hasSecondPerson(app.db, projectId, by)) ? 'second_person' : 'nobody';
  }
}

async function projectOf(app: OperatorApp, id: string): Promise<Project> {
  return defined(await loadProject(app.db, id), 'it was found by its name or id');
}

function shown(app: OperatorApp, row: CorrectionRow) {
  const { value_eur: value } = row;
  return {
    ...row,
    ...amountOf(app, row),
    value: value === null ? null : moneyOf(app, value, LIMIT_CURRENCY),
    requested_by: row.requested_by_name,
    decided_by: row.decided_by_name,
  };
}

function amountOf(app: OperatorApp, { amount, currency }: CorrectionRow) {
  const isCredit = amount > 0n;
  const type = isCredit ? ('credit' as const) : ('debit' as const);
  return { type, amount: moneyOf(app, isCredit ? amount : -amount, currency) };
}
