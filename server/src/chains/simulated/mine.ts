// Adds blocks to a simulated chain. The first includes the mempool, except what is stuck or depends on it.
import { definedCoin } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import { type Clock, MINUTE, SECOND } from '../../core/clock.ts';
import { apiError } from '../../core/errors.ts';
import type { Sql, SqlTx } from '../../db/database.ts';
import type { BlockMade, BlockRef } from '../chain.ts';
import { dropExpired } from './expiry.ts';
import {
  type LockedChain,
  networkCoins,
  operate,
  readSettings,
  rulesOf,
  type Simulation,
  simulatedHash,
  takeNumbers,
} from './simulation.ts';
import {
  appendBlocks,
  bestBlock,
  countBlocks,
  insertOutputs,
  insertTransactions,
} from './store-chain.ts';
import { dropUnpayable, judgeFunds, type WaitingTransfer } from './unfunded.ts';

export interface MineRequest {
  /** Defaults to 1. */
  readonly count?: number;
  /** False mines empty blocks. Defaults to true. */
  readonly withTransactions?: boolean;
  /** Paid by the first block. */
  readonly rewards?: readonly Reward[];
}

/** A coinbase, or an output of Litecoin's extension block. It has to mature (chains/chain.ts). */
export interface Reward {
  readonly madeBy: BlockMade;
  readonly address: string;
  /** In the coin's smallest unit. */
  readonly amount: bigint;
}

/** Bounds the work of one transaction. */
const BLOCKS_MAX = 10_000;

/** Returns the new tip. */
export async function mine(simulation: Simulation, requested: MineRequest = {}): Promise<BlockRef> {
  const { count = 1, withTransactions = true, rewards = [] } = requested;
  if (!Number.isSafeInteger(count) || count < 1 || count > BLOCKS_MAX) {
    throw apiError('wrong_count', { most: BLOCKS_MAX });
  }
  const tip = await operate(simulation, (tx, chain) =>
    mineOn(tx, { simulation, chain, count, withTransactions, rewards }),
  );
  simulation.log.debug({ coin: simulation.coin.code, ...tip }, 'simulated blocks');
  return tip;
}

interface Mining {
  readonly simulation: Simulation;
  readonly chain: LockedChain;
  readonly count: number;
  readonly withTransactions: boolean;
  readonly rewards?: readonly Reward[];
}

/** The caller holds the chain's lock. */
export async function mineOn(tx: SqlTx, mining: Mining): Promise<BlockRef> {
  const { simulation, chain, count } = mining;
  const coin = simulation.coin.code;
  const parent = await bestBlock(tx, coin, chain.height);
  const first = await takeNumbers(tx, coin, count);
  const hashAt = (place: number) => simulatedHash(coin, chain.seed, first + place);
  // Block times must not decrease when the clock is set back.
  const time = Math.max(simulation.clock.now(), parent.time.getTime());
  const blocks = Array.from({ length: count }, (_, place) => ({
    height: chain.height + 1 + place,
    hash: hashAt(place),
    parentHash: place === 0 ? parent.hash : hashAt(place - 1),
    time,
  }));
  await appendBlocks(tx, coin, blocks);
  if (mining.withTransactions) await confirmMempool(tx, coin, hashAt(0));
  for (const reward of mining.rewards ?? [])
    await payReward(tx, { ...mining, reward, blockHash: hashAt(0) });
  const { height, hash } = defined(blocks.at(-1), 'at least one block is mined');
  await dropExpired(tx, coin, height);
  await dropUnpayable(tx, coin);
  return { height, hash };
}

function hasReward(coin: string, madeBy: BlockMade): boolean {
  const { nodes } = definedCoin(coin);
  return nodes.family === 'bitcoind' && nodes.maturity[madeBy] !== null;
}

async function payReward(
  tx: SqlTx,
  { simulation, chain, reward, blockHash }: Mining & { reward: Reward; blockHash: string },
): Promise<void> {
  const { code: coin } = simulation.coin;
  if (!hasReward(coin, reward.madeBy)) throw apiError('no_rewards', { coin, kind: reward.madeBy });
  const number = await takeNumbers(tx, coin, 1);
  const txid = simulatedHash(coin, chain.seed, number);
  const firstSeenAt = simulation.clock.now();
  const nothing = { fee: 0n, isStuck: false, hasFailed: false, sources: [], raw: null };
  await insertTransactions(tx, coin, [{ txid, number, firstSeenAt, ...nothing }]);
  const { address, amount } = reward;
  await insertOutputs(tx, coin, [
    { txid, index: 0, address, tag: null, amount, delivered: amount },
  ]);
  await tx.query(
    `update simulation.transactions set made_by = $3, block_hash = $4, mempool_number = null
     where coin = $1 and txid = $2`,
    [coin, txid, reward.madeBy, blockHash],
  );
}

async function confirmMempool(tx: SqlTx, coin: string, blockHash: string): Promise<void> {
  const { model } = rulesOf(coin);
  const leftOut = model === 'sequence' ? await findUnpayable(tx, coin) : [];
  const values = waitingValues(coin);
  const at = values.length;
  await tx.query(
    `with recursive ${waitingSql[model]}
     update simulation.transactions
     set block_hash = $${at + 1}, mempool_number = null
     where coin = $1 and mempool_number is not null and txid not in (select txid from waiting)
       and txid <> all($${at + 2}::text[])`,
    [...values, blockHash, leftOut],
  );
  await takeFees(tx, coin, blockHash);
  await countBlocks(tx, coin, { hashes: [blockHash], sign: 1 });
}

