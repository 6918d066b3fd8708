// The one door to PostgreSQL. `query` runs a single statement; `transaction` gives SQL in that transaction; what else a
// decision in it may use is added by `carrying` (db/tx.ts). Statements are prepared once per connection, named by text.

import pg from 'pg';
import type { Log } from '../core/log.ts';
import type { ClockReading } from '../core/machine-clock.ts';
import { listTypes, packed } from './binary-arrays.ts';
import { causeOf, sqlState, type Transaction } from './first-failure.ts';
import { hostsOf } from './hosts-of.ts';
import { keepListening, type Listening } from './keep-listening.ts';
import { type Limits, PROMPT, UNHURRIED } from './limits.ts';
import { type OpenPool, openPool, type PoolUse } from './open-pool.ts';
import { runInside } from './outside-calls.ts';
import { type ServerWatch, serverWatch } from './server-watch.ts';
import { DatabaseUnavailable, namedFailure } from './unavailable.ts';

export interface Sql {
  /**
   * Runs one statement; the rows as objects. numeric and bigint columns as described in `typeParsers`. Throws
   * DatabaseUnavailable when the database is away.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * SQL inside the caller's transaction. Statements that are asked for together (`Promise.all`) travel together and run
 * one after the other, in the order asked.
 */
export interface SqlTx extends Sql {
  readonly isTx: true;
}

export interface Database extends Sql, Pick<ServerWatch, 'breaks' | 'onBreak' | 'notePlace'> {
  /** Runs `work` in one transaction; repeated on serialization failures and deadlocks, so it must be pure SQL. */
  transaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T>;
  /** Several statements that read what was true at one moment, whatever is stored meanwhile. */
  snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T>;
  /** One writing statement that is a transaction by itself: one trip where `transaction` needs three or more. */
  write: Sql['query'];
  /** For what looks at whole tables, or changes them: it may take long, and takes no connection from the others. */
  readonly unhurried: Pick<Database, 'query' | 'transaction' | 'snapshot'>;
  /**
   * Calls `onNotify` for each NOTIFY on the channel, over one connection that is kept and renewed, and `onReading`
   * every few seconds with the database's clock. `first` is a statement that each such connection begins with.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    options?: { readonly onReading?: (reading: ClockReading) => void; readonly first?: string },
  ): Promise<void>;
  /** How its connections are used now, pool by pool. */
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

/** What is needed to connect: a URL, which may name several hosts, or a socket folder and names. */
export type ConnectionFacts =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

export interface PoolSizes {
  readonly main: number;
  /** For single writing statements, which come in batches and wait for each other's locks anyway. */
  readonly writers: number;
  /** Doing one thing at a time is in the nature of what takes long. */
  readonly unhurried: number;
}

/** Of the service. */
export const POOL_SIZES: PoolSizes = { main: 8, writers: 4, unhurried: 2 };
/**
 * Commands find rows by keys and write sets, so the plan does not depend on the values: one plan for each
 * statement is kept instead of being made again for each size of set. It must not be the reading of a
 * whole table either, or of all that one half of a key names, right as that may look while the table is still small.
 */
const PLANNING = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
];
const BEGIN = ['begin', ...PLANNING.map((setting) => `set local ${setting}`)].join('; ');
const BEGIN_SNAPSHOT = 'begin isolation level repeatable read read only';
const WRITER_SETTINGS = PLANNING.map((setting) => `set ${setting}`).join('; ');
const TRANSACTION_ATTEMPTS_MAX = 5;
/**
 * serialization_failure, deadlock_detected, and idle_in_transaction_session_timeout: this process did not run for a
 * while, and what it had begun was rolled back (PostgreSQL appendix A).
 */
const RETRYABLE_CODES = new Set(['40001', '40P01', '25P03']);
/** not_null_violation (same). */
const NOT_NULL_VIOLATION = '23502';

interface Statement {
  readonly name: string;
  /** Of the parameters that are arrays. */
  readonly types: ReadonlyMap<number, string>;
}

const statements = new Map<string, Statement>();

function statementOf(text: string): Statement {
  let statement = statements.get(text);
  if (statement === undefined) {
    statement = { name: `s${statements.size}`, types: listTypes(text) };
    statements.set(text, statement);
  }
  return statement;
}

async function run<Row>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    const { name, types } = statementOf(text);
    const sent = values.map((value, n) => packed(value, types.get(n)));
    const result = await client.query({ name, text, values: sent });
    return result.rows;
  } catch (error) {
    throw namedFailure(error);
  }
}

