// A project's accounts: reading and adjusting them as the operator.
import type { Actor } from '../../contract/operator/operation.ts';
import { defined } from '../../core/assert.ts';
import { requestCorrection } from '../../corrections/corrections.ts';
import { hasSecondPerson, personOf } from '../../corrections/people.ts';
import { loadProject, type Project } from '../../projects/project.ts';
import { statementEnds } from '../../transactions/filter.ts';
import { listTransactions, type PresentedTransaction } from '../../transactions/list.ts';
import { readPositions } from '../../transactions/positions.ts';
import type { CORRECTION_DECIDERS } from '../corrections/contract.ts';
import { type HandlersOf, type OperatorApp, withProblems } from '../operator.ts';
import { moneyOf, PAGE, pageOf } from '../present.ts';
import { findAmountProblems, readRequestedAmount } from '../read-input.ts';
import type { accountsOperations } from './contract.ts';

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
      ...pageOf({ rows, hasMore }, lineOf),
    };
  },
  'accounts.credit': withProblems<Operations['accounts.credit']>(
    async (app, input, { objectId, actor }) => {
      const { money, ...outcome } = await correct(app, { ...input, objectId, actor }, 1n);
      return { ...outcome, credited: money };
    },
    findAmountProblems,
  ),
  'accounts.debit': withProblems<Operations['accounts.debit']>(
    async (app, input, { objectId, actor }) => {
      const { money, ...outcome } = await correct(app, { ...input, objectId, actor }, -1n);
      return { ...outcome, debited: money };
    },
    findAmountProblems,
  ),
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

function lineOf(row: PresentedTransaction) {
  return {
    id: row.id,
    booked_at: row.booked_at,
    type: row.reference_type,
    status: row.status,
    amount: row.amount,
    balance: row.balance,
    fee: row.fee,
    reference_id: row.reference_id,
    description: row.description,
  };
}
