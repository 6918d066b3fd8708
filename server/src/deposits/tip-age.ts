// A single node cannot be compared with others. The age of its newest block shows whether it lags: the block is old on
// a node that is still syncing and on one that lost its peers.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';

/** Blocks arrive at random: this many block intervals without a block happen once in 10^15 (e^-36). */
const SPACINGS = 36;
/** Ethereum has not missed 25 slots in a row since September 2022; the rest allows for clock differences. */
const AGE_LEAST = 5 * MINUTE;
/** A miner can write a false time into a block, so the newest time of several blocks counts. */
const BLOCKS = 11;
/** Blocks that may arrive while the chain is read. */
const UNREAD_MAX = 2;

/** The maximum age of the newest block of a live chain, in milliseconds. Pure. */
export function agedAfter({ blockSeconds }: Pick<Coin, 'blockSeconds'>): number {
  return Math.max(AGE_LEAST, SPACINGS * blockSeconds * SECOND);
}

export interface NewestBlock {
  readonly coin: string;
  /** The height up to which the chain was read. */
  readonly height: number;
  /** The miner's timestamp. Null: no block was read yet. */
  readonly at: Date | null;
}

export function newestBlocks(sql: Sql, coins: readonly string[]): Promise<NewestBlock[]> {
  return sql.query<NewestBlock>(
    `select c.coin, c.height, (select max(b.time) from chain_blocks b
       where b.coin = c.coin and b.height > c.height - ${BLOCKS} and b.height <= c.height) as at
     from chain_cursors c where c.coin = any($1::text[]) order by c.coin`,
    [coins],
  );
}

/** Whether it is too old for a live chain. Never on private networks, where blocks are mined by hand. */
export function isAged(app: App, coin: Coin, at: Date | null): boolean {
  if (at === null || app.config.network === 'regtest') return false;
  return app.clock.now() - at.getTime() > agedAfter(coin);
}

/** Coins whose node has no block newer than the old one that was read: the node lags, not our watcher. */
export async function behindTheirNetwork(
  app: App,
  coins: readonly string[],
): Promise<readonly (NewestBlock & { readonly at: Date })[]> {
  const found: (NewestBlock & { readonly at: Date })[] = [];
  for (const { at, ...newest } of await newestBlocks(app.db, coins)) {
    const coin = app.coins.get(newest.coin);
    if (coin === undefined || at === null || !isAged(app, coin, at)) continue;
    const tip = await app.chains
      .get(coin.code)
      ?.tip()
      .catch(() => null);
    if (tip && tip.height - newest.height <= UNREAD_MAX) found.push({ ...newest, at });
  }
  return found;
}