/** The limits are those of requests and workers; tests set others, and have fewer connections. */
export function openDatabase(
  connection: ConnectionFacts,
  log: Log,
  {
    limits = PROMPT,
    sizes = POOL_SIZES,
    signal,
  }: {
    readonly limits?: Limits;
    readonly sizes?: PoolSizes;
    /** Cuts all connections: the process stops before it is done. */
    readonly signal?: AbortSignal | undefined;
  } = {},
): Database {
  const watch = serverWatch(log);
  const listeners = new Set<Listening>();
  const cutPools = (why: string) => {
    const reason = new DatabaseUnavailable(new Error(why));
    for (const pool of pools) pool.cutAll(reason);
    return reason;
  };
  const onMoved = () => {
    const reason = cutPools('it is at another host');
    for (const listener of listeners) listener.renew(reason);
  };
  const { facts, writerHost } = hostsOf(connection, { log, onMoved });
  watch.onBreak(() => writerHost?.forget());
  const reported = { limits, follow: watch.follow, writerHost };
  const main = openPool(facts, log, { ...reported, name: 'main', size: sizes.main });
  const writers = openPool(facts, log, {
    ...{ ...reported, name: 'writers', size: sizes.writers },
    settings: WRITER_SETTINGS,
  });
  const unhurried = openPool(facts, log, {
    ...{ ...reported, name: 'patient', size: sizes.unhurried },
    limits: UNHURRIED,
  });
  const pools: readonly OpenPool[] = [main, writers, unhurried];
  signal?.addEventListener('abort', () => cutPools('this process stops'), { once: true });
  const onSilence = () => {
    log.error('the database says nothing: its connections are given up');
    cutPools('it says nothing');
  };

  return {
    breaks: watch.breaks,
    onBreak: watch.onBreak,
    notePlace: watch.notePlace,
    ...statementsOn(main.pool),
    write: (text, values = []) => repeatedly(() => run(writers.pool, text, values)),
    unhurried: statementsOn(unhurried.pool),
    pools: () => pools.map((pool) => pool.use()),
    async listen(channel, onNotify, { onReading = () => undefined, first } = {}) {
      const heeds = { onNotify, onReading, onSilence, onLost: watch.noteBreak };
      const from = { ...facts, writerHost };
      listeners.add(await keepListening({ facts: from, log, channel, first, ...heeds }));
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.stop()));
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

function statementsOn(pool: pg.Pool): Pick<Database, 'query' | 'transaction' | 'snapshot'> {
  return {
    query: (text, values = []) => run(pool, text, values),
    transaction: (work) => repeatedly(() => runInside(() => transact(pool, work, BEGIN))),
    snapshot: (read) => runInside(() => transact(pool, read, BEGIN_SNAPSHOT)),
  };
}

async function repeatedly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= TRANSACTION_ATTEMPTS_MAX || !isRetryable(error)) throw error;
    }
  }
}

async function transact<T>(
  pool: pg.Pool,
  work: (tx: SqlTx) => Promise<T>,
  begin: string,
): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw namedFailure(error);
  });
  let isBroken = false;
  let lost: Error | null = null;
  // A connection that is lost between two statements says why only here; the next statement on it fails.
  const onError = (error: Error) => {
    isBroken = true;
    lost ??= error;
  };
  client.on('error', onError);
  const transaction: Transaction = { isOver: false, cause: null };
  try {
    const result = await work(beginOn(client, begin, transaction));
    transaction.isOver = true;
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with a quiet rollback: a swallowed error of one
    // of its statements must not pass for success.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    return result;
  } catch (error) {
    transaction.isOver = true;
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw namedFailure(lost ?? causeOf(error, transaction));
  } finally {
    client.off('error', onError);
    client.release(isBroken);
  }
}

/**
 * Begins a transaction whose first statements travel along when they only read or lock: most begin with the
 * lock of a ledger. A writing one waits until it is certain that there is a transaction to write in, and is refused
 * when that ended meanwhile, as when another one of those asked for together failed: the connection is another's then.
 */
function beginOn(client: pg.PoolClient, begin: string, transaction: Transaction): SqlTx {
  let isBegun = false;
  let isHeld = false;
  const begun = client.query(begin).then(() => {
    isBegun = true;
  });
  begun.catch(() => undefined);
  return {
    isTx: true,
    async query<Row>(text: string, values: readonly unknown[] = []) {
      // What comes after a statement that waits waits as well: the order stays as it was asked for.
      isHeld ||= !isBegun && !text.startsWith('select ');
      if (isHeld && !isBegun) await begun;
      if (transaction.isOver) throw new Error('the transaction is over');
      const rows = await run<Row>(client, text, values).catch((error: unknown) => {
        transaction.cause ??= error;
        throw error;
      });
      if (!isBegun) await begun;
      return rows;
    },
  };
}

/** The column that a missing value was refused for, or null. */
export function missingColumn(error: unknown): string | null {
  return sqlState(error) === NOT_NULL_VIOLATION && error instanceof pg.DatabaseError
    ? (error.column ?? null)
    : null;
}

/** The name of the constraint that refused a write, or null. */
export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;
}

function isRetryable(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return RETRYABLE_CODES.has(sqlState(cause) ?? '');
}
