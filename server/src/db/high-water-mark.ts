// Detects that the database was rolled back while a process runs. Each process owns a row, which it raises every second
// and together with everything that it signs, and remembers the value. A row that is lower than the remembered value,
// or missing, comes from an older database: an outdated standby, or a backup that was restored in place.
import type { Database, Sql, SqlTx } from './database.ts';
import { beginHistory } from './own-history.ts';
import { readPlace, type ServerPlace } from './server-watch.ts';

/** The evidence that the database is older than what this process remembers. */
export type RollbackCode = 'writes_missing' | 'log_shorter';

/** What this process remembers. Created in assemble.ts. */
export interface HighWaterMark {
  /** The key of this process's row. */
  readonly process: string;
  /** The last value known to be committed; null before the first one. */
  mark: number | null;
  place: ServerPlace | null;
  /** The server whose position was compared with the stored one. */
  checkedServer: string | null;
}

/**
 * The condition for issuing something that must never be issued twice: the database still has the mark that its process
 * (first parameter) remembers (second parameter).
 */
export function hasMark(process: string, mark: string): string {
  return `exists (select 1 from process_marks m where m.process = ${process} and m.mark >= ${mark})`;
}

export function highWaterMark(process: string): HighWaterMark {
  return { process, mark: null, place: null, checkedServer: null };
}

/**
 * Raises the mark and records the coins that this process has compared with their chains. Returns the evidence that the
 * database is older than what this process remembers, or null if there is none. If there is, the caller starts over
 * with `beginHighWaterMark`.
 */
export async function raiseHighWaterMark(
  db: Database,
  own: HighWaterMark,
  { now, compared }: { now: Date; compared: () => readonly string[] },
): Promise<RollbackCode | null> {
  const place = await readPlace(db);
  const reason = place === null ? null : movedBack(own.place, place);
  if (place !== null) db.notePlace(place);
  own.place = place;
  if (reason !== null) return reason;
  if (own.mark === null) {
    await db.transaction((tx) => beginHighWaterMark(tx, own, now));
    own.mark = 0;
    return null;
  }
  const rows = await db.query<{ mark: number }>(
    `update process_marks set mark = mark + 1, marked_at = $3, compared = $4
     where process = $1 and mark >= $2 returning mark`,
    [own.process, own.mark, now, compared()],
  );
  const raised = rows[0]?.mark;
  if (raised === undefined) return 'writes_missing';
  own.mark = Math.max(own.mark, raised);
  return null;
}

/**
 * Raises the mark in the same write as the caller's data, so that this process is sure to notice if that data is lost.
 * Returns the mark that is valid once the write is committed. Throws when the database is older than what this process
 * remembers.
 */
export async function raiseHighWaterMarkWith(
  tx: SqlTx,
  own: HighWaterMark,
): Promise<number | null> {
  if (own.mark === null) return null;
  const rows = await tx.query<{ mark: number }>(
    `update process_marks set mark = mark + 1 where process = $1 and mark >= $2 returning mark`,
    [own.process, own.mark],
  );
  const raised = rows[0]?.mark;
  if (raised === undefined) throw new Error('the database lacks what this process wrote last');
  return raised;
}

/** On one server and timeline the durable position never decreases, unless the database files were restored. */
function movedBack(before: ServerPlace | null, now: ServerPlace): RollbackCode | null {
  if (before === null || before.server !== now.server) return null;
  if (before.position === null || now.position === null) return null;
  return now.position < before.position ? 'log_shorter' : null;
}

/** Stores the mark, starting from 0. The caller sets it in memory after the commit. */
export async function beginHighWaterMark(tx: SqlTx, own: HighWaterMark, now: Date): Promise<void> {
  await tx.query(
    `insert into process_marks (process, mark, marked_at) values ($1, 0, $2)
     on conflict (process) do update set mark = 0, marked_at = $2, compared = '{}'`,
    [own.process, now],
  );
}

/** Stores the database's current server and position, and returns the previous one; null the first time. */
export async function exchangePlace(tx: SqlTx, server: string): Promise<string | null> {
  const rows = await tx.query<{ before: string | null }>(
    `insert into instance_settings as s (name, value) values ('database_place', jsonb_build_object('now', $1::text))
     on conflict (name) do update set value = jsonb_build_object('now', $1::text, 'before', s.value ->> 'now')
     returning value ->> 'before' as before`,
    [server],
  );
  return rows[0]?.before ?? null;
}

/** Deletes up to a limit of marks whose processes were last seen before the given time; returns the number deleted. */
export async function purgeMarks(
  sql: Sql,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const rows = await sql.query(
    `delete from process_marks where ctid = any(array(
       select ctid from process_marks where marked_at < $1 limit $2)) returning 1`,
    [before, limit],
  );
  return rows.length;
}

// Numbers every detected rollback of the database. Code that hands out single-use values (addresses, tags) reads the
// newest number and skips ahead when it has increased.

/** A person's reason, or the cause that the program found. */
interface StepBack {
  readonly reason: string | null;
  readonly cause: object | null;
  readonly now: Date;
}

export async function noteStepBack(tx: SqlTx, step: StepBack): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    'insert into steps_back (reason, cause, noticed_at) values ($1, $2, $3) returning id',
    [step.reason, step.cause, step.now],
  );
  // Everything written from now on belongs to a different history than the backups.
  await beginHistory(tx);
  return rows[0]?.id ?? 0;
}

/** 0 if there was none. */
export async function lastStepBack(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: number }>('select max(id) as id from steps_back');
  return rows[0]?.id ?? 0;
}
