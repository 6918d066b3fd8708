// A newest backup that is too old is an alarm until there is another: whatever was to make it (a timer, a script) does
// not, or its backups are not good. Where none was ever made nobody waits for one.
import type { App } from '../app.ts';
import { HOUR, MINUTE } from '../core/clock.ts';
import { endAlarm, raiseAlarm } from '../ledger/alarms.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { type GoodBackup, newestBackup } from './note-backup.ts';
import { watchWal } from './wal/watch-wal.ts';

const SUBJECT = 'database';

export const backupAgeWorker: Worker = recurring({
  name: 'backup-age',
  everyMilliseconds: 5 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run(app) {
    await watchBackupAge(app);
    await watchWal(app);
    return false;
  },
});

export async function watchBackupAge(app: App): Promise<void> {
  const newest = await newestBackup(app.db);
  await app.db.transaction(async (tx) => {
    if (newest === null || !isOld(app, newest))
      return endAlarm(tx, { kind: 'backup_old', subject: SUBJECT });
    const { name, ended_at: at } = newest;
    await raiseAlarm(tx, {
      kind: 'backup_old',
      subject: SUBJECT,
      facts: { backup: name, made_at: at.toISOString() },
    });
  });
}

/** Never where nothing of value can be lost, nor where the operator wants no age to be watched. */
export function isOld({ config, clock }: Pick<App, 'config' | 'clock'>, newest: GoodBackup) {
  const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
  return hours > 0 && clock.now() - Number(newest.ended_at) > hours * HOUR;
}
