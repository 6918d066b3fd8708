// The embedded PostgreSQL, for merchants who set no DATABASE_URL: its contents, the service's settings, and the advice
// shown when it cannot run. Everything else is in the package @chaintill/embedded-postgres.
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
  /** Connects as the owner of all tables, which runs migrations. */
  readonly owner: EmbeddedConnection;
}

export type EmbeddedPostgres = EmbeddedAddress & Pick<Server, 'wasRunning' | 'stop'>;

/** Whether the server folder contains a database. Also true between the two steps of an upgrade. */
export function hasDatabase(folder: string): boolean {
  finishSwap(folder);
  return majorIn(folder) !== null;
}

export interface EmbeddedOptions {
  /** For example `<data>/postgres`; created if missing. */
  readonly folder: string;
  readonly log: Log;
  /** False trades crash safety for speed; tests only. Default true. */
  readonly durable?: boolean;
  /** PostgreSQL programs of a major version other than the bundled one. */
  readonly programs?: Programs;
  /** Fails when another client is connected. No other client can connect until `stop`. */
  readonly alone?: boolean;
  /** Added to the service's settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Maximum time for a start, in milliseconds. */
  readonly startLimit?: number;
  /** Maximum time for a shutdown, in milliseconds. */
  readonly stopLimit?: number;
  /** Aborts the start. */
  readonly signal?: AbortSignal;
}

const SERVICE_ROLE = 'chaintill_service';
/** The roles and databases of the server. */
export const contents = { owner: 'chaintill', database: 'chaintill', roles: [SERVICE_ROLE] };

const settings = {
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  // A stuck base backup, or a WAL archive that is no longer read, must not fill the instance's disk.
  max_slot_wal_keep_size: '10GB',
  // With the default settings, hot balance rows, which are rewritten constantly, bloat within minutes.
  autovacuum: 'on',
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // Short queries only: compiling or parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

/** What the operator should do. Empty when the error message already states it. */
const advice: Readonly<Record<FailureKind, string>> = {
  folder: ' Make it, or set CHAINTILL_DATA_DIR to a folder that can be written.',
  disk: ' Free some space, or set CHAINTILL_DATA_DIR or DATABASE_URL to somewhere else.',
  unable: ' Set DATABASE_URL to a PostgreSQL server (15 or newer).',
  told: '',
  early: '',
  major: ' Stop the service and run `chaintill upgrade` (docs/operations.md, "Upgrade").',
};

/** Adopts or starts the server of this folder. Throws EmbeddedPostgresError with a message for people. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { connection, wasRunning, stop } = await startServer({
    ...options,
    ...contents,
    settings: { ...settings, ...options.settings },
  }).catch(advise);
  return { ...addressOf(connection), wasRunning, stop };
}

/**
 * Restores a database from a base backup (backups/recover.ts), up to a point in time or to the end of the log. Throws
 * EmbeddedPostgresError.
 */
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

/** The connection settings if a server is running in that folder, otherwise null. Starts nothing; used by the CLI. */
export async function findEmbeddedPostgres(folder: string): Promise<EmbeddedAddress | null> {
  const connection = await findServer({ ...contents, folder });
  return connection === null ? null : addressOf(connection);
}

function addressOf(owner: Connection): EmbeddedAddress {
  return { owner, connection: { ...owner, user: SERVICE_ROLE } };
}