/** Our transfers, among those that the next block could include, whose senders cannot fund them. */
async function findUnpayable(tx: SqlTx, coin: string): Promise<string[]> {
  const inOrder = await tx.query<WaitingTransfer>(
    `with recursive ${waitingSql.sequence}
     select t.txid, s.origin, s.amount, t.fee
     from simulation.transactions t join simulation.spends s using (coin, txid)
     where t.coin = $1 and t.mempool_number is not null and t.raw is not null
       and t.txid not in (select txid from waiting)
     order by s.origin, s.number`,
    waitingValues(coin),
  );
  return inOrder.length === 0 ? [] : judgeFunds(tx, coin, inOrder);
}

/** Charges the base fee and the tip, at most what was offered for both. */
async function takeFees(tx: SqlTx, coin: string, blockHash: string): Promise<void> {
  const { basePercent, normalFee } = rulesOf(coin);
  if (basePercent === undefined) return;
  const { feePercent } = await readSettings(tx, coin);
  const base = (normalFee * BigInt(feePercent) * basePercent) / 10_000n;
  await tx.query(
    `update simulation.transactions set taken = least(fee, tip + $3)
     where coin = $1 and block_hash = $2 and tip is not null`,
    [coin, blockHash, base.toString()],
  );
}

function waitingValues(coin: string): readonly unknown[] {
  const { model, firstSequence } = rulesOf(coin);
  return model === 'sequence' ? [coin, firstSequence, networkCoins(coin)] : [coin];
}

/** Mempool transactions that a block cannot include yet. */
const waitingSql = {
  // Stuck transactions, and those that spend an output of a waiting transaction.
  outputs: `waiting (txid) as (
      select txid from simulation.transactions
      where coin = $1 and mempool_number is not null and is_stuck
      union
      select s.txid from waiting w join simulation.spends s on s.coin = $1 and s.origin = w.txid
    )`,
  // Stuck transactions, and all later ones of their sender; also those after a gap in the nonces or sequences.
  sequence: `pending as (
      select t.txid, t.is_stuck, s.origin, s.number
      from simulation.transactions t left join simulation.spends s using (coin, txid)
      where t.coin = $1 and t.mempool_number is not null
    ), held as (
      select p.origin, min(p.number) "number" from pending p
      where p.is_stuck or (p.number > $2 and not exists (
        select 1 from simulation.spends e join simulation.transactions et using (coin, txid)
        where e.coin = any($3::text[]) and e.origin = p.origin and e.number = p.number - 1
          and (et.block_hash is not null or (e.coin = $1 and et.mempool_number is not null))))
      group by p.origin
    ), waiting as (
      select txid from pending where is_stuck
      union
      select p.txid from pending p join held h on h.origin = p.origin and p.number >= h.number
    )`,
} as const;

/** Between blocks that nothing waits for. */
const IDLE_BLOCKS = 10 * MINUTE;

/**
 * One query for all coins, without a lock. Blocks come at the chain's interval while something waits for them: a
 * transaction, which stays unconfirmed for one interval, or the coin is one of `waiting`.
 */
export async function nextBlocks(
  sql: Sql,
  coins: readonly string[],
  waiting: readonly string[],
): Promise<readonly { readonly coin: string; readonly dueAt: number }[]> {
  const rows = await sql.query<{ coin: string; due_at: Date }>(
    `select coin, greatest(
       case when seen_at is null and coin <> all($3::text[]) then b.time + make_interval(secs => $2) end,
       greatest(b.time, seen_at) + s.mine_every_seconds * interval '1 second') as due_at
     from simulation.chains c
       join simulation.settings s using (coin)
       join simulation.blocks b using (coin, height)
       cross join lateral (select min(first_seen_at) as seen_at from simulation.transactions t
         where t.coin = c.coin and t.mempool_number is not null) m
     where b.is_best and s.mine_every_seconds is not null and coin = any($1::text[]) order by coin`,
    [coins, IDLE_BLOCKS / SECOND, waiting],
  );
  return rows.map(({ coin, due_at: dueAt }) => ({ coin, dueAt: dueAt.getTime() }));
}

/** By their interval alone. */
async function dueChains(sql: Sql, clock: Clock): Promise<readonly string[]> {
  const rows = await sql.query<{ coin: string }>(
    `select coin from simulation.chains c
       join simulation.settings s using (coin)
       join simulation.blocks b using (coin, height)
     where b.is_best and $1 >= b.time + s.mine_every_seconds * interval '1 second' order by coin`,
    [new Date(clock.now())],
  );
  return rows.map(({ coin }) => coin);
}

/** Null when no block was due. The chain's lock lets one process mine. */
export async function mineDue(simulation: Simulation): Promise<BlockRef | null> {
  const coin = simulation.coin.code;
  return operate(simulation, async (tx, chain) => {
    const due = await dueChains(tx, simulation.clock);
    if (!due.includes(coin)) return null;
    return mineOn(tx, { simulation, chain, count: 1, withTransactions: true });
  });
}
