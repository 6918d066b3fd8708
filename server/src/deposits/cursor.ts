// How far each chain was read. A cursor moves only from the position that its reader saw, so only one process moves it.
import type { App } from '../app.ts';
import { type BlockRef, type Chain, ChainUnavailable } from '../chains/chain.ts';
import { coinsOnSameAddresses } from '../coins/registry.ts';
import { defined } from '../core/assert.ts';
import { formatTime, HOUR, MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { hasMark } from '../db/high-water-mark.ts';
import type { Tx } from '../db/tx.ts';

export const HASHES_STORED = 5000;

export interface Cursor extends BlockRef {
  /** Up to this block, the network's own finality decides. Null: depth decides. */
  readonly finalHeight: number | null;
  /** Some addresses are missing (addresses/reserved-numbers.ts), so payments to them would go unseen. */
  readonly isBlind: boolean;
}

/** A block's timestamp may differ this much from the time when it was mined (Bitcoin Core, MAX_FUTURE_BLOCK_TIME). */
const BLOCK_TIME_SLACK = 2 * HOUR;
/** Ledger close times are rounded by at most two minutes (xrpl.org, "Ledger Close Times"). */
const FINAL_TIME_SLACK = 3 * MINUTE;

/** For a reorganization right after the start. */
const HASHES_AT_START = 64;
const HASHES_AT_ONCE = 8;

export async function readCursor(app: App, coin: string): Promise<Cursor | null> {
  const rows = await app.db.query<Cursor>(
    `select height, hash, final_height "finalHeight", exists (
       select 1 from forgotten_numbers f where f.coin = any($2::text[]) and f.derived_at is null) as "isBlind"
     from chain_cursors c where coin = $1`,
    [coin, addressesOf(app, coin)],
  );
  return rows[0] ?? null;
}

/** The coin's own addresses, and those of coins that payers may confuse with it. */
export function addressesOf({ coins, knownCoins }: App, coin: string): string[] {
  return [coin, ...coinsOnSameAddresses(defined(knownCoins.get(coin), `${coin} is known`), coins)];
}

/** Whether the block was read and is on the current branch. */
export async function isRead(sql: Sql, coin: string, { height, hash }: BlockRef): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from chain_blocks where coin = $1 and height = $2 and hash = $3',
    [coin, height, hash],
  );
  return rows.length > 0;
}

/** Whether the watcher has read past this block on its branch. It then notices if the block leaves the chain. */
export async function isPassed(
  sql: Sql,
  coin: string,
  { height, hash }: BlockRef,
): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from chain_cursors c where c.coin = $1 and (c.height < $2 or exists (
       select 1 from chain_blocks b where b.coin = $1 and b.height = $2 and b.hash <> $3))`,
    [coin, height, hash],
  );
  return rows.length === 0;
}

interface CursorMove {
  readonly coin: string;
  readonly from: BlockRef;
  readonly to: BlockRef;
  /** Whether the spends in the blocks in between were compared with our own outputs and nonces. */
  readonly areSpendsChecked: boolean;
}

/** Throws if another process has moved the cursor, or if the database was rolled back. */
export async function moveCursor(tx: Tx, move: CursorMove): Promise<void> {
  const rows = await tx.query(
    `update chain_cursors set height = $4, hash = $5, updated_at = $6,
       final_height = case when final_height > $4 then $4 else final_height end,
       heeded_above = case when $7 then least(coalesce(heeded_above, height), $4) else $4 end
     where coin = $1 and height = $2 and hash = $3 and ${hasMark('$8', '$9')}
     returning 1`,
    [
      move.coin,
      move.from.height,
      move.from.hash,
      move.to.height,
      move.to.hash,
      tx.now,
      move.areSpendsChecked,
      tx.instance.highWaterMark.process,
      tx.instance.highWaterMark.mark,
    ],
  );
  if (rows.length === 0)
    throw new Error(
      `the ${move.coin} cursor was moved by another process, or the database is older`,
    );
}

interface StoredBlock extends BlockRef {
  /** The block's timestamp, in milliseconds. Omitted for blocks older than the first one that was read. */
  readonly time?: number;
}

export async function storeHashes(
  tx: Tx,
  coin: string,
  blocks: readonly StoredBlock[],
): Promise<void> {
  await tx.query(
    `insert into chain_blocks (coin, height, hash, time)
     select $1, t.* from unnest($2::bigint[], $3::text[], $4::timestamptz[]) as t(height, hash, time)
     on conflict (coin, height) do update set hash = excluded.hash, time = excluded.time`,
    [
      coin,
      blocks.map((block) => block.height),
      blocks.map((block) => block.hash),
      blocks.map(({ time }) => (time === undefined ? null : new Date(time))),
    ],
  );
  const oldest = defined(blocks.at(-1), 'there is a block').height - HASHES_STORED;
  await tx.query('delete from chain_blocks where coin = $1 and height < $2', [coin, oldest]);
}

/** Oldest first. */
export async function hashesUpTo(chain: Chain, start: BlockRef): Promise<BlockRef[]> {
  if (chain.isFinal) return [start];
  const first = Math.max(start.height - HASHES_AT_START, 0);
  const found: BlockRef[] = [];
  for (let height = first; height < start.height; height += HASHES_AT_ONCE) {
    const heights = Array.from({ length: HASHES_AT_ONCE }, (_, n) => height + n);
    const group = heights.filter((item) => item < start.height);
    const hashes = await Promise.all(group.map((item) => chain.hashAt(item)));
    hashes.forEach((hash, n) => {
      if (hash !== null) found.push({ height: height + n, hash });
    });
  }
  return [...found, start];
}

export async function findStart(app: App, chain: Chain): Promise<BlockRef> {
  const tip = await chain.tip();
  const rows = await app.db.query<{ first: Date | null }>(
    'select min(assigned_at) as first from addresses where coin = $1',
    [chain.coin],
  );
  const first = rows[0]?.first ?? null;
  const slack = chain.isFinal ? FINAL_TIME_SLACK : BLOCK_TIME_SLACK;
  return first === null ? tip : lastBefore(chain, tip, first.getTime() - slack);
}

/** Searches in steps that double. Throws when the node has pruned blocks that may contain payments. */
async function lastBefore(chain: Chain, tip: BlockRef, time: number): Promise<BlockRef> {
  const oldest = (await chain.oldest?.()) ?? 0;
  for (let back = 1; ; back *= 2) {
    const height = Math.max(tip.height - back, oldest);
    const [block] = await chain.blocks(height, 1);
    if (block === undefined) return tip;
    if (block.time < time || height === 0) return { height, hash: block.hash };
    if (height > oldest) continue;
    throw new ChainUnavailable(
      `the ${chain.coin} node has blocks from ${height} on, and addresses were given out before that one: ` +
        `it must have those since ${formatTime(new Date(time))}`,
    );
  }
}
