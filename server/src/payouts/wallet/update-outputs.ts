// Keeps the spendable balance of the wallets in step with the deposits: posted deposits and top-ups enter; deposits
// that a reorganization removed leave until they are in a block again. High-risk money that was not credited stays out,
// so that it pays no payout. Outputs with tokens stay out, because a transfer of ours would burn the token.
import type { App } from '../../app.ts';
import { ENTERING, enteredCte, GONE_CTE } from '../../deposits/in-wallet.ts';
import type { CoinWallet } from '../coin-wallet.ts';
import { wakeWaiting } from '../waiting-payouts.ts';

const BATCH_MAX = 1000;

/** The number of deposits that entered or left. */
export async function updateOutputs(app: App, coinWallet: CoinWallet): Promise<number> {
  const coin = coinWallet.coin.code;
  const left = await app.db.query<{ n: number }>(
    coinWallet.network.model === 'outputs' ? LEAVE_OUTPUTS : LEAVE_SENDERS,
    [coin],
  );
  // Money that was just received is not needed while thousands of payments still have to be credited.
  const entered = app.burst.reschedules() ? 0 : await enter(app, coinWallet);
  if (entered > 0) await app.db.transaction((tx) => wakeWaiting(tx, coin));
  return entered + (left[0]?.n ?? 0);
}

/** Checked first, because usually nothing enters and the batch in a transaction would read the whole table. */
async function enter(app: App, { coin, network }: CoinWallet): Promise<number> {
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

const ENTER_OUTPUTS = `
  with ${enteredCte(BATCH_MAX)}, stored as (
    insert into wallet_outputs as o (coin, txid, output_index, address, amount, status)
    select $1, txid, output_index, address, amount, 'unspent' from entered
    on conflict (coin, txid, output_index) do update set status = 'unspent' where o.status = 'lost'
    returning 1)
  select (select count(*) from entered)::int as n, (select count(*) from stored)`;

/** An output that a transfer already uses stays with it until the result is certain. */
const LEAVE_OUTPUTS = `
  with ${GONE_CTE}, lost as (
    update wallet_outputs o set status = 'lost' from gone
    where o.coin = $1 and o.txid = gone.txid and o.output_index = gone.output_index
      and o.status = 'unspent'
    returning 1)
  select (select count(*) from gone)::int as n, (select count(*) from lost)`;

/** Until the network is queried again, the deposit is not part of the balance. */
const ENTER_SENDERS = `
  with ${enteredCte(BATCH_MAX)}, touched as (
    insert into wallet_senders as s (coin, address, is_hot, arriving)
    select $1, address, false, sum(amount) from entered group by address
    on conflict (coin, address) do update
      set touched = s.touched + 1, arriving = s.arriving + excluded.arriving
    returning 1)
  select (select count(*) from entered)::int as n, (select count(*) from touched)`;

const LEAVE_SENDERS = `
  with ${GONE_CTE}, touched as (
    insert into wallet_senders as s (coin, address, is_hot)
    select distinct $1, address, false from gone
    on conflict (coin, address) do update set touched = s.touched + 1
    returning 1)
  select (select count(*) from gone)::int as n, (select count(*) from touched)`;
