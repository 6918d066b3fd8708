// The embedded PostgreSQL, used when DATABASE_URL is not set: contents, settings and advice when it cannot run. The
// package @chaintill/embedded-postgres contains everything else.
import {
  type Connection,
  findEmbeddedPostgres as findServer,
  type EmbeddedPostgres as Server,
  startEmbeddedPostgres as startServer,
} from '@chaintill/embedded-postgres';
import { EmbeddedPostgresError, type FailureKind } from '@chaintill/embedded-postgres/failure';

import { majorIn, type Programs } from '@chaintill/embedded-postgres/older-program';
import { finishSwap } from '@chaintill/embedded-postgres/swap';

export { findPrograms, MAJOR_VERSION } from '@chaintill/embedded-postgres/older-program';
export { abandonEmbeddedPostgres } from '@chaintill/embedded-postgres/orphan';
export { openCluster, swapClusters } from '@chaintill/embedded-postgres/swap';

import { type Recovered, recoverCluster } from '@chaintill/embedded-postgres/recovery';
import type { Log } from '../core/log.ts';

export type { CopiedEntry } from '@chaintill/embedded-postgres/base-backup';
export { copyWal, readWalOrigin, releaseWal } from '@chaintill/embedded-postgres/wal-archive';

export { finishSwap, majorIn, type Programs };

export type EmbeddedConnection = Connection;

export interface EmbeddedAddress {
  /** Connects as the service's role, which owns nothing (grants.ts). */
  readonly connection: EmbeddedConnection;
  /** Connects as the owner of all tables, for migrations. */
  readonly owner: EmbeddedConnection;
}

export type EmbeddedPostgres = EmbeddedAddress & Pick<Server, 'wasRunning' | 'stop'>;

/** Also true between the two steps of an upgrade. */
export function hasDatabase(folder: string): boolean {
  finishSwap(folder);
  return majorIn(folder) !== null;
}

export interface EmbeddedOptions {
  /** Created if missing. */
  readonly folder: string;
  readonly log: Log;
  /** False trades crash safety for speed; tests only. Default true. */
  readonly durable?: boolean;
  /** For a major version other than the bundled one. */
  readonly programs?: Programs;
  /** Fails when another client is connected, and prevents connections until `stop`. */
  readonly alone?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly startLimit?: number;
  /** Milliseconds. */
  readonly stopLimit?: number;
  readonly signal?: AbortSignal;
}

const SERVICE_ROLE = 'chaintill_service';
export const contents = { owner: 'chaintill', database: 'chaintill', roles: [SERVICE_ROLE] };

const settings = {
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  // A stuck base backup or an unread WAL archive must not fill the disk.
  max_slot_wal_keep_size: '10GB',
  // Balance rows are rewritten constantly. With the default settings, they bloat within minutes.
  autovacuum: 'on',
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // For short statements, both cost more than they save (database-client.ts).
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

/** Empty when the error message already states what to do. */
const advice: Readonly<Record<FailureKind, string>> = {
  folder: ' Make it, or set CHAINTILL_DATA_DIR to a folder that can be written.',
  disk: ' Free some space, or set CHAINTILL_DATA_DIR or DATABASE_URL to somewhere else.',
  unable: ' Set DATABASE_URL to a PostgreSQL server (15 or newer).',
  explained: '',
  early: '',
  major: ' Stop the service and run `chaintill upgrade` (docs/operations.md, "Upgrade").',
};

/** Uses the folder's server if it is already running. Throws EmbeddedPostgresError with a message for people. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { connection, wasRunning, stop } = await startServer({
    ...options,
    ...contents,
    settings: { ...settings, ...options.settings },
  }).catch(advise);
  return { ...addressOf(connection), wasRunning, stop };
}

/** For backups/recover.ts. `until`: null for the end of the log. Throws EmbeddedPostgresError. */
export async function recoverEmbeddedPostgres(
  options: EmbeddedOptions & { readonly until: Date | null; readonly timeline?: number },
): Promise<Recovered> {
  return await recoverCluster({ ...options, ...contents, settings }).catch(advise);
}

function advise(error: unknown): never {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  const { message, kind } = error;
  throw new EmbeddedPostgresError(`${message}${advice[kind]}`, kind, error);
}

/** Null when no server runs in that folder. Starts nothing. */
export async function findEmbeddedPostgres(folder: string): Promise<EmbeddedAddress | null> {
  const connection = await findServer({ ...contents, folder });
  return connection === null ? null : addressOf(connection);
}

function addressOf(owner: Connection): EmbeddedAddress {
  return { owner, connection: { ...owner, user: SERVICE_ROLE } };
}
