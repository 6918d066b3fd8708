// Nightly backups run in a child process: copying and verifying a large database takes hours and must not slow down
// requests and payments. A missed backup is made at the next start.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import type { NightlyBackups } from '../core/config/read-backups.ts';
import { packageFolder } from '../core/places.ts';
import { openAlert, resolveOpen } from '../ledger/alerts.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { BackupError } from './backup.ts';
import { newestBackup } from './note-backup.ts';
import { readWalNote } from './wal/archive-wal.ts';

const REPORTED_MAX = 2000;
const CHECK_EVERY = 5 * MINUTE;
/** Time for the WAL archive to start. The archive does not continue a backup that was made before. */
const WAL_TIMEOUT = 5 * MINUTE;

export function nightlyWorker(nightly: NightlyBackups): Worker {
  let making: ChildProcess | null = null;
  let isEnding = false;
  let failed: Failed | null = null;
  const startedAt = wallNow();
  const task = recurring({
    name: 'backup',
    everyMilliseconds: CHECK_EVERY,
    leaseMilliseconds: MINUTE,
    async run(app) {
      const isUnhurried = wallNow() - startedAt < WAL_TIMEOUT;
      if (isUnhurried && (await lacksWal(app))) return SECOND;
      const isRequested = await isDue(app, nightly);
      if (isRequested && !isEnding) {
        if (failed !== null && !(await isRetryDue(app, failed))) throw failed.error;
        making = begin(nightly);
        try {
          await ended(making);
          failed = null;
        } catch (error) {
          failed = failedAgain(failed, error);
          if (!isEnding) await reportFailure(app, error);
          throw error;
        } finally {
          making = null;
        }
      }
      if (!isRequested || !isEnding) await endFailure(app);
      return Math.min(CHECK_EVERY, latestTime(nightly, wallNow()) + DAY - wallNow());
    },
  });
  return {
    ...task,
    disconnect() {
      isEnding = true;
      // The child process deletes its unfinished backup.
      making?.kill('SIGTERM');
    },
  };
}

const SUBJECT = 'database';

/** Reports only the first failure: later ones in the same night have the same cause, or their log has the details. */
function reportFailure(app: App, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  return openAlert(app, { kind: 'backup_failed', subject: SUBJECT, facts: { reason } });
}

function endFailure(app: App): Promise<void> {
  return resolveOpen(app, { kind: 'backup_failed', subjects: [SUBJECT] });
}

interface Failed {
  readonly at: number;
  readonly error: unknown;
  readonly times: number;
  readonly retryAt: number;
}

/** Retries after one, two, then four hours: each backup that fails verification leaves a copy. */
function failedAgain(before: Failed | null, error: unknown): Failed {
  const times = (before?.times ?? 0) + 1;
  return {
    at: wallNow(),
    error,
    times,
    retryAt: wallNow() + Math.min(DAY, HOUR * 2 ** (times - 1)),
  };
}

/** Also due when the WAL archive has started over, for example after a takeover: it needs a new backup. */
async function isRetryDue({ db }: Pick<App, 'db'>, { at, retryAt }: Failed): Promise<boolean> {
  if (wallNow() >= retryAt) return true;
  const wal = await readWalNote(db);
  return wal !== null && Number(wal.began_at) > at;
}

export function latestTime({ minuteOfDay }: Pick<NightlyBackups, 'minuteOfDay'>, now: number) {
  const today = now - (now % DAY) + minuteOfDay * MINUTE;
  return today <= now ? today : today - DAY;
}

/** Also due when the WAL archive starts over, for example after a restore: without a new backup, it is unusable. */
export async function isDue({ db }: Pick<App, 'db'>, nightly: Pick<NightlyBackups, 'minuteOfDay'>) {
  const newest = await newestBackup(db);
  const wal = await readWalNote(db);
  if (newest === null || Number(newest.ended_at) < latestTime(nightly, wallNow())) return true;
  return wal !== null && newest.ended_at < wal.began_at;
}

async function lacksWal({ config, db }: Pick<App, 'config' | 'db'>): Promise<boolean> {
  return config.walTo !== null && (await readWalNote(db)) === null;
}

function begin({ to, kept, recipient }: NightlyBackups): ChildProcess {
  const program = join(packageFolder, 'bin/chaintill.js');
  const words = ['backup', 'create', '--to', to, '--verify', '--keep', `${kept}`];
  const forWhom = recipient === null ? [] : ['--recipient', recipient];
  return spawn(process.execPath, [program, ...words, ...forWhom], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Throws BackupError with the last output when the process fails. */
async function ended(making: ChildProcess): Promise<void> {
  let reported = '';
  making.stderr?.on('data', (bytes) => {
    reported = `${reported}${bytes}`.slice(-REPORTED_MAX);
  });
  lower(making.pid);
  const [code, signal] = (await once(making, 'close')) as [number | null, string | null];
  if (code === 0) return;
  throw new BackupError(`backup failed: ${reported.trim() || (signal ?? `code ${code}`)}`);
}

/** Below the service's priority. On a constantly busy machine, the backup still finishes. */
function lower(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended and reports why.
  }
}
