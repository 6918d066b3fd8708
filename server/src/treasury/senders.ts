// The addresses that ETH and XRP are sent from, as the node last told them: balance and next number. What our
// own transfers will take from them is counted in the database, never guessed from the node's mempool.
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { ensureHotSender } from './own-address.ts';
import type { Treasury } from './treasury.ts';

const REFRESH_MAX = 50;

export interface Sender {
  readonly address: string;
  readonly is_hot: boolean;
  readonly confirmed_number: number;
  /** What can be planned with now, in the smallest unit; below zero when the node lags behind. */
  readonly spendable: bigint;
}

/** Asks the node about the hot address, and about those that something happened to. */
export async function refreshSenders(app: App, treasury: Treasury): Promise<void> {
  await ensureHotSender(app, treasury.coin.code);
  await refresh(app, treasury, 'is_hot or touched > known');
}

/** So that what the wallets hold is known while nothing is sent, too. */
export async function refreshTouched(app: App, treasury: Treasury): Promise<void> {
  if (treasury.network.model === 'sequence') await refresh(app, treasury, 'touched > known');
}

async function refresh(app: App, treasury: Treasury, which: string): Promise<void> {
  const coin = treasury.coin.code;
  const stale = await app.db.query<{ address: string; touched: number }>(
    `select address, touched from wallet_senders where coin = $1 and (${which})
     order by is_hot desc, address limit ${REFRESH_MAX}`,
    [coin],
  );
  for (const sender of stale) {
    // The height first: what a later block changes is then counted once more, never once too few.
    const { height } = await treasury.chain.tip();
    const state = await treasury.network.account(sender.address);
    await app.db.query(
      `update wallet_senders
       set balance = $3, confirmed_number = greatest(confirmed_number, $4), checked_height = $5,
         known = greatest(known, $6)
       where coin = $1 and address = $2`,
      [coin, sender.address, state.spendable.toString(), state.nextNumber, height, sender.touched],
    );
  }
}

/** What transfers take that the balance does not know of yet. */
const OUTSTANDING = `coalesce((
  select sum(t.amount) from transfers t
  where t.coin = s.coin and t.sender = s.address
    and (t.status in ('reserved', 'signed', 'broadcast')
      or (t.status = 'confirmed' and t.block_height > s.checked_height))), 0)`;

const COLUMNS = `s.address, s.is_hot, s.confirmed_number, s.balance - ${OUTSTANDING} as spendable`;

/** Locks the hot sender. All planning of a coin's numbers passes through this lock first. */
export async function lockHotSender(tx: Tx, coin: string): Promise<Sender | null> {
  await tx.query(
    'select 1 from wallet_senders where coin = $1 and is_hot order by address for update',
    [coin],
  );
  const rows = await tx.query<Sender>(
    `select ${COLUMNS} from wallet_senders s where s.coin = $1 and s.is_hot`,
    [coin],
  );
  return rows[0] ?? null;
}

/** Others with a balance, those with the least first, or with the most. Under the hot sender's lock. */
export function otherSenders(
  tx: Tx,
  coin: string,
  wish: { atLeast: bigint; order: 'rising' | 'falling'; limit: number },
): Promise<Sender[]> {
  return tx.query<Sender>(
    `select * from (
       select ${COLUMNS} from wallet_senders s
       where s.coin = $1 and not s.is_hot and s.balance >= $2
         and not exists (select 1 from transfers t where t.coin = s.coin and t.sender = s.address
           and t.status in ('reserved', 'signed', 'broadcast'))
       order by s.balance ${wish.order === 'rising' ? 'asc' : 'desc'}, s.address limit $3) x
     where spendable >= $2`,
    [coin, wish.atLeast.toString(), wish.limit],
  );
}

/** The least number of a sender that no transfer uses up. A number below the confirmed one is gone. */
export async function freeNumber(tx: Tx, coin: string, sender: Sender): Promise<number> {
  const rows = await tx.query<{ number: number }>(
    `select distinct number from transfers
     where coin = $1 and sender = $2 and number >= $3 and status <> 'dead' order by number`,
    [coin, sender.address, sender.confirmed_number],
  );
  let free = sender.confirmed_number;
  for (const { number } of rows) {
    if (number !== free) break;
    free += 1;
  }
  return free;
}
