// A log that is not stored any more is an alarm until it is again: what happens since would be lost with this machine.
import type { App } from '../../app.ts';
import { MINUTE, SECOND, wallNow } from '../../core/clock.ts';
import { raiseAlarm, resolveOpen } from '../../ledger/alarms.ts';
import { readWalNote, type WalNote } from './note-wal.ts';

const SUBJECT = 'database';
/** One round that failed, or a machine that is busy, is no matter for anybody. */
const TIMEOUT = 5 * MINUTE;

/** When the log stored so far is too old. By the clock of the machine, as the database's is. */
export function isWalOld({ config }: Pick<App, 'config'>, { until }: WalNote): boolean {
  return wallNow() - Number(until) > walLimit(config);
}

export function walLimit({ walSeconds }: App['config']): number {
  return TIMEOUT + 2 * walSeconds * SECOND;
}

export async function watchWal(app: App): Promise<void> {
  const note = await readWalNote(app.db);
  if (note === null || !isWalOld(app, note))
    return resolveOpen(app, { kind: 'wal_not_stored', subjects: [SUBJECT] });
  const facts = { stored_until: note.until.toISOString() };
  await app.db.transaction((tx) =>
    raiseAlarm(tx, { kind: 'wal_not_stored', subject: SUBJECT, facts }),
  );
}
