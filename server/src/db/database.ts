// The one door to PostgreSQL. `query` runs a single statement; `transaction` gives a `Tx`, which is SQL
// in that transaction and nothing else. Statements are prepared once per connection (named by text).
import { Socket } from 'node:net';
import pg from 'pg';
import { MINUTE } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { DatabaseClient } from './database-client.ts';
import { keepListening, type Listening } from './keep-listening.ts';
import { runInside } from './outside-calls.ts';
import { type ServerWatch, serverWatch } from './server-watch.ts';
import { namedFailure } from './unavailable.ts';

export interface Sql {
  /**
   * Runs one statement; the rows as objects. numeric and bigint columns as described in `typeParsers`. Throws
   * DatabaseUnavailable when the database is away.
   */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * SQL inside the caller's transaction. A function that takes a `Tx` does nothing but SQL. Statements that are
 * asked for together (`Promise.all`) travel together and run one after the other, in the order asked.
 */
export interface Tx extends Sql {
  readonly isTx: true;
}

export interface Database extends Sql, Pick<ServerWatch, 'breaks' | 'onBreak' | 'notePlace'> {
  /** Runs `work` in one transaction; repeated on serialization failures and deadlocks, so it must be pure SQL. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One writing statement that is a transaction by itself: one trip where `transaction` needs three or more. */
  write: Sql['query'];
  /** Calls `onNotify` for each NOTIFY on the channel, over one connection that is kept and renewed. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/** What `pg` needs to connect: a URL, or a socket folder and names. */
export type ConnectionFacts =
  | { readonly connectionString: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    };

const POOL_SIZE = 8;
/** For single writing statements, which come in batches and wait for each other's locks anyway. */
const WRITER_POOL_SIZE = 4;
/** Longer than a shop is quiet by day: a connection that is opened anew has to plan every statement again. */
const IDLE_MILLISECONDS_MAX = 10 * MINUTE;
/**
 * Commands find rows by keys and write sets, so the plan does not depend on the values: one plan for each
 * statement is kept instead of being made anew for each size of set. It must not be the reading of a
 * whole table either, right as that may look while the table is still small.
 */
const PLANNING = ['plan_cache_mode = force_generic_plan', 'enable_seqscan = off'];
const BEGIN = ['begin', ...PLANNING.map((setting) => `set local ${setting}`)].join('; ');
const WRITER_SETTINGS = PLANNING.map((setting) => `set ${setting}`).join('; ');
const TRANSACTION_ATTEMPTS_MAX = 5;
/** serialization_failure, deadlock_detected (PostgreSQL appendix A). */
const RETRYABLE_CODES = new Set(['40001', '40P01']);
/** not_null_violation (same). */
const NOT_NULL_VIOLATION = '23502';

const NUMERIC_OID = 1700;
const INT8_OID = 20;

/** numeric: bigint (every numeric column holds minor units); int8: number (counters below 2^53). */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === NUMERIC_OID) return (text: string) => (text.includes('.') ? text : BigInt(text));
    if (oid === INT8_OID) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

const statementNames = new Map<string, string>();

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return name;
}

async function run<Row>(
  client: pg.Pool | pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  try {
    const result = await client.query({ name: statementName(text), text, values: [...values] });
    return result.rows;
  } catch (error) {
    throw namedFailure(error);
  }
}

/**
 * What is asked for in one turn of the event loop is sent by one system call, which also wakes the server once:
 * the driver would send each statement by itself. Node's documentation recommends the delayed uncork.
 */
function openSocket(): Socket {
  const socket = new Socket();
  const write: (...message: Parameters<Socket['write']>) => boolean = socket.write.bind(socket);
  const uncork = socket.uncork.bind(socket);
  const gather = (...message: Parameters<Socket['write']>) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(uncork);
    }
    return write(...message);
  };
  return Object.assign(socket, { write: gather, uncork: () => process.nextTick(uncork) });
}

export function openDatabase(facts: ConnectionFacts, log: Log): Database {
  const watch = serverWatch(log);
  const pool = openPool(facts, log, { max: POOL_SIZE, onConnect: watch.follow });
  const writers = openPool(facts, log, {
    max: WRITER_POOL_SIZE,
    onConnect: async (client) => {
      await watch.follow(client);
      await prepareWriter(client);
    },
  });
  const listeners = new Set<Listening>();

  return {
    breaks: watch.breaks,
    onBreak: watch.onBreak,
    notePlace: watch.notePlace,
    query: (text, values = []) => run(pool, text, values),
    transaction: (work) => repeatedly(() => runInside(() => transact(pool, work))),
    write: (text, values = []) => repeatedly(() => run(writers, text, values)),
    async listen(channel, onNotify) {
      listeners.add(
        await keepListening({ facts, log, channel, onNotify, onLost: watch.noteBreak }),
      );
    },
    async close() {
      await Promise.all([...listeners].map((listener) => listener.stop()));
      await Promise.all([pool.end(), writers.end()]);
    },
  };
}

function openPool(facts: ConnectionFacts, log: Log, own: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    ...facts,
    ...own,
    idleTimeoutMillis: IDLE_MILLISECONDS_MAX,
    types: typeParsers,
    pipeline: true,
    Client: DatabaseClient,
    stream: openSocket,
  });
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  return pool;
}

async function prepareWriter(client: pg.ClientBase): Promise<void> {
  await client.query(WRITER_SETTINGS);
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

async function transact<T>(pool: pg.Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw namedFailure(error);
  });
  let isBroken = false;
  // A connection that is lost between two statements tells nobody but its listeners, and ends the process
  // if there is none; the next statement on it fails.
  const onError = () => {
    isBroken = true;
  };
  client.on('error', onError);
  try {
    const result = await work(beginOn(client));
    const { command } = await client.query('commit');
    // PostgreSQL answers the commit of a failed transaction with a quiet rollback: a swallowed error of one
    // of its statements must not pass for success.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      isBroken = true;
    });
    throw namedFailure(error);
  } finally {
    client.off('error', onError);
    client.release(isBroken);
  }
}

/**
 * Begins a transaction whose first statements travel along when they only read or lock: most begin with the
 * lock of a ledger. A writing one waits until it is certain that there is a transaction to write in.
 */
function beginOn(client: pg.PoolClient): Tx {
  let isBegun = false;
  let isHeld = false;
  const begun = client.query(BEGIN).then(() => {
    isBegun = true;
  });
  begun.catch(() => undefined);
  return {
    isTx: true,
    async query<Row>(text: string, values: readonly unknown[] = []) {
      // What comes after a statement that waits waits as well: the order stays as it was asked for.
      isHeld ||= !isBegun && !text.startsWith('select ');
      if (isHeld && !isBegun) await begun;
      const rows = await run<Row>(client, text, values);
      if (!isBegun) await begun;
      return rows;
    },
  };
}

/** The PostgreSQL error code of a failure, or null. */
function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
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
  return RETRYABLE_CODES.has(sqlState(error) ?? '');
}
