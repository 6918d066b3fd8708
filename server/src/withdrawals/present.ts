// The API representation of withdrawal rows (interface.md 2.2, wire.md (c)).
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import type { CoinWithdrawal } from '../contract/objects/coin-withdrawals.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { formatAmount } from '../core/money.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { contextOf } from './wait-reasons.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export type PresentedWithdrawal = Static<typeof CoinWithdrawal>;

/** Converted: the fee is in the exchange and the top-level fee is zero. Not converted: the reverse. */
export function presentWithdrawal(instance: Instance, row: WithdrawalRow): PresentedWithdrawal {
  const coin = defined(
    instance.knownCoins.get(row.received_currency),
    'the program knows the coin',
  );
  const charged = defined(instance.currencies.get(row.charged_currency), 'currency is registered');
  const isConverted = row.rate !== null;
  return {
    id: row.id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    address: coin.formatAddress({ address: row.address, tag: row.tag }),
    network: row.network,
    txid: row.txid,
    status: row.status,
    status_context: contextOf(row),
    charged_amount: formatAmount(row.charged_amount, charged),
    charged_currency: row.charged_currency,
    received_amount: formatAmount(row.received_amount, coin),
    received_currency: coin.asset.code,
    network_fee: formatAmount(row.network_fee, coin),
    network_fee_level: row.network_fee_level,
    fee: isConverted ? '0.0' : formatAmount(row.fee, charged),
    fee_currency: row.charged_currency,
    description: null,
    ...(row.rate === null
      ? {}
      : {
          exchange: {
            pair: `${coin.asset.code}${row.charged_currency}`,
            rate: row.rate,
            fee: formatAmount(row.fee, charged),
            fee_currency: row.charged_currency,
          },
        }),
    ...(row.repriced === null
      ? {}
      : {
          repriced: {
            original_charged_amount: formatAmount(BigInt(row.repriced.charged_amount), charged),
            original_fee: formatAmount(BigInt(row.repriced.fee), charged),
            original_rate: row.repriced.rate,
            at: formatTime(new Date(row.repriced.at)),
          },
        }),
    risk: row.risk === null || row.committed_at === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
  };
}
