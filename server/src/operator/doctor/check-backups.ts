// Checks the age of the newest backup and whether its write-ahead log is archived. A database on another server has its
// own backup tools.

import type { App } from '../../app.ts';
import { readRefusals } from '../../backups/claims/note-refusal.ts';
import { newestBackup } from '../../backups/note-backup.ts';
import { readWalNote } from '../../backups/wal/note-wal.ts';
import { isWalOld } from '../../backups/wal/watch-wal.ts';
import { isOld } from '../../backups/watch-age.ts';
import type { Finding } from './examine.ts';

const HINT = 'see why there is none since; chaintill backup create --verify makes one now';

export async function checkBackups(app: App): Promise<Finding> {
  const newest = await newestBackup(app.db);
  const wal = await readWalNote(app.db);
  const what = { check: 'backups', code: 'backups', about: null } as const;
  const [refused] = await readRefusals(app.db);
  if (refused !== undefined) {
    const { place, owner } = refused;
    return {
      ...what,
      ok: false,
      text: `${place} belongs to ${owner === null ? 'another history' : `history ${owner}`}: nothing of this database is stored there`,
      hint: `find the other instance; the one that goes on: chaintill backup take-over --to ${place}`,
      detail: { code: 'backup_destination_claimed', place },
    };
  }
  if (wal !== null && isWalOld(app, wal)) {
    const until = wal.until.toISOString();
    return {
      ...what,
      ok: false,
      text: `the log of the database is stored up to ${until}, and no further`,
      hint: 'see what the service says of wal-archive: no room, or a folder that is not there',
      detail: { code: 'wal_old', wal_until: until },
    };
  }
  if (wal !== null && (newest === null || newest.ended_at < wal.began_at)) {
    const since = wal.began_at.toISOString();
    return {
      ...what,
      ok: false,
      text: `the log of the database is stored since ${since}, and no backup was made since`,
      hint: 'make one, as the log leads nowhere without: chaintill backup create --verify',
      detail: { code: 'backup_before_wal', wal_since: since, wal_until: wal.until.toISOString() },
    };
  }
  if (newest === null && app.config.nightly !== null) {
    const text = `none was made yet for ${app.config.nightly.to}`;
    const hint = 'see what the service says of its task backup';
    return { ...what, ok: false, text, hint, detail: { code: 'backup_none' } };
  }
  if (newest === null) {
    const text = 'none was made by chaintill backup create';
    return { ...what, ok: true, text, hint: null, detail: { code: 'backup_none' } };
  }
  const { name, ended_at: at, is_proven: isVerified } = newest;
  const wal_until = wal === null ? null : wal.until.toISOString();
  const facts = { at: at.toISOString(), is_proven: isVerified, wal_until };
  const ok = !isOld(app, newest);
  const text = [
    `the newest is ${name}, ${isVerified ? 'proven' : 'not proven'}`,
    ...(wal_until === null ? [] : [`the log is stored up to ${wal_until}`]),
  ].join('; ');
  return { ...what, ok, text, hint: ok ? null : HINT, detail: { code: 'backup_newest', ...facts } };
}
