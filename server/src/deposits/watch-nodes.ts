// Raises an alert for each unused node of a coin that has several, until it recovers.

import type { App } from '../app.ts';
import { watchTaskName } from '../chains/chain.ts';
import type { NodeVerdict } from '../chains/failover/members.ts';
import type { Coin } from '../coins/coin.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { openAlert, resolveOpen } from '../ledger/alerts.ts';
import { readFailing, recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';

// Raises an alert for a chain that was not polled for a while, by any process, or whose node has no new block.

// A single node lags when its newest block is old: it is still syncing, or lost its peers.

/** Blocks arrive at random: this many block intervals without a block happen once in 10^15 (e^-36). */
const SPACINGS = 36;
/** Ethereum has not missed 25 slots in a row since September 2022; the rest allows for clock differences. */
const AGE_LEAST = 5 * MINUTE;
/** A miner can write a false time into a block, so the newest time of several blocks counts. */
const BLOCKS = 11;
/** Blocks that may arrive while the chain is read. */
const UNREAD_MAX = 2;

/** The maximum age of the newest block, in milliseconds. */
export function agedAfter({ blockSeconds }: Pick<Coin, 'blockSeconds'>): number {
  return Math.max(AGE_LEAST, SPACINGS * blockSeconds * SECOND);
}

interface NewestBlock {
  readonly coin: string;
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

/** Never true on private networks, where blocks are mined on demand. */
export function isAged(app: App, coin: Coin, at: Date | null): boolean {
  if (at === null || app.config.network === 'regtest') return false;
  return app.clock.now() - at.getTime() > agedAfter(coin);
}

/** Coins whose node has no block newer than the old one that was read: the node lags, not our watcher. */
async function behindTheirNetwork(
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

const SILENCE_EVERY = 15 * SECOND;
const SILENCE_LEASE = MINUTE;
/** A node's restart raises no alert. */
const SILENT_AFTER = 2 * MINUTE;

export const silenceWorker: Worker = recurring({
  name: 'node-availability',
  everyMilliseconds: SILENCE_EVERY,
  leaseMilliseconds: SILENCE_LEASE,
  async run(app) {
    const answering = await watchSilence(app);
    await watchAges(
      app,
      answering.filter((coin) => app.config.nodes.has(coin)),
    );
    return false;
  },
});

/** Returns the coins whose nodes respond. */
async function watchSilence(app: App): Promise<readonly string[]> {
  const coins = [...app.chains.keys()];
  const failing = await readFailing(app.db, coins.map(watchTaskName));
  const answering = coins.filter((coin) => !failing.has(watchTaskName(coin)));
  await resolveOpen(app, { kind: 'node_unreachable', subjects: answering });
  for (const coin of coins) {
    const polls = failing.get(watchTaskName(coin));
    if (polls === undefined || polls.since > wallNow() - SILENT_AFTER) continue;
    const facts = { reason: polls.error };
    await openAlert(app, { kind: 'node_unreachable', subject: coin, facts });
  }
  return answering;
}

/** The state of the other coins is unknown, so their alerts stay open. */
export async function watchAges(app: App, answering: readonly string[]): Promise<void> {
  const behind = await behindTheirNetwork(app, answering);
  const aged = new Set(behind.map(({ coin }) => coin));
  const moving = answering.filter((coin) => !aged.has(coin));
  await resolveOpen(app, { kind: 'node_behind', subjects: moving });
  for (const { coin, height, at } of behind) {
    const facts = { height, block_at: at.toISOString() };
    await openAlert(app, { kind: 'node_behind', subject: coin, facts });
  }
}

const EVERY = 10 * SECOND;
const LEASE = 30 * SECOND;
/** Consecutive comparisons that a node must fail, so that a restart or a block in transit raises no alert. */
const FAILURES_MIN = 3;

export function nodesWorker(coin: string, review: () => Promise<readonly NodeVerdict[]>): Worker {
  const failures = new Map<string, number>();
  return recurring({
    name: `nodes-${coin.toLowerCase()}`,
    everyMilliseconds: EVERY,
    leaseMilliseconds: LEASE,
    async run(app) {
      for (const verdict of await review()) await applyVerdict(app, { coin, failures, verdict });
      return false;
    },
  });
}

async function applyVerdict(
  app: App,
  heard: { coin: string; failures: Map<string, number>; verdict: NodeVerdict },
): Promise<void> {
  const { coin, failures, verdict } = heard;
  const alert = { kind: 'node_excluded', subject: `${coin} ${verdict.node}` } as const;
  if (verdict.unfit === null) {
    failures.delete(verdict.node);
    return resolveOpen(app, { kind: alert.kind, subjects: [alert.subject] });
  }
  const count = (failures.get(verdict.node) ?? 0) + 1;
  failures.set(verdict.node, count);
  if (count < FAILURES_MIN) return;
  const facts = verdict.unfit;
  await openAlert(app, { ...alert, facts });
}
