// Watches one coin's chain. Blocks, read from a stored cursor, are authoritative; the mempool is a hint.
import { deriveUnrecorded } from '../addresses/reserved-numbers.ts';
import type { App } from '../app.ts';
import {
  type Block,
  type BlockRef,
  type Chain,
  ChainUnavailable,
  watchTaskName,
} from '../chains/chain.ts';
import { hasArrived } from '../chains/comparison.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { clashesInBlocks } from './clashes.ts';
import { confirmDeposits, isReportedByDepth, noteFinalHeight } from './confirm.ts';
import {
  addressesOf,
  type Cursor,
  findStart,
  hashesUpTo,
  moveCursor,
  readCursor,
  storeHashes,
} from './cursor.ts';
import { findHidden, noteHidden } from './hidden-payments.ts';
import { matchWherever, type Observation } from './match.ts';
import { flagMeasured, measurePayments } from './measure.ts';
import { BLOCKS_MAX, type BlockReader, blockReader } from './read-ahead.ts';
import { storeDeposits } from './record-deposits.ts';
import { forkHeight, rollBack } from './reorganise.ts';
import { restoreDeposits } from './reverse.ts';
import { checkUnallocated } from './unallocated.ts';
import { findUnknownTokens, storeUnknownTokens } from './unknown-tokens.ts';

const POLL = SECOND;
/** Between runs that would find nothing new. Another process takes over then. Health checks rely on it. */
const QUIET = 5 * SECOND;
const CHECK_EVERY = 15 * SECOND;
/** Between runs that read everything again, whatever was found. */
const WHOLE = 5 * MINUTE;
/** Renewed during a run. After a crash, another process takes over within this time. */
const LEASE = 15 * SECOND;

export function watchWorker(coin: Coin, chain: Chain): Worker {
  const reader = blockReader(chain);
  const watch: Watch = {
    coin,
    chain,
    reader,
    unstored: [],
    round: 0,
    quiet: null,
    peekedAt: Number.NEGATIVE_INFINITY,
  };
  return recurring({
    name: watchTaskName(coin.code),
    everyMilliseconds: POLL,
    longestMilliseconds: QUIET,
    leaseMilliseconds: LEASE,
    peek: {
      everyMilliseconds: POLL,
      hasChanged: (app, isWoken) => hasChanged(app, watch, isWoken),
    },
    run: (app) => watchOnce(app, watch),
  });
}

interface Watch {
  readonly coin: Coin;
  readonly chain: Chain;
  readonly reader: BlockReader;
  /** Reported only once and not stored yet. The first sighting decides whether a payment is late. */
  unstored: readonly Observation[];
  /** The round of comparison (chains/comparison.ts) that this read belongs to. */
  round: number;
  /** Null while the next run may find something even if the node reports nothing new. */
  quiet: Quiet | null;
  /** By `steadyNow`, in a process whose loop runs the watcher. */
  peekedAt: number;
}

interface Quiet {
  readonly tip: BlockRef;
  /** By `steadyNow`: when the rest ends, when the database was read, and when everything is read again. */
  until: number;
  checkedAt: number;
  readonly wholeAt: number;
}

/**
 * One run: a reorganization or the next blocks, then the mempool. True when there are more blocks. While nothing waits
 * and the node reports nothing new, this process only compares the node's tip and mempool, without the database.
 */
