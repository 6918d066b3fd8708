// The context and the lock of every operation of the simulated network. The network is a node in the database: several
// processes share it, and it survives their crashes. It is the only adapter that uses the database, because the
// database is the node.
import type { Coin, Network } from '../../coins/coin.ts';
import type { Clock } from '../../core/clock.ts';
import type { ElsewhereCode } from '../../core/error-codes.ts';
import { AppError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Database, SqlTx } from '../../db/database.ts';
import { assertOutsideTransaction } from '../../db/outside-calls.ts';

/** The simulated chain of one coin, as passed to its operations and readers. */
export interface Simulation {
  readonly coin: Coin;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** Addresses of the simulated network are those of the coin's public test network. */
export const simulatedNetwork: Network = 'test';

/** The locked chain. `takeNumbers` issues the numbers after `counter`. */
export interface LockedChain {
  readonly seed: string;
  readonly counter: number;
  readonly height: number;
}

/** Runs one operation in one transaction, with exclusive access to its coin's chain. */
export function operate<T>(
  simulation: Simulation,
  work: (tx: SqlTx, chain: LockedChain) => Promise<T>,
): Promise<T> {
  assertOutsideTransaction();
  return simulation.db.transaction(async (tx) =>
    work(tx, await lockChain(tx, simulation.coin.code)),
  );
}

async function lockChain(tx: SqlTx, coin: string): Promise<LockedChain> {
  const [chain] = await tx.query<LockedChain>(
    'select seed, counter, height from simulation.chains where coin = $1 for update',
    [coin],
  );
  if (chain === undefined) throw refused('unknown_chain', `no simulated ${coin} chain was founded`);
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

/** An operation that a network would not do, or an invalid request. Shown to the sandbox user. */
export function refused(code: ElsewhereCode, message: string): AppError {
  return new AppError({ code, status: 422, message });
}
