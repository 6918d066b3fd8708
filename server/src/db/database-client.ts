// The client behind every connection to PostgreSQL: pools, listener and the embedded server's keeper. An unhandled
// error event ends the process, and the driver's pool handles errors of a connection only while it is idle: between the
// pool and the code that takes the connection, nothing handles them. This client always does; the pending request fails
// on its own. The client-side limits are set here; the server-side limits are set once the connection is established.
import pg from 'pg';
import { HOUR, MINUTE, SECOND } from '../core/clock.ts';
import type { HostPlace } from '../core/config/database-url.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import type { WriterHost } from './writer-host.ts';

// Time limits for everything between this process and PostgreSQL, on both sides of the connection. A process that was
// suspended or lost power or its network must not block the others for long, and no request may wait long for a
// database that does not respond. The order matters: an idle lock holder is ended before those who wait for the lock
// time out, and the server times out before the client does, so that the client receives the reason.

export interface Limits {
  /** To establish a connection, including login. */
  readonly connect: number;
  /** To obtain a pooled connection. */
  readonly acquire: number;
  /** For one statement, including lock waits. */
  readonly statement: number;
  /** For one lock wait, including advisory locks. */
  readonly lock: number;
  /** Between two statements of a transaction, which follow each other immediately unless the process is suspended. */
  readonly idleInTransaction: number;
  /** For a transaction as a whole. PostgreSQL 17 and newer. */
  readonly transaction: number;
}

/** For requests and workers: bounded sets found by keys, which take milliseconds. */
export const PROMPT: Limits = {
  connect: 4 * SECOND,
  acquire: 5 * SECOND,
  statement: 30 * SECOND,
  lock: 6 * SECOND,
  idleInTransaction: 4 * SECOND,
  transaction: MINUTE,
};

/** For work that reads whole tables, such as the audit, or changes them, such as a migration. */
export const UNHURRIED: Limits = {
  ...PROMPT,
  acquire: 5 * MINUTE,
  statement: HOUR,
  lock: 5 * MINUTE,
  transaction: 2 * HOUR,
};

/** How much later than the server the client times out when there is no answer at all. */
const CLIENT_LATER = 3 * SECOND;

/** How long the client waits for the answer to one statement. */
function answerLimit({ statement }: Limits): number {
  return statement + CLIENT_LATER;
}

/**
 * Settings that an external server may have changed and that our statements rely on. Our statements are short: JIT
 * compilation (`jit`, on in PostgreSQL's packages) or parallel workers cost more than they save, especially with the
 * planner settings of our transactions (db/database.ts): the audit tests took seven times as long.
 */
const PLANNER_SETTINGS: Readonly<Record<string, string>> = {
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  default_transaction_isolation: 'read committed',
  TimeZone: 'UTC',
  // The formats in which the driver reads times and bytes.
  DateStyle: 'ISO, YMD',
  bytea_output: 'hex',
};

/**
 * The server-side limits for one session; an ordinary role may set them. A dead peer is detected after 5 + 3 * 2
 * seconds of silence, or when it has not received sent data for 10 seconds; while a statement runs, every 2 seconds
 * (not on Windows, which cannot check). Settings that this server does not know are omitted.
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

/** Idle time before the operating system sends keepalive probes; Node lets it repeat them for ten seconds. */
const KEEP_ALIVE_DELAY = 5 * SECOND;

/** read_only_sql_transaction (PostgreSQL appendix A): the server is a standby, or a primary that was demoted to one. */
const READ_ONLY = '25006';
/** The PostgreSQL function named, in any language, in the warning that a commit no longer waits for its standby. */
const SYNC_WAIT_ENDED = 'SyncRepWaitForLSN';

export interface ClientOptions extends pg.ClientConfig {
  readonly limits?: Limits;
  /** Set when there are several hosts. */
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

  /**
   * Throws when another host was chosen while this connection was being established: the server behind it may have been
   * replaced.
   */
  assertNotLeft(): void {
    if (this.hasLeft())
      throw new DatabaseUnavailable(new Error('the database is at another host by now'));
  }

  /**
   * The commit exists on this server only and would be lost with it, so the caller must not treat the next response as
   * success.
   */
  #deny(): void {
    const reason = new DatabaseUnavailable(new Error('a commit did not reach the standby'));
    this.connection.emit('error', reason);
    this.disconnect(reason);
  }

  /** Closes the connection without a terminate message, which the peer would not receive. Pending requests fail. */
  disconnect(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}

/** Thrown when a connection leads to a server that does not accept writes. */
export function readOnly(): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('this server accepts no writes: it is a standby'));
}
