// Carries out creations and commits of withdrawals, as many of one project as wait, in one transaction: the
// ledger's lock, what is there, the decision, and one statement for each table. Each step has its own outcome.
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import type { Tx } from '../db/database.ts';
import { endHolds, hold, type NewHold } from '../ledger/hold.ts';
import { lockLedger } from '../ledger/post.ts';
import { openJudge } from '../policy/judge.ts';
import { batched } from '../workers/batcher.ts';
import { debitWithdrawals } from './debit.ts';
import {
  type Decided,
  decideSteps,
  type Outcome,
  type Step,
  type StepFacts,
} from './decide-steps.ts';
import { attemptOf, journalRefusals } from './judge.ts';
import { findForSteps, insertWithdrawals, storeCommits } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

const BATCH_MAX = 64;

const takeBatched = batched<Step, Outcome>({
  batchMax: BATCH_MAX,
  write: (app, projectId, steps) =>
    app.db.transaction((tx) => takeSteps(tx, app, { projectId, steps })),
});

/** Waits for its turn in the project's next batch. Throws the refusal of the step. */
export async function takeStep(app: App, projectId: string, step: Step): Promise<WithdrawalRow> {
  const outcome = await takeBatched(app, projectId, step);
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** One outcome for each step, in order. */
async function takeSteps(
  tx: Tx,
  app: App,
  batch: { projectId: string; steps: readonly Step[] },
): Promise<readonly Outcome[]> {
  const { projectId, steps } = batch;
  const decided = decideSteps(steps, await gather(tx, app, batch));
  await write(tx, app, { projectId, decided });
  return decided.outcomes;
}

/** Sent together; the searches still run, and see what is stored, only when the lock is held. */
async function gather(
  tx: Tx,
  app: App,
  { projectId, steps }: { projectId: string; steps: readonly Step[] },
): Promise<StepFacts> {
  const created = steps.flatMap((step) => (step.kind === 'create' ? [step.row] : []));
  const ids = steps.map((step) => (step.kind === 'create' ? step.row.id : step.id));
  const customIds = created.flatMap((row) => (row.custom_id === null ? [] : [row.custom_id]));
  const [, rows, accounts, judge] = await Promise.all([
    lockLedger(tx, projectId),
    findForSteps(tx, projectId, { ids, customIds }),
    tx.query<{ currency: string; available: bigint }>(
      `select currency, balance - held as available from ledger_accounts
       where project_id = $1 and kind = 'available' and currency = any($2::text[])`,
      [projectId, [...new Set(created.map((row) => row.charged_currency))]],
    ),
    openJudge(tx, app, { projectId, attempts: created.map(attemptOf) }),
  ]);
  return {
    rows: new Map(rows.filter((row) => ids.includes(row.id)).map((row) => [row.id, row])),
    customIds: new Set(rows.flatMap(referenceOf)),
    available: new Map(accounts.map((account) => [account.currency, account.available])),
    now: new Date(app.clock.now()),
    judge,
  };
}

/** The custom_id that it keeps others from using: one that was never committed in its window no longer does. */
function referenceOf({ custom_id, status, committed_at }: WithdrawalRow): string[] {
  const isOver = status === 'cancelled' && committed_at === null;
  return custom_id === null || isOver ? [] : [custom_id];
}

async function write(
  tx: Tx,
  app: App,
  { projectId, decided }: { projectId: string; decided: Decided },
): Promise<void> {
  const { created, committed, refused } = decided;
  const now = new Date(app.clock.now());
  const isDebited = (row: WithdrawalRow) => row.committed_at !== null;
  const held = created.filter((row) => !isDebited(row));
  // In this order: what was held is free again before it is posted away.
  const [, , , ended] = await Promise.all([
    insertWithdrawals(tx, created),
    storeCommits(tx, committed),
    hold(tx, projectId, { holds: held.map(holdOf), now }),
    endHolds(tx, projectId, {
      referenceIds: committed.map((row) => row.id),
      status: 'posted',
      now,
    }),
    debitWithdrawals(tx, app, {
      projectId,
      rows: [...created.filter(isDebited), ...committed],
      now,
    }),
    journalRefusals(tx, app, refused),
  ]);
  assert(ended === committed.length, 'a withdrawal to commit holds no money');
}

function holdOf(row: WithdrawalRow): NewHold {
  return { referenceId: row.id, currency: row.charged_currency, amount: row.charged_amount };
}
