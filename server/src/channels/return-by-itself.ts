// Automatically returns a high-risk payment to the customer's address for the coin, unless the project disables that.
// Without such an address, the payment stays on hold (wire.md (d), "Channel payment").
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { refundAddressOf } from '../customers/refund-address.ts';
import { isInQuarantine } from '../deposits/refuse-in-quarantine.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import { type Project, returnsHighRisk } from '../projects/project.ts';
import { uncompared } from '../withdrawals/payout-doubts.ts';
import type { ChannelPaymentRow } from './channel.ts';
import { returnPayment } from './held.ts';

export const RETURN_RETRY_AFTER = 30 * SECOND;

export function returnsByItself(project: Project, payment: ChannelPaymentRow): boolean {
  const { status, status_context, customer_id } = payment;
  const isIllicit = status === 'on_hold' && status_context === 'illicit_resource';
  return isIllicit && customer_id !== null && returnsHighRisk(project);
}

/** Temporary failures are retried. After a permanent rejection the payment waits for a person. */
export async function returnToCustomer(
  app: App,
  project: Project,
  payment: ChannelPaymentRow,
): Promise<void> {
  // A database that was rolled back may have lost an earlier return.
  if (uncompared(app).includes(payment.paid_currency)) return;
  // It may have been returned in the part of the history that the database lost.
  if (await isInQuarantine(app.db, payment.paid_currency)) return;
  const address = await refundAddressOf(app.db, {
    projectId: project.id,
    customerId: payment.customer_id,
    coin: defined(app.knownCoins.get(payment.paid_currency), 'the program knows the coin'),
  });
  try {
    if (address === null) await stopTrying(app, payment);
    else
      await returnPayment(app, {
        id: payment.id,
        projectId: project.id,
        address,
        reason: { code: 'high_risk' },
      });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    app.log.warn(
      { code: error.code, channel_payment_id: payment.id },
      'not returned automatically',
    );
    if (error.status === 503) return;
    await stopTrying(app, payment);
    await app.db.transaction((tx) =>
      raiseAlert(tx, {
        kind: 'automatic_refund_failed',
        subject: payment.id,
        facts: { channel_payment_id: payment.id, code: error.code },
      }),
    );
  }
}

/** Stops the retries, unless a later event made it due again. */
async function stopTrying(app: App, payment: ChannelPaymentRow): Promise<void> {
  await app.db.query(
    'update channel_payments set due_at = null where project_id = $1 and id = $2 and due_at = $3',
    [payment.project_id, payment.id, payment.due_at],
  );
}
