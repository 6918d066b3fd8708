// Accounting details of a transaction beyond its row: the coins, the rate, the on-chain transactions, and the value at
// receipt. Read by key for one page of rows at a time.
import type { App } from '../../app.ts';
import { assetCode } from '../../coins/coin.ts';
import { moneyOf } from '../present.ts';

export interface TransactionFacts {
  readonly coin: string | null;
  readonly coin_amount: string | null;
  /** Units of the other currency per coin. Null: nothing was converted. */
  readonly rate: string | null;
  readonly txids: string | null;
  /** The value at the rate when it was received or, for outgoing money, when it was priced. */
  readonly value: string | null;
  readonly value_currency: string | null;
}

interface Stored {
  readonly id: string;
  readonly coin: string | null;
  readonly coin_amount: bigint | null;
  readonly rate: string | null;
  readonly txids: readonly string[];
  readonly value: bigint | null;
  readonly value_currency: string | null;
}

/** Keyed by the ID of the object behind the row. */
export async function transactionFacts(
  app: App,
  projectId: string,
  referenceIds: readonly string[],
): Promise<ReadonlyMap<string, TransactionFacts>> {
  const rows = await app.db.query<Stored>(FACTS, [projectId, [...new Set(referenceIds)]]);
  return new Map(rows.map((row) => [row.id, presented(app, row)]));
}

export const NO_FACTS: TransactionFacts = {
  ...{ coin: null, coin_amount: null, rate: null, txids: null },
  ...{ value: null, value_currency: null },
};

function presented(app: App, row: Stored): TransactionFacts {
  const amountOf = (amount: bigint | null, currency: string | null) =>
    amount === null || currency === null ? null : moneyOf(app, amount, currency).amount;
  const coin = row.coin === null ? null : assetCode(row.coin);
  const txids = [...new Set(row.txids)].join(' ');
  return {
    ...{ coin, coin_amount: amountOf(row.coin_amount, coin), rate: row.rate },
    txids: txids === '' ? null : txids,
    value: amountOf(row.value, row.value_currency),
    value_currency: row.value === null ? null : row.value_currency,
  };
}

/** A sum with an unknown part is unknown. */
const VALUE_OF_ALL = 'case when bool_and(d.value_eur is not null) then sum(d.value_eur) end';

/** For an exchange: the coin side that the rate refers to. */
const CHARGED_IS_BASE = `e.pair = e.charged_currency || e.received_currency`;

const FACTS = `
  select i.id, i.pay_currency as coin, i.paid_amount as coin_amount, i.rate, d.txids, d.value, 'EUR' as value_currency
  from invoices i cross join lateral (
    select coalesce(array_agg(d.txid order by d.first_seen_at, d.id), '{}') as txids, ${VALUE_OF_ALL} as value
    from deposits d where d.owner_type = 'invoice' and d.owner_id = i.id and d.project_id = i.project_id
      and d.status in ('pending', 'confirmed') and not d.is_unmatched and d.replaced_by is null) d
  where i.project_id = $1 and i.id = any($2::uuid[])
  union all
  select c.id, c.paid_currency, c.paid_amount, c.rate, array[c.txid], d.value_eur, 'EUR'
  from channel_payments c left join deposits d on d.id = c.deposit_id
  where c.project_id = $1 and c.id = any($2::uuid[])
  union all
  select d.id, d.coin, d.amount, null, array[d.txid], d.value_eur, 'EUR'
  from deposits d where d.project_id = $1 and d.id = any($2::uuid[])
  union all
  select w.id, w.received_currency, w.received_amount, w.rate, array_remove(array[w.txid], null), w.value,
    w.value_currency
  from coin_withdrawals w where w.project_id = $1 and w.id = any($2::uuid[])
  union all
  select r.id, r.currency, r.amount, null, array_remove(array[w.txid], null), w.value, w.value_currency
  from invoice_refunds r left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
  where r.project_id = $1 and r.id = any($2::uuid[])
  union all
  select e.id, case when ${CHARGED_IS_BASE} then e.charged_currency else e.received_currency end,
    case when ${CHARGED_IS_BASE} then e.charged_amount else e.received_amount end, e.rate, '{}', null, null
  from exchange_transfers e where e.project_id = $1 and e.id = any($2::uuid[])`;