async function watchOnce(app: App, watch: Watch): Promise<boolean | number> {
  const { quiet } = watch;
  const now = steadyNow();
  const isPeeking = now - watch.peekedAt < QUIET;
  const isRested = quiet !== null && isPeeking && now >= quiet.until && now < quiet.wholeAt;
  if (isRested && !(await hasChanged(app, watch, false)) && (await staysQuiet(app, watch, quiet))) {
    quiet.until = now + QUIET;
    return QUIET;
  }
  watch.quiet = null;
  const { round } = app.comparison;
  if (watch.round !== round) evict(watch, round);
  if (app.comparison.trustedRound !== round) await app.reactions.databaseDoubted(app);
  const isAllReported = hasArrived(app.comparison);
  const cursor = (await readCursor(app, watch.coin.code)) ?? (await startCursor(app, watch));
  if (cursor.isBlind)
    for (const coin of addressesOf(app, watch.coin.code)) await deriveUnrecorded(app, coin);
  const blocks = await watch.reader.next(cursor.height + 1);
  const isOnBranch =
    blocks[0] === undefined
      ? await isBest(watch.chain, cursor)
      : blocks[0].parentHash === cursor.hash;
  if (!isOnBranch) {
    const height = await forkHeight(app, watch.chain, cursor);
    await rollBack(app, { coin: watch.coin, cursor, height });
    return true;
  }
  const last = blocks.at(-1);
  const isLastRun = await isAtTip(watch.chain, blocks);
  if (last !== undefined && !isLastRun) watch.reader.begin(last.height + 1);
  if (last !== undefined) await storeBlocks(app, watch, { cursor, blocks });
  const facts = { coin: watch.coin.code };
  await noteFinalHeight(app, watch.chain, cursor);
  await confirmDeposits(app, facts);
  await restoreDeposits(app, facts);
  // A block that arrived meanwhile may have taken payments out of the mempool, so it is read first.
  const isCaughtUp = isLastRun && (await isAtTip(watch.chain, blocks));
  const isAllSeen = isCaughtUp && (await storeMempool(app, watch));
  if (isCaughtUp) await checkUnallocated(app, watch);
  // A run that began before the database was in doubt matched its payments against the old state.
  if (isAllSeen && isAllReported && round === app.comparison.round)
    app.watchedCoins.add(watch.coin.code);
  if (isCaughtUp) await findHidden(app, watch);
  if (!isCaughtUp || !isAllSeen) return !isCaughtUp;
  const tip = last ?? cursor;
  if (!app.watchedCoins.has(watch.coin.code) || !(await isQuiet(app, watch, tip))) return false;
  watch.quiet = { tip, until: now + QUIET, checkedAt: now, wholeAt: now + WHOLE };
  return QUIET;
}

async function hasChanged(app: App, watch: Watch, isWoken: boolean): Promise<boolean> {
  const { coin, chain, quiet } = watch;
  watch.peekedAt = steadyNow();
  if (watch.round !== app.comparison.round || !app.watchedCoins.has(coin.code)) return true;
  if (quiet === null || (chain.isAnnounced === true && !isWoken)) return false;
  try {
    if ((await chain.tip()).hash !== quiet.tip.hash) return true;
    if (!(await readMempool(app, watch))) return true;
    return watch.unstored.length > 0 && !(await dropOthers(app, watch));
  } catch (error) {
    if (error instanceof ChainUnavailable) return true;
    throw error;
  }
}

/** Transactions of others in the mempool need no run, which takes five times as many statements. */
async function dropOthers(app: App, watch: Watch): Promise<boolean> {
  const { coin, unstored, round } = watch;
  const matched = await matchWherever(app, coin, unstored);
  const poll = { coin: coin.code, observations: unstored };
  const areOurs = matched.length > 0 || (await app.reactions.hasOurSpends(app, poll));
  if (areOurs || round !== app.comparison.round) return false;
  watch.unstored = [];
  return true;
}

async function staysQuiet(app: App, watch: Watch, quiet: Quiet): Promise<boolean> {
  const now = steadyNow();
  if (now - quiet.checkedAt < CHECK_EVERY) return true;
  quiet.checkedAt = now;
  return isQuiet(app, watch, quiet.tip);
}

/** Whether the chain was read to this block, and no payment waits for the next one. */
async function isQuiet(app: App, { coin }: Watch, tip: BlockRef): Promise<boolean> {
  const rows = await app.db.query(
    `select 1 from chain_cursors c where c.coin = $1 and c.hash = $2 and c.compare_rounds = 0
       and not exists (select 1 from deposits d where d.coin = $1 and d.status = 'pending')
       and not exists (select 1 from deposits d where d.coin = $1 and d.status = 'reversed')
       and not exists (select 1 from deposits d
         where d.coin = $1 and d.block_height is null and d.status in ('pending', 'confirmed'))
       and not exists (select 1 from forgotten_numbers f where f.coin = any($3::text[]) and f.derived_at is null)`,
    [coin.code, tip.hash, addressesOf(app, coin.code)],
  );
  return rows.length > 0;
}

