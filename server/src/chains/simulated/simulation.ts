// The simulated network is a node in the database: several processes share it, and it survives their crashes.
import { createHash } from 'node:crypto';
import type { Coin, Network } from '../../coins/coin.ts';
import { definedCoins } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';
import type { Clock } from '../../core/clock.ts';
import { apiError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { WAKE_CHANNEL } from '../../db/changed.ts';
import type { Database, Sql, SqlTx } from '../../db/database.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';
import { type Finality, watchTaskName } from '../chain.ts';
import { EXPIRES_AFTER } from '../rippled/rippled-transfers.ts';

// How the simulated networks differ, by node family and coin definition.

interface NetworkRules {
  /** `outputs`: spends outputs and has several. `sequence`: one payment, numbered per sender. */
  readonly model: 'outputs' | 'sequence';
  readonly hashForm: 'lower' | 'upper' | '0x';
  readonly isReplaceable: boolean;
  /** XRP partial payments. */
  readonly hasPartialPayments: boolean;
  /** Whether a transaction can be mined and still move nothing (ETH). */
  readonly hasFailures: boolean;
  readonly firstSequence: number;
  /** Of an account, in the smallest unit. */
  readonly reserve: bigint;
  /** Of a simple payment, in the smallest unit of the coin that fees are paid in. */
  readonly normalFee: bigint;
  /** In percent of a normal fee (ETH): what a block charges, and the quoted tip. The rest is not charged. */
  readonly basePercent?: bigint;
  readonly tipPercent?: bigint;
  /** Token fees are paid in the coin of the network. */
  readonly isToken?: true;
  /** A transfer to it gets into a block with this failure, and moves nothing (XRP, DepositAuth). */
  readonly refusingPayee?: { readonly address: string; readonly failure: string };
  /** Like `refusingPayee`, but not detected before the transfer has failed. */
  readonly failingPayee?: { readonly address: string; readonly failure: string };
  /** Accepts no payment without a destination tag (XRP, RequireDest). */
  readonly taggedPayee?: { readonly address: string; readonly failure: string };
  /** In blocks (XRP). */
  readonly expiresAfter?: number;
  /** How far behind the tip the network's own finality levels are (ETH). */
  readonly finality?: Readonly<Record<Finality, number>>;
  readonly hasDoubleSpendProofs?: true;
  readonly blockSeconds: number;
}

/** For 20 gwei, a base fee of 8 and a tip of 1: a slow quote, half of 20, is above their sum. */
const pricing = { basePercent: 40n, tipPercent: 5n } as const;

const rulesByCoin = new Map([...definedCoins].map(([code, coin]) => [code, playedAs(coin)]));

export function rulesOf(coin: string): NetworkRules {
  return defined(rulesByCoin.get(coin), `a simulated network for ${coin}`);
}

/** A network's coins have separate chains here, but an address has one nonce and one fee balance across all. */
export function networkCoins(code: string): string[] {
  const feeCoin = definedCoins.get(code)?.feeCoin ?? code;
  const coins = [...definedCoins.values()].filter((coin) => coin.feeCoin === feeCoin);
  return coins.map((coin) => coin.code);
}

function playedAs(coin: Coin): NetworkRules {
  const { isReplaceable, blockSeconds, baselineFee: normalFee, nodes, token } = coin;
  const rules = {
    isReplaceable,
    blockSeconds,
    normalFee,
    firstSequence: 0,
    reserve: 0n,
    hasPartialPayments: false,
    hasFailures: false,
  };
  if (nodes.family === 'bitcoind') {
    return {
      ...rules,
      model: 'outputs',
      hashForm: 'lower',
      ...(nodes.hasDoubleSpendProofs && { hasDoubleSpendProofs: true }),
    };
  }
  if (nodes.family === 'evm') {
    return {
      ...rules,
      model: 'sequence',
      hashForm: '0x',
      hasFailures: true,
      finality: nodes.finality,
      ...pricing,
      ...(token !== null && { isToken: true }),
    };
  }
  return {
    ...rules,
    model: 'sequence',
    hashForm: 'upper',
    firstSequence: 1,
    reserve: nodes.reserve,
    hasPartialPayments: true,
    refusingPayee: nodes.refusingPayee,
    failingPayee: nodes.failingPayee,
    taggedPayee: nodes.taggedPayee,
    expiresAfter: EXPIRES_AFTER,
  };
}

/** The hash of a block or transaction, the same on every run. */
export function simulatedHash(coin: string, seed: string, number: number): string {
  return hashOf(coin, `${seed}:${coin}:${number}`);
}

export function hashOf(coin: string, text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const form = rulesOf(coin).hashForm;
  return form === '0x' ? `0x${hex}` : form === 'upper' ? hex.toUpperCase() : hex;
}

export interface Simulation {
  readonly coin: Coin;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

export const simulatedNetwork: Network = 'test';

/** `takeNumbers` issues the numbers after `counter`. */
export interface LockedChain {
  readonly seed: string;
  readonly counter: number;
  readonly height: number;
}

/** Runs an operation in one transaction, with the lock of its coin's chain. */
export function operate<T>(
  simulation: Simulation,
  work: (tx: SqlTx, chain: LockedChain) => Promise<T>,
): Promise<T> {
  assertOutsideTransaction();
  return simulation.db.transaction(async (tx) => {
    const result = await work(tx, await lockChain(tx, simulation.coin.code));
    await announceChange(tx, simulation.coin.code);
    return result;
  });
}

/** Wakes the worker that mines blocks. */
export const MINING_WORKER = 'sandbox-mining';

/** Like a node that announces blocks and transactions. */
async function announceChange(sql: Sql, coin: string): Promise<void> {
  await sql.query('select pg_notify($1, name) from unnest($2::text[]) as name', [
    WAKE_CHANNEL,
    [watchTaskName(coin), MINING_WORKER],
  ]);
}

async function lockChain(tx: SqlTx, coin: string): Promise<LockedChain> {
  const [chain] = await tx.query<LockedChain>(
    'select seed, counter, height from simulation.chains where coin = $1 for update',
    [coin],
  );
  if (chain === undefined) throw apiError('unknown_chain', { coin });
  return chain;
}

/** Takes `count` new numbers of the locked chain and returns the first. */
export async function takeNumbers(tx: SqlTx, coin: string, count: number): Promise<number> {
  const [row] = await tx.query<{ counter: number }>(
    'update simulation.chains set counter = counter + $2 where coin = $1 returning counter',
    [coin, count],
  );
  if (row === undefined) throw new Error(`the simulated ${coin} chain vanished`);
  return row.counter - count + 1;
}

// The settings of a simulated chain, stored in the database, so that every process sees changes immediately.

export interface SimulationSettings {
  /** Every method of the Chain port throws ChainUnavailable; the network itself continues. */
  readonly nodeIsDown: boolean;
  /** In percent of the baseline. */
  readonly feePercent: number;
  /** The node keeps the first of two conflicting transactions, whatever the second pays. */
  readonly refusesReplacements: boolean;
  /** Null: blocks are mined only on demand. */
  readonly mineEverySeconds: number | null;
}

/** Throws AppError `unknown_chain` when the chain was not created. */
export async function readSettings(sql: Sql, coin: string): Promise<SimulationSettings> {
  const [row] = await sql.query<SimulationSettings>(
    `select node_is_down "nodeIsDown", fee_percent "feePercent",
       refuses_replacements "refusesReplacements", mine_every_seconds "mineEverySeconds"
     from simulation.settings where coin = $1`,
    [coin],
  );
  if (row === undefined) throw apiError('unknown_chain', { coin });
  return row;
}

/** Returns all settings after the change. */
export async function changeSettings(
  simulation: Simulation,
  changes: Partial<SimulationSettings>,
): Promise<SimulationSettings> {
  assertOutsideTransaction();
  const coin = simulation.coin.code;
  await simulation.db.query(
    `update simulation.settings
     set node_is_down = coalesce($2, node_is_down), fee_percent = coalesce($3, fee_percent),
         refuses_replacements = coalesce($6, refuses_replacements),
         mine_every_seconds = case when $4 then $5 else mine_every_seconds end
     where coin = $1`,
    [
      coin,
      changes.nodeIsDown ?? null,
      changes.feePercent ?? null,
      changes.mineEverySeconds !== undefined,
      changes.mineEverySeconds ?? null,
      changes.refusesReplacements ?? null,
    ],
  );
  await announceChange(simulation.db, coin);
  simulation.log.info({ coin, ...changes }, 'simulated network settings changed');
  return readSettings(simulation.db, coin);
}
