// Turns a copy from base-backup.ts into a cluster: starts the server once, which replays the log to the end of the
// copy, or to a later time with further log files, and stops it. The cluster is then on its own timeline, so that its
// writes are not mistaken for those of the original server.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR } from './clock.ts';
import { type Options, startEmbeddedPostgres } from './embedded-postgres.ts';
import { embeddedFailure } from './failure.ts';
import { clusterOf } from './place.ts';

export interface RecoveryRequest extends Options {
  /** Null: to the end of the available log. */
  readonly until: Date | null;
  /** The timeline to follow, with its history in `pg_wal`. Default: the newest one in `pg_wal`. */
  readonly timeline?: number;
}

export interface Recovered {
  /** The commit time of the last transaction after the copy. Null without any. */
  readonly lastCommitAt: Date | null;
}

/** A busy server's log of one day takes minutes. A disk may be slow. */
const RECOVERY_LIMIT = 12 * HOUR;

/**
 * Expects the copy in `<folder>/cluster`, and later log files in its `pg_wal`. Throws an EmbeddedPostgresError with
 * the server's message when the copy is damaged, or when the log ends before `until`.
 */
export async function recoverCluster(requested: RecoveryRequest): Promise<Recovered> {
  const { until, timeline, ...options } = requested;
  const cluster = clusterOf(options.folder);
  if (!existsSync(join(cluster, 'backup_label')))
    throw embeddedFailure(`${cluster} is no copy of a running server`, undefined, 'explained');
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
  const server = await startEmbeddedPostgres({
    ...options,
    startLimit: RECOVERY_LIMIT,
    settings: { ...options.settings, ...recoverySettings(until, timeline) },
  });
  await server.stop();
  return { lastCommitAt: lastCommitOf(options.folder) };
}

/** The server logs this message when it reaches the end. */
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
    // All files are in pg_wal, so nothing needs to be fetched.
    restore_command: 'false',
    recovery_target_timeline: timeline === undefined ? 'latest' : `${timeline}`,
    // No client reads the cluster before it is complete.
    hot_standby: 'off',
    ...(until !== null && {
      // The server has no time zone names yet when it parses this setting.
      recovery_target_time: until.toISOString().replace('Z', '+00'),
      recovery_target_action: 'promote',
    }),
  };
}
