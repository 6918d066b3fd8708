// The ages of the newest good backup and of the WAL archive, with their limits. Without backups, no series and no
// alert.
import type { App } from '../app.ts';
import { newestBackup } from '../backups/note-backup.ts';
import { readWalNote, walLimit } from '../backups/wal/note-wal.ts';
import { HOUR, MINUTE, SECOND } from '../core/clock.ts';
import { epochSeconds, reading } from './reading.ts';

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
