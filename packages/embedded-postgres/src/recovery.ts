// Makes a cluster out of a copy that base-backup.ts took: the server is started once, brings the copy to its end, or
// to a moment after it by further files of the log, and is stopped. It then is on a timeline of its own, so that
// nothing it writes is taken for what the server wrote that was copied.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR } from './clock.ts';
import { type Options, startEmbeddedPostgres } from './embedded-postgres.ts';
import { embeddedFailure } from './failure.ts';
import { clusterOf } from './place.ts';

export interface RecoveryRequest extends Options {
  /** Null: as far as the log goes that is there. */
  readonly until: Date | null;
  /** To be followed, with its history in `pg_wal`; the newest that is there unless said. */
  readonly timeline?: number;
}

export interface Recovered {
  /** When the last transaction was committed that came after the copy; null: none did. */
  readonly lastCommitAt: Date | null;
}

/** A day's log of a busy server takes minutes; a disk may be slow. */
const RECOVERY_LIMIT = 12 * HOUR;

/**
 * The copy is in `<folder>/cluster`, files of the log that were kept since in its `pg_wal`. Throws
 * EmbeddedPostgresError with what the server says when the copy is damaged, or when the log does not go as far as
 * `until`.
 */
export async function recoverCluster(requested: RecoveryRequest): Promise<Recovered> {
  const { until, timeline, ...options } = requested;
  const cluster = clusterOf(options.folder);
  if (!existsSync(join(cluster, 'backup_label')))
    throw embeddedFailure(`${cluster} is no copy of a running server`, undefined, 'told');
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  const server = await startEmbeddedPostgres({
    ...options,
    startLimit: RECOVERY_LIMIT,
    settings: { ...options.settings, ...recoverySettings(until, timeline) },
  });
  await server.stop();
  return { lastCommitAt: lastCommitOf(options.folder) };
}

/** The server says it in its log when it has come to the end. */
function lastCommitOf(folder: string): Date | null {
  const message = /last completed transaction was at log time (\S+ \S+?)\+00/g;
  const [, at] =
    [...readFileSync(join(folder, 'server.log'), 'utf8').matchAll(message)].at(-1) ?? [];
  return at === undefined ? null : new Date(`${at.replace(' ', 'T')}Z`);
}

function recoverySettings(
  until: Date | null,
  timeline: number | undefined,
): Readonly<Record<string, string>> {
  return {
    // All that there is, is in pg_wal: nothing is fetched.
    restore_command: 'false',
    recovery_target_timeline: timeline === undefined ? 'latest' : `${timeline}`,
    // Nothing reads it before it is complete.
    hot_standby: 'off',
    ...(until !== null && {
      // The server knows no name of a time zone yet when it reads this.
      recovery_target_time: until.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  };
}
