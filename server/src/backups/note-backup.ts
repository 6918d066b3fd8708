// The command that makes a backup records it in the database, which shows the age of the newest one.
import type { App } from '../app.ts';
import { HOUR, MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { openAlert, resolveOpen } from '../ledger/alerts.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import type { Manifest } from './backup.ts';
import { watchRefusals } from './claims/refusal.ts';
import { watchWal } from './wal/archive-wal.ts';

export interface GoodBackup {
  readonly name: string;
  readonly ended_at: Date;
  readonly is_proven: boolean;
}

/** `isVerified`: restored, with a verified ledger. Throws in a database of a release without this table. */
export async function noteBackup(sql: Sql, made: Manifest, isVerified: boolean): Promise<void> {
  await sql.query(
    'insert into backups (name, ended_at, is_proven) values ($1, $2, $3) on conflict do nothing',
    [made.name, made.ended_at, isVerified],
  );
}

/** Null: never made, or only by other tools. */
export async function newestBackup(sql: Sql): Promise<GoodBackup | null> {
  const [row] = await sql.query<GoodBackup>(
    'select name, ended_at, is_proven from backups order by name desc limit 1',
  );
  return row ?? null;
}

// An old backup means that its schedule (a timer, a script) does not run, or that backups fail. If no backup was ever
// made, none is expected.

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
  await openAlert(app, { kind: 'backup_old', subject: SUBJECT, facts });
}

/** False when nothing of value can be lost, or when the operator disabled the check. */
export function isOld({ config, clock }: Pick<App, 'config' | 'clock'>, newest: GoodBackup) {
  const hours = config.rules.watchesBackups ? config.backupHoursMax : 0;
  return hours > 0 && clock.now() - Number(newest.ended_at) > hours * HOUR;
}
