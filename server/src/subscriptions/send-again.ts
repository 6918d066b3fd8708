// Sends the payment request for a subscription's current period again, at a person's request.
import type { App } from '../app.ts';
import { AppError, notFound } from '../core/errors.ts';
import { lockLedger } from '../ledger/post.ts';
import { insistOnAgainCaps } from '../mails/caps.ts';
import { hurryMails } from '../mails/outbox.ts';
import type { Project } from '../projects/project.ts';
import { requestPaymentAgain } from './request-payment.ts';
import { lockSubscriptions } from './store-subscriptions.ts';
import type { SubscriptionRow } from './subscription.ts';

/**
 * An email that waits for a retry is sent now. Errors: 404; 422 `invalid_status` when nothing is due or no email can be
 * sent; 429 `rate_limit_exceeded`.
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
