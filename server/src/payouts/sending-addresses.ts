// The addresses from which ETH, tokens and XRP are sent, as the node last reported them: balance, next number (nonce
// or, on XRP, sequence) and, for a token, the balance for fees. The amounts that our own transfers will take from them
// are computed from the database, never from the node's mempool.
import type { App, Instance } from '../app.ts';
import type { TransferPlan } from '../chains/transfers.ts';
import { definedCoin } from '../coins/registry.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { type CoinWallet, networkCoinsOf } from './coin-wallet.ts';
import { followUnused } from './follow-again.ts';
import { ensureHotSender } from './own-address.ts';
import { findQuarantine } from './quarantine.ts';
import type { TransferRow } from './transfer.ts';

const REFRESH_MAX = 50;

/** Transfers that may not be in a block yet. */
const OPEN = `t.status in ('reserved', 'signed', 'broadcast')`;

/** SQL: a transfer supplies an address with the coin that pays a token's fees, on its network. */
const gasPaid = (coin: string, condition: string) => `exists (select 1 from transfers t
  where t.coin = '${definedCoin(coin).feeCoin}' and t.purpose = 'gas'
    and t.plan #>> '{outputs,0,address}' = s.address and ${condition})`;

export interface Sender {
  readonly address: string;
  readonly is_hot: boolean;
  readonly confirmed_number: number;
  /** In the smallest unit; negative when the node lags behind. */
  readonly spendable: bigint;
  /** For tokens: the spendable amount of the coin that fees are paid in. */
  readonly for_fees: bigint;
  /** For tokens: a fee supply is on its way to the address, or has arrived but is not reflected yet. */
  readonly awaits_gas: boolean;
}

/** Queries the node for the hot address, and for addresses with recent activity. */
export async function refreshSenders(app: App, coinWallet: CoinWallet): Promise<void> {
  await ensureHotSender(app, coinWallet.coin.code);
  await refresh(app, coinWallet, 'is_hot or touched > known');
}

/** At every poll: an unknown party may spend again, and a person needs the current balance to decide. */
export async function refreshQuarantined(app: App, coinWallet: CoinWallet): Promise<void> {
  if (coinWallet.network.model !== 'sequence') return;
  if ((await findQuarantine(app.db, coinWallet.coin.code)) !== null)
    await refreshSenders(app, coinWallet);
}

/** Keeps balances current while nothing is sent. */
export async function refreshTouched(app: App, coinWallet: CoinWallet): Promise<void> {
  if (coinWallet.network.model === 'sequence') await refresh(app, coinWallet, 'touched > known');
}

async function refresh(app: App, coinWallet: CoinWallet, which: string): Promise<void> {
  const coin = coinWallet.coin.code;
  const stale = await app.db.query<{ address: string; touched: number }>(
    `select address, touched from wallet_senders where coin = $1 and (${which})
     order by is_hot desc, address limit ${REFRESH_MAX}`,
    [coin],
  );
  for (const sender of stale) {
    // The height is read first: at worst, a later block's change is counted twice, but never missed.
    const { height } = await coinWallet.chain.tip();
    const fees = await coinWallet.fees?.chain.tip();
    const state = await coinWallet.network.account(sender.address);
    await followUnused(app.db, { coin, address: sender.address, nextNumber: state.nextNumber });
    await app.db.query(
      `update wallet_senders s
       set balance = $3, confirmed_number = greatest(confirmed_number, $4), checked_height = $5,
         fee_balance = $7, fee_checked_height = $8,
         arriving = case when touched = $6 then 0 else arriving end,
         -- A lagging node doesn't know the latest gas transfer yet: query it again.
         known = case when ${gasPaid(coin, `t.status = 'confirmed' and t.block_height > $8`)} then known
           else greatest(known, $6) end
       where coin = $1 and address = $2`,
      [
        coin,
        sender.address,
        state.spendable.toString(),
        state.nextNumber,
        height,
        sender.touched,
        (state.forFees ?? 0n).toString(),
        fees?.height ?? 0,
      ],
    );
  }
}

/** For a transfer whose block left the chain. The next planned transfer may take the number, or the gap is filled. */
export async function freeConfirmedNumber(tx: Tx, { coin, plan }: TransferRow): Promise<void> {
  if (!('sender' in plan.origin)) return;
  await tx.query(
    `update wallet_senders set confirmed_number = least(confirmed_number, $3)
     where coin = any($1::text[]) and address = $2`,
    [networkCoinsOf(tx.instance, coin), plan.origin.sender, plan.origin.number],
  );
}

/** Amounts that transfers take and that the balance does not reflect yet. */
const outstanding = (sum: string) => `coalesce((
  select sum(${sum}) from transfers t
  where t.coin = s.coin and t.sender = s.address
    and (${OPEN} or (t.status = 'confirmed' and t.block_height > s.checked_height))), 0)`;

/** The same for the network's other coins. Simulated chains have separate heights. */
const taken = (others: readonly string[], sum: string) => `coalesce((
  select sum(${sum}) from transfers t
  where t.coin = any('{${others.join()}}') and t.sender = s.address
    and (${OPEN} or (t.status = 'confirmed' and s.touched > s.known))), 0)`;

/** SQL: a transfer of any coin of the network is on its way from the address. */
const isSending = (network: readonly string[]) => `exists (select 1 from transfers t
  where t.coin = any('{${network.join()}}') and t.sender = s.address and ${OPEN})`;

