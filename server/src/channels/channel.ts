// Channels: permanent addresses whose payments are converted and credited. Each deposit to the address becomes a
// channel payment. Statuses and contexts as in wire.md (d).
import { DAY } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { StoredRisk } from '../risk/present-risk.ts';

export interface ChannelRow {
  readonly project_id: string;
  readonly id: string;
  readonly status: 'enabled' | 'disabled';
  readonly name: string;
  readonly description: string | null;
  readonly receiver_currency: string;
  readonly pay_currency: string;
  readonly network: string;
  readonly address: string;
  readonly tag: number | null;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly created_at: Date;
}

export type ChannelPaymentStatus = 'pending' | 'on_hold' | 'completed' | 'refunded' | 'cancelled';

export const channelPaymentStatuses = defineStatuses<ChannelPaymentStatus>('channel payment', {
  pending: ['completed', 'on_hold', 'cancelled'],
  on_hold: ['completed', 'refunded'],
  completed: [],
  refunded: [],
  cancelled: [],
});

/** A payment that stays unconfirmed this long is canceled. */
export const CANCEL_AFTER = 14 * DAY;

/** On hold because of its risk (not because the channel is disabled), or found to be high-risk later. */
export function needsOperator(
  { status_context: context, risk }: Pick<ChannelPaymentRow, 'status_context' | 'risk'>,
  deposit?: { readonly risk: StoredRisk | null },
): boolean {
  return (
    context !== 'channel_disabled' || [risk, deposit?.risk].some((one) => one?.level === 'high')
  );
}

export interface ChannelPaymentRow {
  readonly project_id: string;
  readonly id: string;
  readonly channel_id: string;
  readonly deposit_id: string;
  readonly status: ChannelPaymentStatus;
  readonly status_context: 'illicit_resource' | 'channel_disabled' | null;
  readonly txid: string;
  readonly paid_amount: bigint;
  readonly paid_currency: string;
  readonly received_amount: bigint;
  readonly received_currency: string;
  readonly fee: bigint;
  readonly rate: string | null;
  readonly refund_address: string | null;
  readonly coin_withdrawal_id: string | null;
  readonly address: string;
  readonly tag: number | null;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
  readonly due_at: Date | null;
}
