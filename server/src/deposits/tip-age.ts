// A node alone has nobody to be compared with: that it is behind shows by the age of its newest block. One that still
// loads the chain, and one that hears nothing of the network any more, both have an old one.
import type { App } from '../app.ts';
import type { Coin } from '../coins/coin.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';

/** Blocks that come at random: as many spacings in a row without one happen once in 10^15 (e^-36). */
const SPACINGS = 36;
/** Ethereum has not missed 25 slots in a row since September 2022, and clocks differ a little. */
const AGE_LEAST = 5 * MINUTE;
/** A miner may write a false time into his block: the newest of some counts. */
const BLOCKS = 11;
/** Of what comes in while it is read. */
const UNREAD_MAX = 2;

/** How old the newest block of a chain that moves may be, in milliseconds. Pure. */
export function agedAfter({ blockSeconds }: Pick<Coin, 'blockSeconds'>): number {
  return Math.max(AGE_LEAST, SPACINGS * blockSeconds * SECOND);
}

export interface NewestBlock {
  readonly coin: string;
  /** Up to where the chain was read. */
  readonly height: number;
  /** By its miner's clock; null: no block was read yet. */
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

/** Whether it is older than those of a chain that moves; on private networks blocks are made by hand. */
export function isAged(app: App, coin: Coin, at: Date | null): boolean {
  if (at === null || app.config.network === 'regtest') return false;
  return app.clock.now() - at.getTime() > agedAfter(coin);
}

/** Those whose node has no newer block than the old one that was read: it is behind, not we. */
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
