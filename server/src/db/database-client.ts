// Every connection to PostgreSQL uses this client. An unhandled error event ends the process, and the driver's pool
// handles errors only while a connection is idle. This client always handles them; the pending request fails
// separately.
import pg from 'pg';
import { HOUR, inTime, MINUTE, SECOND } from '../core/clock.ts';
import type { HostPlace } from '../core/config/values.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import type { WriterHost } from './writer-host.ts';

// Time limits in milliseconds, on both sides of the connection. A process that was suspended or lost its network must
// not block others for long, and no request may wait long for a database that does not respond. The order matters:
// the server ends an idle lock holder before those who wait for the lock time out, and times out before the client
// does, so that the client receives the cause.

export interface Limits {
  readonly connect: number;
  readonly acquire: number;
  /** For one statement, including lock waits. */
  readonly statement: number;
  /** For one lock wait, including advisory locks. */
  readonly lock: number;
  /** Between two statements of a transaction. Only a suspended process pauses there. */
  readonly idleInTransaction: number;
  /** For a whole transaction. PostgreSQL 17 and newer. */
  readonly transaction: number;
}

/** For requests and workers, whose statements take milliseconds. */
export const PROMPT: Limits = {
  connect: 4 * SECOND,
  acquire: 5 * SECOND,
  statement: 30 * SECOND,
  lock: 6 * SECOND,
  idleInTransaction: 4 * SECOND,
  transaction: MINUTE,
};

/** For work on whole tables, such as an audit or a migration. */
export const UNHURRIED: Limits = {
  ...PROMPT,
  acquire: 5 * MINUTE,
  statement: HOUR,
  lock: 5 * MINUTE,
  transaction: 2 * HOUR,
};

const CLIENT_LATER = 3 * SECOND;

function answerLimit({ statement }: Limits): number {
  return statement + CLIENT_LATER;
}

/**
 * An external server may have other defaults. JIT compilation (on in PostgreSQL's packages) and parallel workers cost
 * short statements more than they save, especially with the planner settings of our transactions (db/database.ts):
 * with them, the audit tests took seven times as long.
 */
const PLANNER_SETTINGS: Readonly<Record<string, string>> = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
  // The driver can only read these formats of times and bytes.
  DateStyle: 'ISO, YMD',
  bytea_output: 'hex',
};

/**
 * Limits for one session, which an ordinary role may set. The server detects a dead peer after 5 + 3 × 2 seconds of
 * silence, or when sent data is not acknowledged for 10 seconds; while a statement runs, it checks every 2 seconds
 * (not on Windows). Settings that this server version lacks are omitted.
 */
export function sessionSettings(limits: Limits): string {
  const settings: Readonly<Record<string, number | string>> = {
    ...PLANNER_SETTINGS,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    transaction_timeout: limits.transaction,
    client_connection_check_interval: 2 * SECOND,
    tcp_keepalives_idle: 5,
    tcp_keepalives_interval: 2,
    tcp_keepalives_count: 3,
    tcp_user_timeout: 10 * SECOND,
  };
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`);
  return `select set_config(name, value, false) from (values ${values.join(', ')}) as requested(name, value)
    where name in (select name from pg_settings)
      and not (name = 'client_connection_check_interval' and version() ~* 'mingw|visual c|msvc')`;
}

/** Idle time before keepalive probes. Node lets the operating system repeat them for ten seconds. */
const KEEP_ALIVE_DELAY = 5 * SECOND;

/** read_only_sql_transaction (PostgreSQL appendix A): the server is a standby, or a demoted primary. */
const READ_ONLY = '25006';
/** Identifies PostgreSQL's localized warning that a commit no longer waits for the standby. */
const SYNC_WAIT_ENDED = 'SyncRepWaitForLSN';

export interface ClientOptions extends pg.ClientConfig {
  readonly limits?: Limits;
  readonly writerHost?: WriterHost | undefined;
}

export class DatabaseClient extends pg.Client {
  readonly #writerHost: WriterHost | undefined;
  #chosen: HostPlace | null = null;

  constructor(config: ClientOptions = {}) {
    const { limits = PROMPT, writerHost } = config;
    super({
      ...config,
      connectionTimeoutMillis: limits.connect,
      query_timeout: answerLimit(limits),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    });
    this.#writerHost = writerHost;
    this.on('error', () => undefined);
    this.connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
      if (code !== READ_ONLY) return;
      writerHost?.invalidate();
      // Runs after the caller has received the error.
      setImmediate(() => this.disconnect(readOnly()));
    });
    this.connection.on('notice', ({ routine }: { routine?: string }) => {
      if (routine === SYNC_WAIT_ENDED) this.#deny();
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.#connect();
    if (callback === undefined) return connected;
    connected.then(() => callback(null), callback);
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    if (this.#writerHost !== undefined) {
      this.#chosen = await this.#writerHost.choose();
      Object.assign(this, this.#chosen);
    }
    try {
      return await super.connect();
    } catch (error) {
      this.#writerHost?.invalidate();
      throw error;
    }
  }

  hasLeft(): boolean {
    return this.#chosen !== null && this.#writerHost?.hasLeft(this.#chosen) === true;
  }

  /** Another host was chosen while this connection was established: this server may have been replaced. */
  assertNotLeft(): void {
    if (this.hasLeft())
      throw new DatabaseUnavailable(new Error('the database is at another host by now'));
  }

  /** A commit that exists only on this server would be lost with it, so the caller must not see success. */
  #deny(): void {
    const reason = new DatabaseUnavailable(new Error('a commit did not reach the standby'));
    this.connection.emit('error', reason);
    this.disconnect(reason);
  }

  /** Sends no terminate message, because the peer would not receive it. Pending requests fail. */
  disconnect(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}

/** A server that does not receive the terminate message must not keep this process from ending. */
const GOODBYE_LIMIT = SECOND;

export async function awaitEnd(
  ended: Promise<unknown>,
  disconnect: (reason: Error) => void,
): Promise<void> {
  const late = () => new Error('the server did not close the connection in time');
  await inTime(ended, GOODBYE_LIMIT, late).catch(disconnect);
}

export function readOnly(): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('this server accepts no writes: it is a standby'));
}
