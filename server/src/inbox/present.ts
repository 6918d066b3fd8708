// Unmatched payments in the API's format.
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { CoinDeposit } from '../contract/objects/coin-deposits.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { type CoinDepositRow, needsOperator, statusOf } from './coin-deposit.ts';

export type PresentedCoinDeposit = Static<typeof CoinDeposit>;

/** Once attached, it is reported by its invoice or channel, where it no longer counts as surplus or late. */
export function presentCoinDeposit(instance: Instance, row: CoinDepositRow): PresentedCoinDeposit {
  const coin = defined(instance.knownCoins.get(row.coin), 'the program knows the coin');
  const status = statusOf(row);
  const isDecided = status !== 'pending' && status !== 'on_hold';
  return {
    id: row.id,
    status,
    reason: status === 'attached' ? null : row.reason,
    amount: formatAmount(row.amount, coin),
    currency: coin.asset.code,
    network: coin.network,
    address: coin.formatAddress({ address: row.address, tag: row.tag }),
    txid: row.txid,
    invoice_id: row.owner_type === 'invoice' ? row.owner_id : null,
    channel_id: row.owner_type === 'channel' ? row.owner_id : null,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    coin_withdrawal_id: status === 'refunded' ? (row.decision_facts?.withdrawal_id ?? null) : null,
    description: isDecided ? (row.decision_facts?.reason ?? null) : null,
    needs_operator: !isDecided && needsOperator(row),
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.first_seen_at),
  };
}
