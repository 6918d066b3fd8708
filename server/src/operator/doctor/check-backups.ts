// Checks the age of the newest backup and whether its write-ahead log is archived. A database on another server has its
// own backup tools.
import type { App } from '../../app.ts';
import { readRefusals } from '../../backups/claims/refusal.ts';
import { isOld, newestBackup } from '../../backups/note-backup.ts';
import { isWalOld, readWalNote } from '../../backups/wal/archive-wal.ts';
import type { Finding } from './finding.ts';

export async function checkBackups(app: App): Promise<Finding> {
  return { code: 'backups', about: null, ...(await backupStatus(app)) };
}

async function backupStatus(app: App): Promise<Pick<Finding, 'ok' | 'detail'>> {
  const newest = await newestBackup(app.db);
  const wal = await readWalNote(app.db);
  const [refused] = await readRefusals(app.db);
  if (refused !== undefined)
    return { ok: false, detail: { code: 'backup_destination_claimed', place: refused.place } };
  const wal_until = wal === null ? null : wal.until.toISOString();
  if (wal !== null && wal_until !== null && isWalOld(app, wal))
    return { ok: false, detail: { code: 'wal_old', wal_until } };
  if (wal !== null && wal_until !== null && (newest === null || newest.ended_at < wal.began_at)) {
    const wal_since = wal.began_at.toISOString();
    return { ok: false, detail: { code: 'backup_before_wal', wal_since, wal_until } };
  }
  if (newest === null) return { ok: app.config.nightly === null, detail: { code: 'backup_none' } };
  const { name, ended_at: at, is_proven } = newest;
  return {
    ok: !isOld(app, newest),
    detail: { code: 'backup_newest', name, at: at.toISOString(), is_proven, wal_until },
  };
}
