// Processes subscriptions that are due or whose invoices changed: reports a paid period to the merchant, starts the
// next period and requests its payment, or cancels. Idempotent.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { MINUTE } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import { withdrawMails } from '../mails/outbox.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { runApart } from '../workers/apart.ts';
import type { Worker } from '../workers/worker.ts';
import { decideSubscription } from './decide-subscription.ts';
import { presentSubscription } from './present.ts';
import { requestPayment } from './request-payment.ts';
import { statusesOf, UNPAID } from './status.ts';
import {
  lockSubscriptions,
  SUBSCRIPTIONS_WORKER,
  updateSubscription,
} from './store-subscriptions.ts';
import type { SubscriptionRow } from './subscription.ts';

const BATCH_MAX = 200;
const FAILURE_RETRY_AFTER = MINUTE;

/** The name is also in the trigger of migration 0005. */
export const subscriptionWorker: Worker = {
  name: SUBSCRIPTIONS_WORKER,
  pollMilliseconds: 1000,
  async run(app) {
    const due = await app.db.query<{ project_id: string; id: string }>(
      `select project_id, id from subscriptions where due_at <= $1 order by due_at limit ${BATCH_MAX}`,
      [new Date(app.clock.now())],
    );
    for (const [projectId, rows] of groupBy(due, (row) => row.project_id)) {
      const project = defined(await loadProject(app.db, projectId), 'a subscription has a project');
      await runApart(
        rows.map((row) => row.id),
        (ids) => billSubscriptions(app, project, ids),
        (id, error) => reschedule(app, { projectId, id, error }),
      );
    }
    return due.length;
  },
};

async function reschedule(
  app: App,
  { projectId, id, error }: { projectId: string; id: string; error: unknown },
): Promise<void> {
  app.log.error({ err: error, subscription_id: id }, 'subscription not billed, retrying later');
  await app.db.query(
    'update subscriptions set due_at = $3 where project_id = $1 and id = $2 and due_at is not null',
    [projectId, id, new Date(app.clock.now() + FAILURE_RETRY_AFTER)],
  );
}

/** Brings subscriptions up to date, due or not. */
export function billSubscriptions(
  app: App,
  project: Project,
  ids: readonly string[],
): Promise<void> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const rows = await lockSubscriptions(tx, project.id, ids);
    const progress = await statusesOf(tx, project, ids);
    const now = tx.now;
    for (const row of rows.filter((item) => item.status === 'active')) {
      const own = progress.get(row.id) ?? UNPAID;
      await bill(tx, {
        project,
        row,
        decision: decideSubscription(row, { ...own, now }),
      });
    }
  });
}

async function bill(
  tx: Tx,
  {
    project,
    row,
    decision,
  }: {
    project: Project;
    row: SubscriptionRow;
    decision: ReturnType<typeof decideSubscription>;
  },
): Promise<void> {
  const { after, events } = decision;
  await updateSubscription(tx, { before: row, after, dueAt: decision.dueAt });
  // A period that is paid or has ended needs no more payment requests.
  if (events.length > 0) await withdrawMails(tx, { projectId: project.id, referenceId: row.id });
  if (decision.requestsPayment) await requestPayment(tx, { project, row: after });
  await emit(
    tx,
    project.id,
    events.map((item) => ({
      type: 'Subscription',
      event: item.event,
      objectId: row.id,
      data: presentSubscription(tx.instance, item.row),
    })),
  );
}
