// Opens an alert when the newest backup is too old, until there is a newer one: its schedule (a timer, a script) does
// not run, or its backups fail. If no backup was ever made, none is expected.
import type { App } from '../app.ts';
import { HOUR, MINUTE } from '../core/clock.ts';
import { raiseAlert, resolveOpen } from '../ledger/alerts.ts';
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
  await app.db.transaction((tx) => raiseAlert(tx, { kind: 'backup_old', subject: SUBJECT, facts }));
}

/** Never old when nothing of value can be lost, or when the operator disabled the check. */
export function isOld({ config, clock }: Pick<App, 'config' | 'clock'>, newest: GoodBackup) {
  const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
  return hours > 0 && clock.now() - Number(newest.ended_at) > hours * HOUR;
}
