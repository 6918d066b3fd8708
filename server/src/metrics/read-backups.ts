// The newest good backup, and how old it may be. Without any there are no series, and no alert.
import { newestBackup } from '../backups/note-backup.ts';
import { HOUR, MINUTE, SECOND } from '../core/clock.ts';
import { epochSeconds } from './ages.ts';
import { reading } from './reading.ts';

export const backupsReading = reading({
  name: 'backups',
  everyMilliseconds: MINUTE,
  gauges: {
    chaintill_backup_last_end_timestamp_seconds: {
      help: 'When the newest good backup of the embedded database ended',
    },
    chaintill_backup_age_limit_seconds: {
      help: 'How old it may be (CHAINTILL_BACKUP_HOURS_MAX)',
    },
  },
  async read({ db, config }) {
    const newest = await newestBackup(db);
    const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
    if (newest === null || hours === 0) return {};
    return {
      chaintill_backup_last_end_timestamp_seconds: [{ value: epochSeconds(newest.ended_at) }],
      chaintill_backup_age_limit_seconds: [{ value: (hours * HOUR) / SECOND }],
    };
  },
});
