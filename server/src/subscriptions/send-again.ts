// Sends the mail that asks the payer of a subscription for its present period once more, because a person wants it.
import type { App } from '../app.ts';
import { AppError, notFound } from '../core/errors.ts';
import { lockLedger } from '../ledger/post.ts';
import { insistOnAgainCaps } from '../mails/caps.ts';
import { hurryMails } from '../mails/outbox.ts';
import type { Project } from '../projects/project.ts';
import { requestPaymentAgain } from './request-payment.ts';
import { lockSubscriptions } from './store.ts';
import type { SubscriptionRow } from './subscription.ts';

/**
 * A mail that waits for its next attempt is attempted now instead. Errors: 404; 422 `invalid_status` when the payer
 * owes nothing or no mail can be sent; 429 `rate_limit_exceeded`.
 */
export function sendAgain(app: App, project: Project, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [row] = await lockSubscriptions(tx, project.id, [id]);
    if (row === undefined) throw notFound();
    refusePointless(app, row);
    if (await hurryMails(tx, { projectId: project.id, referenceId: id })) return;
    await insistOnAgainCaps(tx, { projectId: project.id, to: row.payer_email });
    await requestPaymentAgain(tx, { project, row });
  });
}

function refusePointless({ config }: App, row: SubscriptionRow): void {
  if (row.status !== 'active') throw refusal('The subscription is cancelled.');
  if (row.current_period_paid) throw refusal('The current period is paid.');
  if (config.smtpUrl === null)
    throw refusal('This instance has no mail server. Set CHAINTILL_SMTP_URL.');
}

function refusal(message: string): AppError {
  return new AppError({ code: 'invalid_status', status: 422, message });
}