/** The database may have been rolled back, so the node must report its mempool again. */
function evict(watch: Watch, round: number): void {
  watch.chain.clearMempool();
  watch.unstored = [];
  watch.round = round;
}

/** Whether the last block that was read is still in the best chain, or no block was read. */
async function isAtTip(chain: Chain, blocks: readonly Block[]): Promise<boolean> {
  const last = blocks.at(-1);
  if (last === undefined) return true;
  return blocks.length < BLOCKS_MAX && last.height >= (await chain.tip()).height;
}

/** Throws on a node that has no block at our height: nothing was reorganized, and no deposit is lost. */
async function isBest(chain: Chain, cursor: BlockRef): Promise<boolean> {
  const hash = await chain.hashAt(cursor.height);
  if (hash !== null) return hash === cursor.hash;
  throw new ChainUnavailable(`the node is behind: it has no block ${cursor.height} yet`);
}

async function storeBlocks(
  app: App,
  watch: Watch,
  step: { cursor: Cursor; blocks: readonly Block[] },
): Promise<void> {
  const { cursor, blocks } = step;
  const now = app.clock.now();
  const observations = blocks.map((block): Observation => {
    const { height, hash, payments, spends } = block;
    return { block: { height, hash }, seenAt: Math.min(block.time, now), payments, spends };
  });
  const { coin, chain } = watch;
  const claimed = await matchWherever(app, coin, observations);
  const measured = await measurePayments(chain, blocks, claimed);
  const { matched } = measured;
  const clashes = await clashesInBlocks(app, chain, { blocks, matched });
  const unknownTokens = await findUnknownTokens(app, coin, blocks);
  const tip = defined(blocks.at(-1), 'there is a block');
  await app.db.transaction(async (tx) => {
    const deepUnder = isReportedByDepth(chain, cursor) ? tip : null;
    // With their timestamps, for deepTimes.
    await storeHashes(tx, coin.code, blocks);
    await storeDeposits(tx, { coin, matched, clashes, deepUnder });
    await flagMeasured(tx, { coin, measured });
    await storeUnknownTokens(tx, coin, unknownTokens);
    const areSpendsChecked = await tx.instance.reactions.chainRead(tx, {
      coin: coin.code,
      observations,
    });
    await moveCursor(tx, { coin: coin.code, from: cursor, to: tip, areSpendsChecked });
    if (blocks.some((block) => block.hidesPayments === true)) await noteHidden(tx, coin.code);
  });
}

/** True when the whole mempool was read. */
async function storeMempool(app: App, watch: Watch): Promise<boolean> {
  const { coin } = watch;
  const isWhole = await readMempool(app, watch);
  const observations = watch.unstored;
  if (observations.length === 0) return isWhole;
  const matched = await matchWherever(app, coin, observations);
  await app.db.transaction(async (tx) => {
    await storeDeposits(tx, { coin, matched, deepUnder: null });
    await tx.instance.reactions.chainRead(tx, { coin: coin.code, observations });
  });
  watch.unstored = [];
  return isWhole;
}

/** True when the whole mempool was read. */
async function readMempool(app: App, watch: Watch): Promise<boolean> {
  const seenAt = app.clock.now();
  const { payments, spends, isWhole } = await watch.chain.mempool();
  if (payments.length + spends.length > 0)
    watch.unstored = [...watch.unstored, { block: null, seenAt, payments, spends }];
  return isWhole;
}

async function startCursor(app: App, watch: Watch): Promise<Cursor> {
  const start = await findStart(app, watch.chain);
  const hashes = await hashesUpTo(watch.chain, start);
  await app.db.transaction(async (tx) => {
    await tx.query(
      `insert into chain_cursors (coin, height, hash, updated_at, heeded_above)
       values ($1, $2, $3, $4, $2) on conflict do nothing`,
      [watch.coin.code, start.height, start.hash, tx.now],
    );
    await storeHashes(tx, watch.coin.code, hashes);
  });
  return defined(await readCursor(app, watch.coin.code), 'the cursor was just stored');
}
