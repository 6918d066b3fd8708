// The worker of payout batches: it checks them, takes their rows, applies approvals, and completes them.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { sendTogether } from '../payouts/hold-back.ts';
import { loadProject } from '../projects/project.ts';
import { senderName } from '../withdrawals/withdrawal.ts';
import { notifyWorkers, type Worker } from '../workers/worker.ts';
import { applyApprovals } from './approve.ts';
import { type BatchRow, LOOK_AGAIN, WORKER } from './batch.ts';
import { checkBatch } from './check.ts';
import { claimBatch, lockBatch, lookAgain, moveBatch, noteTaken } from './store-batches.ts';
import { coinsOf, isOpen } from './store-rows.ts';
import { takeRows } from './take.ts';

export const payoutBatchesWorker: Worker = {
  name: WORKER,
  pollMilliseconds: 5 * SECOND,
  due: () => '(select min(due_at) from payout_batches) <= $1',
  async run(app) {
    const batch = await claimBatch(app.db, app.clock.now());
    if (batch === null) return 0;
    try {
      if (batch.status === 'checking') await checkBatch(app, await projectOf(app, batch), batch);
      else await continueSending(app, batch);
    } catch (error) {
      if (!(error instanceof AppError) || error.status < 500) throw error;
      await lookLater(app, batch, error.code);
    }
    return 1;
  },
};

async function projectOf(app: App, { project_id: id }: BatchRow) {
  return defined(await loadProject(app.db, id), 'a batch has a project');
}

async function continueSending(app: App, batch: BatchRow): Promise<void> {
  const waitsFor = await takeRows(app, await projectOf(app, batch), batch);
  await applyApprovals(app, batch);
  await releasePayouts(app, batch);
  if (await completed(app, batch)) return;
  await lookLater(app, batch, waitsFor?.code ?? null);
}

/** Each row was tried: its payouts are due now, and share transactions (payouts/plan/batches.ts). */
async function releasePayouts(app: App, batch: BatchRow): Promise<void> {
  const coins = await coinsOf(app.db, batch);
  await app.db.transaction(async (tx) => {
    const isFirst = batch.tried_at === null;
    if (isFirst) await noteTaken(tx, batch);
    if ((await sendTogether(tx, batch)) || isFirst) await notifyWorkers(tx, coins.map(senderName));
  });
}

function completed(app: App, batch: BatchRow): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    const locked = await lockBatch(tx, batch.project_id, batch.id);
    if (locked?.status !== 'sending' || (await isOpen(tx, batch))) return false;
    await moveBatch(tx, batch, { status: 'completed' });
    return true;
  });
}

/** An approval that was given in the meantime is applied at once. */
async function lookLater(app: App, batch: BatchRow, waitCode: string | null): Promise<void> {
  const now = app.clock.now();
  const at = new Date(now + LOOK_AGAIN);
  await lookAgain(app.db, batch, { at, waitCode, now: new Date(now) });
}
