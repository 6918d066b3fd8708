// Cancels a subscription at the merchant's request. An open invoice can still be paid until it expires.
import type { App } from '../app.ts';
import { apiError, notFound } from '../core/errors.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import { withdrawMails } from '../mails/outbox.ts';
import type { Project } from '../projects/project.ts';
import { presentSubscription } from './present.ts';
import {
  lockSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from './store-subscriptions.ts';

/** Errors: 404, 422 `invalid_status` when the subscription is already canceled. */
export function cancelSubscription(
  app: App,
  project: Project,
  id: string,
): Promise<SubscriptionRow> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [row] = await lockSubscriptions(tx, project.id, [id]);
    if (row === undefined) throw notFound();
    if (row.status !== 'active') throw apiError('invalid_status.subscription_canceled');
    const now = tx.now;
    const after: SubscriptionRow = { ...row, status: 'cancelled', cancelled_at: now };
    await updateSubscription(tx, { before: row, after, dueAt: null });
    await withdrawMails(tx, { projectId: project.id, referenceId: id });
    const data = presentSubscription(app, after);
    await emit(tx, project.id, [{ type: 'Subscription', event: 'cancelled', objectId: id, data }]);
    return after;
  });
}
