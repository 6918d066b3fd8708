// Every connection to PostgreSQL is one of these, of the pools, the listener and the embedded server's keeper alike. An
// error event that nobody hears ends the process, and the driver's pool hears a connection only while it is idle:
// between the pool and whoever took it there is a moment without anybody. What was asked for fails by itself. The
// limits of the client's side are here; those of the server's are set once the connection stands.
import pg from 'pg';
import { SECOND } from '../core/clock.ts';
import type { HostPlace } from '../core/config/database-url.ts';
import { answerLimit, type Limits, PROMPT } from './limits.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import type { WriterHost } from './writer-host.ts';

/** Of silence, before the operating system asks the other side whether it is there; Node asks for ten seconds then. */
const KEEP_ALIVE_DELAY = 5 * SECOND;

/** read_only_sql_transaction (PostgreSQL appendix A): a standby, or a primary that was made one. */
const READ_ONLY = '25006';
/** The function of PostgreSQL that says, in whatever language, that a commit waits for its standby no longer. */
const SYNC_WAIT_ENDED = 'SyncRepWaitForLSN';

export interface ClientOptions extends pg.ClientConfig {
  readonly limits?: Limits;
  /** Where there are several. */
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
      writerHost?.forget();
      // After whoever asked has been told.
      setImmediate(() => this.cut(readOnly()));
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
      this.#writerHost?.forget();
      throw error;
    }
  }

  hasLeft(): boolean {
    return this.#chosen !== null && this.#writerHost?.hasLeft(this.#chosen) === true;
  }

  /** Throws where another host was chosen while this connection was made: what it led to may be replaced. */
  assertNotLeft(): void {
    if (this.hasLeft())
      throw new DatabaseUnavailable(new Error('the database is at another host by now'));
  }

  /**
   * What was committed is on this server alone, and would be lost with it: whoever asked must not take the answer that
   * comes next for success.
   */
  #deny(): void {
    const reason = new DatabaseUnavailable(new Error('a commit did not reach the standby'));
    this.connection.emit('error', reason);
    this.cut(reason);
  }

  /** Closes the connection without a word to the other side, which would not hear it. What waits on it fails. */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}

/** Thrown where a connection leads to a server that does not write. */
export function readOnly(): DatabaseUnavailable {
  return new DatabaseUnavailable(new Error('this server accepts no writes: it is a standby'));
}
