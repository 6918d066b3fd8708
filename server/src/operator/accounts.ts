// Accounts of a project, as the operator reads and corrects them.
import type { accountsOperations } from '../contract/operator/accounts.ts';
import { known } from '../core/assert.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { listAccounts } from '../transactions/accounts.ts';
import { adjustAccount } from '../transactions/adjust.ts';
import { listTransactions, type PresentedTransaction } from '../transactions/list.ts';
import { type HandlersOf, type OperatorApp, withProblems } from './operator.ts';
import { moneyOf } from './present.ts';
import { amountGiven, findAmountProblems } from './read-given.ts';

type Operations = typeof accountsOperations;

const PAGE = 200;

export const accountsHandlers: HandlersOf<Operations> = {
  async 'accounts.list'(app, { project }) {
    const { rows } = await listAccounts(app, await projectOf(app, project));
    return rows.map(({ currency, balance, available }) => ({ currency, balance, available }));
  },
  async 'accounts.statement'(app, { project, currency, from, to }) {
    const requested = { currency, booked_at_from: from, booked_at_to: to };
    return (await readAll(app, await projectOf(app, project), requested)).map(lineOf);
  },
  'accounts.credit': withProblems<Operations['accounts.credit']>(async (app, input) => {
    const { id, amount } = await adjust(app, input, 1n);
    const { project: project_id, currency } = input;
    return { id, project_id, credited: moneyOf(app, amount, currency) };
  }, findAmountProblems),
  'accounts.debit': withProblems<Operations['accounts.debit']>(async (app, input) => {
    const { id, amount } = await adjust(app, input, -1n);
    const { project: project_id, currency } = input;
    return { id, project_id, debited: moneyOf(app, amount, currency) };
  }, findAmountProblems),
};

interface Correction {
  readonly project: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
}

async function adjust(app: OperatorApp, input: Correction, sign: 1n | -1n) {
  const { project: projectId, currency, reason } = input;
  const amount = amountGiven(app, input);
  const id = await adjustAccount(app, { projectId, currency, amount: amount * sign, reason });
  return { id, amount };
}

async function projectOf(app: OperatorApp, id: string): Promise<Project> {
  return known(await loadProject(app.db, id), 'it was found by its name or id');
}

type Requested = Parameters<typeof listTransactions>[2];

async function readAll(
  app: OperatorApp,
  project: Project,
  requested: Requested,
): Promise<PresentedTransaction[]> {
  const rows: PresentedTransaction[] = [];
  for (let after: string | undefined; ; ) {
    const page = { limit: PAGE, starting_after: after, order_by: 'booked_at' as const };
    const { rows: next, hasMore } = await listTransactions(app, project, { ...requested, ...page });
    rows.push(...next);
    if (!hasMore) return rows.reverse();
    after = next.at(-1)?.id;
  }
}

function lineOf(row: PresentedTransaction) {
  return {
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
