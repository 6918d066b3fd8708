// Opens an alert while WAL is not archived: changes since then would be lost with this machine.
import type { App } from '../../app.ts';
import { MINUTE, SECOND, wallNow } from '../../core/clock.ts';
import { raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import { readWalNote, type WalNote } from './note-wal.ts';

const SUBJECT = 'database';
/** A single failed round or a busy machine is not worth an alert. */
const TIMEOUT = 5 * MINUTE;

/** Whether the archived WAL is too old. Uses the machine's clock, as the database does. */
export function isWalOld({ config }: Pick<App, 'config'>, { until }: WalNote): boolean {
  return wallNow() - Number(until) > walLimit(config);
}

export function walLimit({ walSeconds }: App['config']): number {
  return TIMEOUT + 2 * walSeconds * SECOND;
}

export async function watchWal(app: App): Promise<void> {
  const note = await readWalNote(app.db);
  if (note === null || !isWalOld(app, note))
    return resolveOpen(app, { kind: 'wal_archiving_failed', subjects: [SUBJECT] });
  const facts = { stored_until: note.until.toISOString() };
  await app.db.transaction((tx) =>
    raiseAlert(tx, { kind: 'wal_archiving_failed', subject: SUBJECT, facts }),
  );
}
