// Every connection to PostgreSQL is one of these, of the pools, the listener and the embedded server's keeper alike. An
// error event that nobody hears ends the process, and the driver's pool hears a connection only while it is idle:
// between the pool and whoever took it there is a moment without anybody. What was asked for fails by itself.
import pg from 'pg';

export class DatabaseClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
