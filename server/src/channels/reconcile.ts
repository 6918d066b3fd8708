// Recomputes due channel payments from their deposits: completed at the current rate when confirmed with acceptable
// risk, on hold when the risk is too high, canceled when unconfirmed for 14 days (wire.md (d)).
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { depositsById } from '../deposits/store-deposits.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { reschedule, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import type { ChannelPaymentRow } from './channel.ts';
import { planStep } from './plan-step.ts';
import { returnsByItself, returnToCustomer } from './return-by-itself.ts';
import { CHANNEL_PAYMENTS_WORKER, channelsById, reschedulePayment } from './store-channels.ts';
import { lockPayments, storeSteps } from './store-steps.ts';

const BATCH_MAX = 500;

export const channelPaymentWorker: Worker = {
  name: CHANNEL_PAYMENTS_WORKER,
  pollMilliseconds: 1000,
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from channel_payments where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = defined(await loadProject(app.db, projectId), 'a payment has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => reconcileAndReturn(app, project, ids),
        (id, error) =>
          reschedule(app, { id, error }, (dueAt) =>
            reschedulePayment(app.db, { projectId, id, dueAt }),
          ),
      );
    }
    return due.length;
  },
};

async function reconcileAndReturn(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  const returnable = await reconcilePayments(app, project, ids);
  for (const payment of returnable) await returnToCustomer(app, project, payment);
}

/** Returns the payments whose return to the customer is due. */
function reconcilePayments(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<ChannelPaymentRow[]> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const now = tx.now;
    const locked = await lockPayments(tx, project.id, ids);
    const payments = locked.filter((row) => row.due_at !== null && row.due_at <= now);
    const found = await depositsById(
      tx,
      payments.map((row) => row.deposit_id),
    );
    const deposits = new Map(found.map((deposit) => [deposit.id, deposit]));
    const channels = await channelsById(
      tx,
      project.id,
      payments.map((payment) => payment.channel_id),
    );
    const steps = payments.map((payment) =>
      planStep(tx.instance, project, {
        payment,
        deposit: defined(deposits.get(payment.deposit_id), 'a payment has a deposit'),
        channel: defined(channels.get(payment.channel_id), 'a payment has a channel'),
        now,
      }),
    );
    await storeSteps(tx, { projectId: project.id, steps });
    return steps.map((step) => step.after).filter((row) => returnsByItself(project, row));
  });
}
