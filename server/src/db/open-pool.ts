// Opens connection pools. Every connection has the limits and settings of its pool.
import { Socket } from 'node:net';
import pg from 'pg';
import { MINUTE } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import {
  awaitEnd,
  type ClientOptions,
  DatabaseClient,
  type Limits,
  readOnly,
  sessionSettings,
} from './database-client.ts';
import { WRITES, type WriterHost } from './writer-host.ts';

/** Longer than the quiet periods of a shop's day: a reopened connection has to plan every statement again. */
const IDLE_MILLISECONDS_MAX = 10 * MINUTE;

const NUMERIC_OID = 1700;
const INT8_OID = 20;

/**
 * numeric: bigint, because every numeric column holds minor units; int8: number, because counters stay below 2^53.
 */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === NUMERIC_OID) return (text: string) => (text.includes('.') ? text : BigInt(text));
    if (oid === INT8_OID) return (text: string) => Number(text);
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface PoolUse {
  readonly name: string;
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface PoolOptions {
  readonly name: string;
  readonly size: number;
  readonly limits: Limits;
  readonly writerHost?: WriterHost | undefined;
  readonly settings?: string;
  /** Throws when the connection breaks during the call. */
  readonly follow: (client: pg.ClientBase) => Promise<void>;
}

export interface OpenPool {
  readonly pool: pg.Pool;
  use(): PoolUse;
  /** Includes busy connections: the database has stopped answering. */
  disconnectAll(reason: Error): void;
  close(): Promise<void>;
}

export function openPool(poolConfig: pg.PoolConfig, log: Log, options: PoolOptions): OpenPool {
  const { size, settings } = options;
  const { limits, writerHost } = options;
  const first = [sessionSettings(limits), ...(settings === undefined ? [] : [settings])];
  const clients = new Set<DatabaseClient>();
  const follow = (client: DatabaseClient) => {
    clients.add(client);
    client.once('end', () => clients.delete(client));
  };
  // The pool passes `limits` and `writerHost` to each client.
  const config: pg.PoolConfig & Pick<ClientOptions, 'limits' | 'writerHost'> = {
    ...poolConfig,
    limits,
    writerHost,
    max: size,
    connectionTimeoutMillis: options.limits.acquire,
    idleTimeoutMillis: IDLE_MILLISECONDS_MAX,
    types: typeParsers,
    pipeline: true,
    stream: openSocket,
    Client: DatabaseClient,
    onConnect: async (client) => {
      // Before the first statement: if the database moves, `disconnectAll` must include this connection.
      if (client instanceof DatabaseClient) follow(client);
      client.on('notice', ({ message }) => log.debug({ notice: message }, 'database notice'));
      await client.query(first.join('; '));
      await assertWrites(client, writerHost);
      await options.follow(client);
      if (client instanceof DatabaseClient) client.assertNotLeft();
    },
  };
  const pool = new pg.Pool(config);
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'));
  const disconnectAll = (reason: Error) => {
    for (const client of clients) client.disconnect(reason);
  };
  return {
    pool,
    use: () => ({
      name: options.name,
      size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    disconnectAll,
    async close() {
      const left = [...clients].map(
        (client) => new Promise((resolve) => client.once('end', resolve)),
      );
      await pool.end();
      await awaitEnd(Promise.all(left), disconnectAll);
    },
  };
}

/** A proxy may lead to a standby, and so may a host that was the primary until now. */
async function assertWrites(client: pg.ClientBase, writerHost?: WriterHost): Promise<void> {
  const { rows } = await client.query<{ writes: boolean }>(WRITES);
  if (rows[0]?.writes === true) return;
  writerHost?.invalidate();
  throw readOnly();
}

/** Larger data is sent immediately, so that the server starts on it while the rest is built. */
const GATHERED_MAX = 64 * 1024;

/**
 * One system call per event loop turn wakes the server only once; the driver would send each statement separately.
 * Node's documentation recommends the delayed uncork.
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
    const isTaken = write(...message);
    if (socket.writableLength > GATHERED_MAX) while (socket.writableCorked > 0) uncork();
    return isTaken;
  };
  return Object.assign(socket, { write: gather, uncork: () => process.nextTick(uncork) });
}
