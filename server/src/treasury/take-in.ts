// Keeps what the wallets can spend in step with the deposits: booked ones and top-ups enter, what a
// reorganisation took away leaves until it is back in a block. High-risk money that was not credited stays
// out, so that it pays nobody; so does what carries a token, which a transfer of ours would burn.
import type { App } from '../app.ts';
import type { Treasury } from './treasury.ts';
import { wakeWaiting } from './waiting.ts';

const BATCH_MAX = 1000;

/** What is spendable; the first lines are the partial index `deposits_entering`. */
const ENTERING = `not is_in_wallet and block_height is not null
  and (booked_at is not null or owner_type = 'treasury')
  and status = 'confirmed'
  and (owner_type = 'treasury' or credited_at is not null or coalesce(risk ->> 'level', '') <> 'high')
  and (maturity = 1 or exists (select 1 from chain_cursors c
    where c.coin = deposits.coin and c.height >= deposits.block_height + deposits.maturity - 1))
  and token is null`;

/** The number of deposits that entered or left. */
export async function takeIn(app: App, treasury: Treasury): Promise<number> {
  const coin = treasury.coin.code;
  const left = await app.db.query<{ n: number }>(
    treasury.network.model === 'outputs' ? LEAVE_OUTPUTS : LEAVE_SENDERS,
    [coin],
  );
  const entered = await enter(app, treasury);
  if (entered > 0) await app.db.transaction((tx) => wakeWaiting(tx, coin));
  return entered + (left[0]?.n ?? 0);
}

/** Looked for first: that nothing enters is the rule, and in a transaction no batch reads the whole table. */
async function enter(app: App, { coin, network }: Treasury): Promise<number> {
  const waiting = await app.db.query(
    `select 1 from deposits where coin = $1 and ${ENTERING} limit 1`,
    [coin.code],
  );
  if (waiting.length === 0) return 0;
  const rows = await app.db.transaction((tx) =>
    tx.query<{ n: number }>(network.model === 'outputs' ? ENTER_OUTPUTS : ENTER_SENDERS, [
      coin.code,
    ]),
  );
  return rows[0]?.n ?? 0;
}

const entered = `entered as (
    update deposits d set is_in_wallet = true
    from (select id from deposits where coin = $1 and ${ENTERING}
      order by txid, output_index, address limit ${BATCH_MAX} for update skip locked) e
    where d.id = e.id
    returning d.txid, d.output_index, d.address, d.amount)`;

const left = `gone as (
    update deposits set is_in_wallet = false
    where coin = $1 and is_in_wallet and block_height is null
    returning txid, output_index, address)`;

const ENTER_OUTPUTS = `
  with ${entered}, stored as (
    insert into wallet_outputs as o (coin, txid, output_index, address, amount, status)
    select $1, txid, output_index, address, amount, 'unspent' from entered
    on conflict (coin, txid, output_index) do update set status = 'unspent' where o.status = 'lost'
    returning 1)
  select (select count(*) from entered)::int as n, (select count(*) from stored)`;

/** One that a transfer uses already stays with it: the transfer is followed until the question is settled. */
const LEAVE_OUTPUTS = `
  with ${left}, lost as (
    update wallet_outputs o set status = 'lost' from gone
    where o.coin = $1 and o.txid = gone.txid and o.output_index = gone.output_index
      and o.status = 'unspent'
    returning 1)
  select (select count(*) from gone)::int as n, (select count(*) from lost)`;

const touch = (source: string) => `
    insert into wallet_senders as s (coin, address, is_hot)
    select distinct $1, address, false from ${source}
    on conflict (coin, address) do update set touched = s.touched + 1
    returning 1`;

const ENTER_SENDERS = `
  with ${entered}, touched as (${touch('entered')})
  select (select count(*) from entered)::int as n, (select count(*) from touched)`;

const LEAVE_SENDERS = `
  with ${left}, touched as (${touch('gone')})
  select (select count(*) from gone)::int as n, (select count(*) from touched)`;
