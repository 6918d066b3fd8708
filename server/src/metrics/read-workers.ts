// Recurring work and the rows that wait for workers, in all processes, as in `chaintill workers list`.
import type { App } from '../app.ts';
import { newestBackup } from '../backups/note-backup.ts';
import { readWalNote, walLimit } from '../backups/wal/archive-wal.ts';
import { HOUR, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { listWorkers } from '../operator/workers.ts';
import { epochSeconds, reading, samplesOf, secondsSince } from './reading.ts';

export const backupsReading = reading({
  name: 'backups',
  everyMilliseconds: MINUTE,
  gauges: {
    chaintill_backup_last_end_timestamp_seconds: {
      help: 'End of the newest good backup of the embedded database',
    },
    chaintill_backup_age_limit_seconds: {
      help: 'Maximum age of it (CHAINTILL_BACKUP_MAX_AGE_HOURS)',
    },
    chaintill_wal_stored_timestamp_seconds: {
      help: 'Time up to which the WAL of the embedded database is stored (CHAINTILL_WAL_ARCHIVE_DESTINATION)',
    },
    chaintill_wal_age_limit_seconds: { help: 'Maximum age of it' },
  },
  read: async (app) => ({ ...(await readBackup(app)), ...(await readWal(app)) }),
});

async function readBackup({ db, config }: App) {
  const newest = await newestBackup(db);
  const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
  if (newest === null || hours === 0) return {};
  return {
    chaintill_backup_last_end_timestamp_seconds: [{ value: epochSeconds(newest.ended_at) }],
    chaintill_backup_age_limit_seconds: [{ value: (hours * HOUR) / SECOND }],
  };
}

async function readWal({ db, config }: App) {
  const note = await readWalNote(db);
  if (note === null) return {};
  return {
    chaintill_wal_stored_timestamp_seconds: [{ value: epochSeconds(note.until) }],
    chaintill_wal_age_limit_seconds: [{ value: walLimit(config) / SECOND }],
  };
}

export const workersReading = reading({
  name: 'workers',
  everyMilliseconds: 10 * SECOND,
  gauges: {
    chaintill_task_last_end_timestamp_seconds: {
      help: 'Time of the last run of a job, in any process',
      labels: ['task'],
    },
    chaintill_task_overdue_seconds: {
      help: 'Time since a job was due without a process running it; 0 while it runs',
      labels: ['task'],
    },
    chaintill_task_failures: {
      help: 'Failures of a job since its last success',
      labels: ['task'],
    },
    chaintill_queue_due_rows: {
      help: 'Due rows, counted up to 1,000',
      labels: ['queue'],
    },
    chaintill_queue_oldest_due_seconds: {
      help: 'Age of the oldest due row',
      labels: ['queue'],
    },
  },
  async read(app) {
    const { recurring, queues } = await listWorkers(app);
    const now = wallNow();
    const ofTasks = samplesOf(recurring, ({ name: task }) => ({ task }));
    const ofQueues = samplesOf(queues, ({ name }) => ({ queue: name.replaceAll(' ', '_') }));
    return {
      chaintill_task_last_end_timestamp_seconds: ofTasks(({ ended_at }) =>
        ended_at === null ? null : epochSeconds(ended_at),
      ),
      chaintill_task_overdue_seconds: ofTasks(({ due_at, running }) =>
        running ? 0 : secondsSince(due_at, now),
      ),
      chaintill_task_failures: ofTasks(({ failures }) => failures),
      chaintill_queue_due_rows: ofQueues(({ due }) => due),
      chaintill_queue_oldest_due_seconds: ofQueues(({ oldest_due_at }) =>
        secondsSince(oldest_due_at, app.clock.now()),
      ),
    };
  },
});
