// Coin withdrawals: money of an account sent to an external address. Statuses: wire.md (d); the commit window:
// interface.md part 8. `new` and the expiry of its window depend on the merchant. From `pending` on, the withdrawal
// follows its payout (follow-payout.ts), using this same table.

import type { App } from '../app.ts';
import { coinLabel } from '../coins/coin.ts';
import type { NETWORK_FEE_LEVELS } from '../contract/objects/coin-withdrawals.ts';
import { DAY, SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { Tx } from '../db/tx.ts';
import { type Intent, sealIntent } from '../keys/intent.ts';
import type { Decision } from '../policy/policy.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import type { CancelCode, HoldReason, WaitReason } from './reasons.ts';

const RETRY_SECONDS = 300;
/** Merchants usually repeat lost requests soon. */
const REPEATED_FOR = 30 * DAY;

export function payoutsSuspended(coin: string): AppError {
  return new AppError({
    code: 'service_unavailable',
    status: 503,
    retryAfterSeconds: RETRY_SECONDS,
    message: `payouts of ${coinLabel(coin)} wait for the operator, and none is accepted meanwhile`,
  });
}

/** SQL: the coin in a column is not in quarantine. */
export const notQuarantined = (coin: string) =>
  `not exists (select 1 from quarantines q where q.coin = ${coin})`;

/** Coins that this process has not compared with their chains. Until then, none of their withdrawals expire. */
export function uncompared(app: App): string[] {
  return [...app.transferNetworks.keys()].filter((coin) => !app.watchedCoins.has(coin));
}

export interface PayoutDoubts {
  readonly quarantined: ReadonlySet<string>;
  /** Why a payout waits for a person; null when there is no doubt. */
  holdReason(row: Payee): HoldReason | null;
}

type Payee = Pick<WithdrawalRow, 'received_currency' | 'address' | 'tag' | 'received_amount'>;

interface Paid {
  readonly coin: string;
  readonly address: string;
  readonly tag: number | null;
  readonly txid: string;
  readonly amount: bigint;
  readonly is_lost: boolean;
}

export async function payoutDoubts(tx: Tx, payees: readonly Payee[]): Promise<PayoutDoubts> {
  const [quarantines, paid] = await Promise.all([
    tx.query<{ coin: string }>('select coin from quarantines order by coin'),
    tx.query<Paid>(
      `select coin, address, tag, txid, amount, withdrawal_id is null as is_lost from unknown_payments
       where (coin, address) in (select * from unnest($1::text[], $2::text[]))
         and (withdrawal_id is null or settled_at > $3)
       order by found_at desc, txid`,
      [
        payees.map((row) => row.received_currency),
        payees.map(({ address }) => address),
        // Uses the clock, because the query is sent together with the lock and the transaction's time is set after it.
        new Date(tx.instance.clock.now() - REPEATED_FOR),
      ],
    ),
  ]);
  const byPayee = groupBy(paid, ({ coin, address, tag }) => keyOf(coin, address, tag));
  return {
    quarantined: new Set(quarantines.map(({ coin }) => coin)),
    holdReason({ received_currency: coin, address, tag, received_amount: amount }) {
      const found = byPayee
        .get(keyOf(coin, address, tag))
        ?.find((one) => one.is_lost || one.amount === amount);
      return found === undefined ? null : { code: 'possibly_paid', txid: found.txid };
    },
  };
}

/** Merchants send tag 0 for "no tag" (interface.md 4.1), and the payment is sent without a tag. */
const keyOf = (coin: string, address: string, tag: number | null) =>
  `${coin} ${address} ${tag === 0 ? '' : (tag ?? '')}`;

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
  // Completed directly when it is an internal transfer (payouts/plan/pay-in-books.ts).
  pending: ['processing', 'completed', 'on_hold', 'failed', 'cancelled'],
  on_hold: ['pending', 'cancelled'],
  // Can be canceled while nothing is signed.
  processing: ['pending', 'sent', 'failed', 'cancelled'],
  // Returns to pending on proof that the transfer can never confirm (payouts/follow/give-up.ts).
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
  /** The decision of the project's policy at creation. */
  readonly decision: Decision | null;
  /** The public part of the requesting API key; null when the service itself sends. */
  readonly api_key: string | null;
  /** The value of the sent amount, in the smallest unit of the deciding policy's currency. */
  readonly value: bigint | null;
  readonly value_currency: string | null;
  /** The maximum increase of a new price over the old one, in percent; null: the project's setting. */
  readonly price_change_max: string | null;
  /** The charge before it was repriced; null if it was not. */
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

/** The merchant's request, which the seal covers. */
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

/**
 * Its row in the merchant's list. A deposit that is returned never was in the account, so its row shows the status
 * without an amount. A canceled withdrawal keeps its row as posted; the refund has a separate row
 * (payouts/recover/return-money.ts).
 */
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
