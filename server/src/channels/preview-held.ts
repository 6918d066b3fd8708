// Previews each decision about a payment on hold, at the current rate and network fee.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import type { Project } from '../projects/project.ts';
import { costOfReturn } from '../withdrawals/send-back.ts';
import { customerAddressOf, findPayment, invalidStatus } from './held.ts';
import { type ChannelPaymentRow, needsOperator } from './store-channels.ts';
import { completePayment } from './store-steps.ts';

export interface HeldPreview {
  readonly payment: ChannelPaymentRow;
  /** Null while no fresh rate is available. */
  readonly credited: ChannelPaymentRow | null;
  /** Only the operator can credit the payment or choose the return address. */
  readonly needsOperator: boolean;
  readonly address: string | null;
  /** In the coin's smallest unit. */
  readonly networkFee: bigint | null;
  /** Null when the fee is unknown or exceeds the amount. */
  readonly received: bigint | null;
}

/** Errors: 404, 422 `invalid_status` unless the payment is on hold. */
export async function previewHeld(
  app: App,
  requested: { id: string; projectId?: string },
): Promise<HeldPreview> {
  const { project, payment } = await findPayment(app, requested);
  if (payment.status !== 'on_hold') throw invalidStatus(payment);
  const coin = defined(app.knownCoins.get(payment.paid_currency), 'the coin is registered');
  return {
    payment,
    credited: creditedNow(app, project, payment),
    needsOperator: needsOperator(payment),
    address: await customerAddressOf(app, payment),
    ...costOfReturn(app, coin, payment.paid_amount),
  };
}

function creditedNow(
  app: App,
  project: Project,
  payment: ChannelPaymentRow,
): ChannelPaymentRow | null {
  try {
    return completePayment(app, project, payment);
  } catch (error) {
    if (error instanceof AppError && error.code === 'rates_unavailable') return null;
    throw error;
  }
}
