// The only access to PostgreSQL. Statements are prepared once per connection, named by their text.
import pg from 'pg';
import type { ClockReading } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { encodeArray, listTypes } from './binary-arrays.ts';
import { type Limits, PROMPT, UNHURRIED } from './database-client.ts';
import { type Listening, listenWithRetries } from './listen-with-retries.ts';
import { type OpenPool, openPool, type PoolUse } from './open-pool.ts';
import { runInside } from './outside-calls.ts';
import { type ServerWatch, serverWatch } from './server-watch.ts';
import {
  causeOf,
  DatabaseUnavailable,
  namedFailure,
  sqlState,
  type Transaction,
} from './unavailable.ts';
import { hostsOf } from './writer-host.ts';

export interface Sql {
  /** Parses numeric and bigint columns with `typeParsers`. Throws DatabaseUnavailable. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export async function firstRow<Row>(rows: Promise<readonly Row[]>): Promise<Row | null> {
  return (await rows)[0] ?? null;
}

/** Statements issued together (`Promise.all`) are pipelined and run in the order issued. */
export interface SqlTx extends Sql {
  readonly isTx: true;
}

export interface Database extends Sql, Pick<ServerWatch, 'breaks' | 'onBreak' | 'notePlace'> {
  /** Repeats `work` on serialization failures and deadlocks, so `work` must be pure SQL. */
  transaction<T>(work: (tx: SqlTx) => Promise<T>): Promise<T>;
  snapshot<T>(read: (sql: Sql) => Promise<T>): Promise<T>;
  /** One statement that is its own transaction: one round trip, where `transaction` needs at least three. */
  write: Sql['query'];
  /** Separate connections with long limits, for work on whole tables. */
  readonly unhurried: Pick<Database, 'query' | 'transaction' | 'snapshot'>;
  /**
   * Reconnects when the connection is lost; `first` runs on each connection. `onReading` gets the database's clock
   * every few seconds.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    options?: { readonly onReading?: (reading: ClockReading) => void; readonly first?: string },
  ): Promise<void>;
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

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
  /** For single writing statements, which are batched and wait for each other's locks anyway. */
  readonly writers: number;
  /** Few, because long work runs one item at a time. */
  readonly unhurried: number;
}

export const POOL_SIZES: PoolSizes = { main: 8, writers: 4, unhurried: 2 };
/**
 * Statements find rows by keys, so the best plan does not depend on the values. A generic plan saves planning for
 * each set size. The plan must not scan a table, or all matches of half a key, even if that looks cheaper while the
 * table is small.
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
/** serialization_failure, deadlock_detected, idle_in_transaction_session_timeout (this process was suspended). */
const RETRYABLE_CODES = new Set(['40001', '40P01', '25P03']);
/** not_null_violation (PostgreSQL appendix A). */
const NOT_NULL_VIOLATION = '23502';

interface Statement {
  readonly name: string;
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
    const sent = values.map((value, n) => encodeArray(value, types.get(n)));
    const result = await client.query({ name, text, values: sent });
    return result.rows;
  } catch (error) {
    throw namedFailure(error);
  }
}

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
    /** Disconnects everything when the process stops before the work is done. */
    readonly signal?: AbortSignal | undefined;
  } = {},
): Database {
  const watch = serverWatch(log);
  const listeners = new Set<Listening>();
  const disconnectPools = (why: string) => {
    const reason = new DatabaseUnavailable(new Error(why));
    for (const pool of pools) pool.disconnectAll(reason);
    return reason;
  };
  const onMoved = () => {
    const reason = disconnectPools('it is at another host');
    for (const listener of listeners) listener.renew(reason);
  };
  const { facts, writerHost } = hostsOf(connection, { log, onMoved });
  watch.onBreak(() => writerHost?.invalidate());
  const reported = { limits, follow: watch.follow, writerHost };
  const main = openPool(facts, log, { ...reported, name: 'main', size: sizes.main });
  const writers = openPool(facts, log, {
    ...reported,
    name: 'writers',
    size: sizes.writers,
    settings: WRITER_SETTINGS,
  });
  const unhurried = openPool(facts, log, {
    ...reported,
    name: 'patient',
    size: sizes.unhurried,
    limits: UNHURRIED,
  });
  const pools: readonly OpenPool[] = [main, writers, unhurried];
  signal?.addEventListener('abort', () => disconnectPools('this process stops'), { once: true });
  const onSilence = () => {
    log.error('database does not respond: closing its connections');
    disconnectPools('it says nothing');
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
      const hooks = { onNotify, onReading, onSilence, onLost: watch.noteBreak };
      const from = { ...facts, writerHost };
      listeners.add(await listenWithRetries({ facts: from, log, channel, first, ...hooks }));
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
  // When a connection is lost between two statements, only this event carries the cause; the next statement just
  // fails.
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
    // PostgreSQL answers the commit of a failed transaction with a silent rollback. A swallowed statement error must
    // not look like success.
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
 * Sends `begin` together with the first statements while these only read or lock, because most transactions start by
 * locking a ledger. A writing statement waits for `begin`. If the transaction ends during the wait, for example
 * because an earlier statement failed, the statement is rejected: the connection may then belong to another caller.
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
      // Everything after a waiting statement waits too, which preserves the order.
      isHeld ||= !isBegun && !text.startsWith('select ');
      if (isHeld && !isBegun) await begun;
      if (transaction.isOver) throw new Error('the transaction has ended');
      const rows = await run<Row>(client, text, values).catch((error: unknown) => {
        transaction.cause ??= error;
        throw error;
      });
      if (!isBegun) await begun;
      return rows;
    },
  };
}

export function missingColumn(error: unknown): string | null {
  return sqlState(error) === NOT_NULL_VIOLATION && error instanceof pg.DatabaseError
    ? (error.column ?? null)
    : null;
}

export function violatedConstraint(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.constraint ?? null) : null;
}

function isRetryable(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  return RETRYABLE_CODES.has(sqlState(cause) ?? '');
}
