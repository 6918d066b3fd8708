// Whether the newest backup is young enough. Of a database of another server its own tools know.

import type { App } from '../../app.ts';
import { newestBackup } from '../../backups/note-backup.ts';
import { isOld } from '../../backups/watch-age.ts';
import type { Finding } from './examine.ts';

export async function checkBackups(app: App): Promise<Finding> {
  const newest = await newestBackup(app.db);
  const what = { check: 'backups', code: 'backups', about: null } as const;
  if (newest === null) {
    const text = 'none was made by chaintill backup create';
    return { ...what, ok: true, text, hint: null, detail: { code: 'backup_none' } };
  }
  const { name, ended_at: at, is_proven: isProven } = newest;
  const detail = { code: 'backup_newest', at: at.toISOString(), is_proven: isProven } as const;
  const ok = !isOld(app, newest);
  const text = `the newest is ${name}, ${isProven ? 'proven' : 'not proven'}`;
  const hint = 'see why there is none since; chaintill backup create --verify makes one now';
  return { ...what, ok, text, hint: ok ? null : hint, detail };
}
