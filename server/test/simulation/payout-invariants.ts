// What must hold for every withdrawal, judged by the simulated chain: each pays its own destination.
import { expect } from 'vitest';
import type { Sql } from '../../src/db/database.ts';

/** Payments to each withdrawal's destination on the chain, in blocks and in the mempool. */
const PAID = `
  select w.id, w.status, w.received_amount::text, w.cancelled_for, count(t.txid)::int as payments,
    coalesce(sum(o.delivered) filter (where t.txid is not null), 0)::text as paid, count(t.block_hash)::int as mined
  from coin_withdrawals w
  left join simulation.outputs o on o.coin = w.received_currency and o.address = w.address
  left join simulation.transactions t on t.coin = o.coin and t.txid = o.txid and not t.has_failed
    and (t.block_hash is not null or t.mempool_number is not null)
  group by w.project_id, w.id`;

/** At any moment, after any restart, drop, replacement or reorganization. */
const always: Readonly<Record<string, string>> = {
  'a withdrawal is paid at most once': `select * from (${PAID}) p where payments > 1`,
  'a withdrawal is paid its amount': `
    select * from (${PAID}) p where payments = 1 and paid <> received_amount`,
  'nothing is paid before its commit': `
    select p.* from (${PAID}) p join coin_withdrawals w using (id)
    where payments > 0 and w.committed_at is null`,
  'what was cancelled is not paid': `select * from (${PAID}) p where status = 'cancelled' and payments > 0`,
};

const atTheEnd: Readonly<Record<string, string>> = {
  'a withdrawal is completed or cancelled': `
    select * from (${PAID}) p where status not in ('completed', 'cancelled')`,
  'a completed withdrawal is in a block': `
    select * from (${PAID}) p where status = 'completed' and mined <> 1`,
  'nothing was signed or paid that the database does not know': `
    select 'spend' as what, coin, txid from unknown_spends
    union all select 'payment', coin, txid from unknown_payments
    union all select 'quarantine', coin, null from quarantines`,
  'no coin waits to be sent for the books': `
    select kind, currency, balance::text from ledger_accounts where kind = 'withdrawals' and balance <> 0`,
  'the outputs of the wallet are those of the chain': `
    with chain as (
      select o.coin, o.txid, o.index from simulation.outputs o
      join simulation.transactions t using (coin, txid)
      join addresses a on a.coin = o.coin and a.address = o.address and a.owner_id is not null
      where o.coin in ('BTC', 'LTC', 'BCH') and t.block_hash is not null
        -- What came from a bad place is not spent before somebody decides on it.
        and not exists (select 1 from deposits d where d.coin = o.coin and d.txid = o.txid
          and d.output_index = o.index and d.credited_at is null
          -- Nor what is too small to count, which spending costs more than it brings.
          and (d.risk ->> 'level' = 'high' or d.is_small and d.amount < 20000))
        and not exists (select 1 from simulation.spends s join simulation.transactions st using (coin, txid)
          where s.coin = o.coin and s.origin = o.txid and s.number = o.index and st.block_hash is not null)),
    wallet as (
      select coin, txid, output_index as index from wallet_outputs where status = 'unspent')
    (select 'not in the wallet' as what, * from (table chain except table wallet) x)
    union all (select 'not on the chain', * from (table wallet except table chain) y)`,
};

export async function checkPayouts(sql: Sql, place: string): Promise<void> {
  await check(sql, always, place);
}

export async function checkPayoutsAtTheEnd(sql: Sql, place: string): Promise<void> {
  await check(sql, { ...always, ...atTheEnd }, place);
}

async function check(
  sql: Sql,
  invariants: Readonly<Record<string, string>>,
  place: string,
): Promise<void> {
  for (const [invariant, query] of Object.entries(invariants)) {
    expect(await sql.query(query), `${invariant}, ${place}`).toEqual([]);
  }
}
