// Advances due checkouts, and brings payments to their finished invoices onto another invoice, so that they count.
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { attachUnmatched } from '../inbox/attach.ts';
import { reschedule, runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { advanceCheckouts, type Unattached } from './advance.ts';
import { chooseCoin } from './choose.ts';
import { CHECKOUTS_WORKER, rescheduleCheckout } from './store-checkouts.ts';

const BATCH_MAX = 500;

export const checkoutWorker: Worker = {
  name: CHECKOUTS_WORKER,
  pollMilliseconds: 1000,
  due: () => '(select min(due_at) from checkouts) <= $1',
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from checkouts where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      await runApart(
        rows.map(({ id }) => id),
        async (ids) => {
          const unattached = await advanceCheckouts(app, projectId, ids);
          for (const payment of unattached) await bring(app, projectId, payment);
        },
        (id, error) =>
          reschedule(app, { id, error }, (dueAt) =>
            rescheduleCheckout(app.db, { projectId, id, dueAt }),
          ),
      );
    }
    return due.length;
  },
};

/** As if the payer had chosen the coin again, at the rate of the moment. Otherwise it stays unmatched. */
async function bring(app: App, projectId: string, payment: Unattached): Promise<void> {
  const { checkoutId, depositId, coin } = payment;
  try {
    const invoiceId = await chooseCoin(app, checkoutId, { coin });
    if (invoiceId === null) return;
    const to = { ownerId: invoiceId, ownerType: 'invoice', projectId } as const;
    await attachUnmatched(app, { depositId, ...to, reason: `checkout ${checkoutId}` });
  } catch (error) {
    // No rate is available, or a person was faster.
    if (!(error instanceof AppError)) throw error;
    app.log.warn({ code: error.code, checkout_id: checkoutId }, 'payment stays unmatched');
  }
}