const awaitsGas = (coin: string) => `(s.touched > s.known or ${gasPaid(coin, OPEN)})`;

function columnsOf(coin: string, network: readonly string[]): string {
  const others = network.filter((code) => code !== coin);
  const { feeCoin } = definedCoin(coin);
  const fees = `case when t.fee_coin = s.coin then t.network_fee else 0 end`;
  const ofFeeCoin = `case when t.coin = '${feeCoin}' then t.amount else t.network_fee end`;
  return `s.address, s.is_hot, s.confirmed_number,
  s.balance - ${outstanding('t.amount')} - ${taken(others, fees)} as spendable,
  s.fee_balance - ${outstanding('t.network_fee')} - ${taken(others, ofFeeCoin)} as for_fees,
  ${awaitsGas(coin)} as awaits_gas`;
}

/** Every assignment of one of the coin's numbers takes this lock first. */
export async function lockHotSender(tx: Tx, coin: string): Promise<Sender | null> {
  await tx.query(
    'select 1 from wallet_senders where coin = $1 and is_hot order by address for update',
    [coin],
  );
  const rows = await tx.query<Sender>(
    `select ${columnsOf(coin, networkCoinsOf(tx.instance, coin))} from wallet_senders s where s.coin = $1 and s.is_hot`,
    [coin],
  );
  return rows[0] ?? null;
}

interface SenderQuery {
  readonly atLeast: bigint;
  readonly order: 'rising' | 'falling';
  readonly limit: number;
  /** For a token: the fee of its transfer. */
  readonly fee?: bigint;
}

/**
 * Those that can pay a token's fee come first. Requires the hot sender's lock. An address with several coins of the
 * network is locked for all of them, because a transfer of another coin may choose it at the same time.
 */
export async function otherSenders(
  tx: Tx,
  coin: string,
  requested: SenderQuery,
): Promise<Sender[]> {
  const network = networkCoinsOf(tx.instance, coin);
  const found = await readOthers(tx, { coin, network }, requested);
  const locked = await tx.query<{ coin: string; address: string }>(
    `select coin, address from wallet_senders where coin = any($1::text[]) and address = any($2::text[])
     order by address, coin for update`,
    [network, found.map(({ address }) => address)],
  );
  if (locked.every((row) => row.coin === coin)) return found;
  const addresses = new Set(locked.map(({ address }) => address));
  const again = await readOthers(tx, { coin, network }, requested);
  return again.filter(({ address }) => addresses.has(address));
}

function readOthers(
  tx: Tx,
  { coin, network }: { coin: string; network: readonly string[] },
  { atLeast, order, limit, fee }: SenderQuery,
): Promise<Sender[]> {
  const ready = fee === undefined ? '' : `(s.fee_balance >= ${fee} or ${awaitsGas(coin)}) desc,`;
  return tx.query<Sender>(
    `select * from (
       select ${columnsOf(coin, network)} from wallet_senders s
       where s.coin = $1 and not s.is_hot and s.balance >= $2 and not ${isSending(network)}
       order by ${ready} s.balance ${order === 'rising' ? 'asc' : 'desc'}, s.address limit $3) x
     where spendable >= $2`,
    [coin, atLeast.toString(), limit],
  );
}

/** Includes the amount that the transfer itself takes. Null when outputs are spent. */
export async function senderOf(
  sql: Sql,
  instance: Instance,
  { coin, plan }: Pick<TransferRow, 'coin' | 'plan'>,
): Promise<Sender | null> {
  if (!('sender' in plan.origin)) return null;
  const rows = await sql.query<Sender>(
    `select ${columnsOf(coin, networkCoinsOf(instance, coin))} from wallet_senders s where s.coin = $1 and s.address = $2`,
    [coin, plan.origin.sender],
  );
  return rows[0] ?? null;
}

/** Across all coins of the network. Planning other coins' transfers from the address waits for the lock. */
export async function freeNumber(tx: Tx, coin: string, sender: Sender): Promise<number> {
  const network = networkCoinsOf(tx.instance, coin);
  const known = await tx.query<{ confirmed_number: number }>(
    `select confirmed_number from wallet_senders where coin = any($1::text[]) and address = $2
     order by coin for update`,
    [network, sender.address],
  );
  const confirmed = Math.max(...known.map((row) => row.confirmed_number), sender.confirmed_number);
  const rows = await tx.query<{ number: number }>(
    `select distinct number from transfers
     where coin = any($1::text[]) and sender = $2 and number >= $3 and status <> 'dead' order by number`,
    [network, sender.address, confirmed],
  );
  let free = confirmed;
  for (const { number } of rows) {
    if (number !== free) break;
    free += 1;
  }
  return free;
}

/** Marks a plan's addresses as changed in every coin of the network, because fees, gas and numbers change as well. */
export async function touchSenders(tx: Tx, { coin, origin, outputs }: TransferPlan): Promise<void> {
  const paid = outputs.map((output) => output.address);
  const touched = 'sender' in origin ? [origin.sender, ...paid] : paid;
  // Tokens first, because their planning locks rows in that order.
  await touchAddresses(tx, networkCoinsOf(tx.instance, coin).toReversed(), touched);
}

/** The addresses are read again for these coins. */
export async function touchAddresses(
  tx: Tx,
  coins: readonly string[],
  addresses: readonly string[],
): Promise<void> {
  for (const code of coins)
    await tx.query(
      `update wallet_senders set touched = touched + 1 where coin = $1 and address = any($2::text[])`,
      [code, addresses],
    );
}
