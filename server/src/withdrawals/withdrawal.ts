// Money sent to an external address. Statuses: wire.md (d). From `pending` on, it follows its payout.

import type { NETWORK_FEE_LEVELS } from '../contract/objects/coin-withdrawals.ts';
import { SECOND } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import { type Intent, sealIntent } from '../keys/intent.ts';
import type { Decision } from '../policy/policy.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import type { CancelCode, HoldReason, WaitReason } from './reasons.ts';

export type WithdrawalStatus =
  | 'new'
  | 'pending'
  | 'on_hold'
  | 'processing'
  | 'sent'
  | 'completed'
  | 'failed'
  | 'cancelled';

export const withdrawalStatuses = defineStatuses<WithdrawalStatus>('coin withdrawal', {
  new: ['pending', 'on_hold', 'cancelled'],
  // As an internal transfer (payouts/plan/pay-in-books.ts).
  pending: ['processing', 'completed', 'on_hold', 'failed', 'cancelled'],
  on_hold: ['pending', 'cancelled'],
  // Can be canceled while nothing is signed.
  processing: ['pending', 'sent', 'failed', 'cancelled'],
  // On proof that the transfer can never confirm (payouts/follow/give-up.ts).
  sent: ['pending', 'completed', 'failed'],
  failed: ['pending', 'sent', 'completed', 'cancelled'],
  // A reorganization removed its block, and the network did not execute it in the next one.
  completed: ['failed'],
  cancelled: [],
});

export const COMMIT_WINDOW = 30 * SECOND;

/** The worker that sends a coin; notified when a withdrawal waits for it. */
export function senderName(coin: string): string {
  return `send-${coin.toLowerCase()}`;
}

export type NetworkFeeLevel = (typeof NETWORK_FEE_LEVELS)[number];

export interface WithdrawalRow {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly status: WithdrawalStatus;
  readonly address: string;
  readonly tag: number | null;
  readonly network: string;
  readonly charged_amount: bigint;
  readonly charged_currency: string;
  readonly received_amount: bigint;
  readonly received_currency: string;
  readonly network_fee: bigint;
  readonly network_fee_level: NetworkFeeLevel;
  readonly fee: bigint;
  readonly rate: string | null;
  readonly txid: string | null;
  readonly risk: StoredRisk | null;
  /** Why it waits for a person, or will wait once it is committed. */
  readonly hold: HoldReason | null;
  /** When pending or failed: why its payout is not sent or is stuck. */
  readonly wait_reason: WaitReason | null;
  /** Why the service canceled it. */
  readonly cancel_code: CancelCode | null;
  /** Why a person canceled it, in their words. */
  readonly cancelled_for: string | null;
  readonly beneficiary: object | null;
  readonly commit_key: string | null;
  /** The API key or person that committed a quote; null when its creator did. */
  readonly committed_by: string | null;
  readonly created_at: Date;
  readonly committed_at: Date | null;
  /** For a new withdrawal: the end of its window. */
  readonly expires_at: Date | null;
  /** The seal of the request (keys/intent.ts), without which the signer pays nothing. */
  readonly seal: string;
  /** The deposit that it returns; that money never was in the merchant's account. */
  readonly deposit_id: string | null;
  /** At creation. */
  readonly decision: Decision | null;
  /** The public part of the requesting API key; null when the service itself sends. */
  readonly api_key: string | null;
  /** Of the sent amount, in the smallest unit of the deciding policy's currency. */
  readonly value: bigint | null;
  readonly value_currency: string | null;
  /** The maximum increase of a new price over the old one, in percent; null: the project's setting. */
  readonly price_change_max: string | null;
  /** Null if it was not repriced. */
  readonly repriced: Repriced | null;
}

export interface Repriced {
  readonly charged_amount: string;
  readonly fee: string;
  readonly rate: string;
  readonly at: string;
}

/** Computed by the process that received the request, from memory. */
export function sealWithdrawal(key: Uint8Array, row: Omit<WithdrawalRow, 'seal'>): string {
  return sealIntent(key, intentOf(row));
}

export function intentOf(row: Omit<WithdrawalRow, 'seal'>): Intent {
  return {
    projectId: row.project_id,
    id: row.id,
    coin: row.received_currency,
    address: row.address,
    tag: row.tag,
    amount: row.received_amount,
    networkFee: row.network_fee,
  };
}

/** A returned deposit has no amount. A canceled withdrawal keeps its row as posted; the refund is a separate row. */
export function listedAmount(
  row: Pick<WithdrawalRow, 'charged_amount' | 'fee' | 'deposit_id' | 'repriced'>,
): {
  readonly amount: bigint;
  readonly isCounted: boolean;
  readonly fee: bigint;
} {
  if (row.deposit_id !== null) return { amount: 0n, isCounted: false, fee: 0n };
  // Posted rows stay unchanged; a new price has a separate row.
  const { charged_amount: charged, fee } = row.repriced ?? row;
  return { amount: -BigInt(charged), isCounted: true, fee: BigInt(fee) };
}
