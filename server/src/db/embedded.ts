// The PostgreSQL that comes with the service, for merchants who bring no DATABASE_URL: what it holds, the settings that
// suit it, and what people do when it cannot run. All else is the package @chaintill/embedded-postgres.
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
  /** As the service, which owns nothing (grants.ts). */
  readonly connection: EmbeddedConnection;
  /** As the owner of everything, who runs migrations. */
  readonly owner: EmbeddedConnection;
}

export type EmbeddedPostgres = EmbeddedAddress & Pick<Server, 'wasRunning' | 'stop'>;

/** Whether there is one in the folder of a server: also between the two steps of an upgrade. */
export function hasDatabase(folder: string): boolean {
  finishSwap(folder);
  return majorIn(folder) !== null;
}

export interface EmbeddedOptions {
  /** For example `<data>/postgres`; made if missing. */
  readonly folder: string;
  readonly log: Log;
  /** False gives up crash safety for speed: tests only. Default true. */
  readonly durable?: boolean;
  /** Of another major version than the program brings. */
  readonly programs?: Programs;
  /** Refused where anybody is connected; until `stop` nobody else can use it. */
  readonly alone?: boolean;
  /** Beside those that suit the service. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a stop may take, in milliseconds. */
  readonly stopLimit?: number;
  /** Interrupts the start. */
  readonly signal?: AbortSignal;
}

const SERVICE_ROLE = 'chaintill_service';
/** What the server has. */
export const contents = { owner: 'chaintill', database: 'chaintill', roles: [SERVICE_ROLE] };

const settings = {
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  min_wal_size: '80MB',
  // A copy that hangs, or an archive that nobody reads on, must not fill the disk of the till.
  max_slot_wal_keep_size: '10GB',
  // Hot balance rows are rewritten all the time and bloat within minutes with the defaults.
  autovacuum: 'on',
  autovacuum_naptime: '10s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // Short queries only: compiling or parallel workers cost more than they save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
};

/** What the operator does about it; nothing to add where the sentence says it. */
const advice: Readonly<Record<FailureKind, string>> = {
  folder: ' Make it, or set CHAINTILL_DATA_DIR to a folder that can be written.',
  disk: ' Free some space, or set CHAINTILL_DATA_DIR or DATABASE_URL to somewhere else.',
  unable: ' Set DATABASE_URL to a PostgreSQL server (15 or newer).',
  told: '',
  early: '',
  major: ' Stop the service and run `chaintill upgrade` (docs/operations.md, "Upgrade").',
};

/** Adopts or starts the server of this folder. Throws EmbeddedPostgresError with a sentence for people. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { connection, wasRunning, stop } = await startServer({
    ...options,
    ...contents,
    settings: { ...settings, ...options.settings },
  }).catch(advise);
  return { ...addressOf(connection), wasRunning, stop };
}

/**
 * Makes a database of a copy of one (backups/recover.ts), up to a moment or to its end. Throws
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

/** How to connect if a server is running in that folder, else null. Starts nothing: for the CLI. */
export async function findEmbeddedPostgres(folder: string): Promise<EmbeddedAddress | null> {
  const connection = await findServer({ ...contents, folder });
  return connection === null ? null : addressOf(connection);
}

function addressOf(owner: Connection): EmbeddedAddress {
  return { owner, connection: { ...owner, user: SERVICE_ROLE } };
}
