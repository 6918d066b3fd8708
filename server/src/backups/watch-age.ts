// A newest backup that is too old is an alarm until there is another: whatever was to make it (a timer, a script) does
// not, or its backups are not good. Where none was ever made nobody waits for one.
import type { App } from '../app.ts';
import { HOUR, MINUTE } from '../core/clock.ts';
import { raiseAlarm, resolveOpen } from '../ledger/alarms.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { watchRefusals } from './claims/watch-refusals.ts';
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
    await watchRefusals(app);
    return false;
  },
});

export async function watchBackupAge(app: App): Promise<void> {
  const newest = await newestBackup(app.db);
  if (newest === null || !isOld(app, newest))
    return resolveOpen(app, { kind: 'backup_old', subjects: [SUBJECT] });
  const facts = { backup: newest.name, made_at: newest.ended_at.toISOString() };
  await app.db.transaction((tx) => raiseAlarm(tx, { kind: 'backup_old', subject: SUBJECT, facts }));
}

/** Never where nothing of value can be lost, nor where the operator wants no age to be watched. */
export function isOld({ config, clock }: Pick<App, 'config' | 'clock'>, newest: GoodBackup) {
  const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
  return hours > 0 && clock.now() - Number(newest.ended_at) > hours * HOUR;
}
