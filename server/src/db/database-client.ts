// Every connection to PostgreSQL is one of these, of the pools, the listener and the embedded server's keeper alike. An
// error event that nobody hears ends the process, and the driver's pool hears a connection only while it is idle:
// between the pool and whoever took it there is a moment without anybody. What was asked for fails by itself. The
// limits of the client's side are here; those of the server's are set once the connection stands.
import pg from 'pg';
import { SECOND } from '../core/clock.ts';
import { answerLimit, type Limits, PROMPT } from './limits.ts';

/** Of silence, before the operating system asks the other side whether it is there; Node asks for ten seconds then. */
const KEEP_ALIVE_DELAY = 5 * SECOND;

export interface ClientOptions extends pg.ClientConfig {
  readonly limits?: Limits;
}

export class DatabaseClient extends pg.Client {
  constructor(config: ClientOptions = {}) {
    const { limits = PROMPT } = config;
    super({
      ...config,
      connectionTimeoutMillis: limits.connect,
      query_timeout: answerLimit(limits),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY,
    });
    this.on('error', () => undefined);
  }

  /** Closes the connection without a word to the other side, which would not hear it. What waits on it fails. */
  cut(reason: Error): void {
    this.connection.stream.destroy(reason);
  }
}
