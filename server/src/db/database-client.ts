// The client behind every connection to PostgreSQL: pools, listener and the embedded server's keeper. An unhandled
// error event ends the process, and the driver's pool handles errors of a connection only while it is idle: between the
// pool and the code that takes the connection, nothing handles them. This client always does; the pending request fails
// on its own. The client-side limits are set here; the server-side limits are set once the connection is established.
import pg from 'pg';
import { SECOND } from '../core/clock.ts';
import type { HostPlace } from '../core/config/database-url.ts';
import { answerLimit, type Limits, PROMPT } from './limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import type { WriterHost } from './writer-host.ts';

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
