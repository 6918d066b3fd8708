// Records in the database how far its WAL is archived, for monitoring.
import type { App } from '../../app.ts';
import { MINUTE, SECOND, wallNow } from '../../core/clock.ts';
import type { Sql } from '../../db/database.ts';
import { raiseAlert, resolveOpen } from '../../ledger/alerts.ts';
import type { WalArchived } from './archive-wal.ts';

export interface WalNote {
  readonly began_at: Date;
  readonly until: Date;
}

/** In a restored database, this row belongs to its previous history; a new start replaces it. */
export async function noteWal(sql: Sql, { until, isNew }: WalArchived): Promise<void> {
  await sql.query(
    `insert into wal_archive as w (began_at, until) values ($1, $1)
     on conflict (is_only) do update
     set until = excluded.until, began_at = case when $2 then excluded.began_at else w.began_at end`,
    [until, isNew],
  );
}

export async function readWalNote(sql: Sql): Promise<WalNote | null> {
  const [row] = await sql.query<WalNote>('select began_at, until from wal_archive');
  return row ?? null;
}

export async function endWalNote(sql: Sql): Promise<void> {
  await sql.query('delete from wal_archive');
}

// Without a WAL archive, this machine has the only copy of the changes since the last backup.

const SUBJECT = 'database';
/** A single failed round or a busy machine is not worth an alert. */
const TIMEOUT = 5 * MINUTE;

/** Uses the machine's clock, as the database does. */
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
