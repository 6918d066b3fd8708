// Detects that the database was rolled back while a process runs. Each process increments a mark in its own row every
// second, and together with everything that it signs, and keeps the value in memory. A lower mark or a missing row
// means that the database is older: an outdated standby, or a backup that was restored in place.
import { DAY } from '../core/clock.ts';
import type { Database, Sql, SqlTx } from './database.ts';
import { beginHistory } from './own-history.ts';
import { readPlace, type ServerPlace } from './server-watch.ts';

export type RollbackCode = 'writes_missing' | 'log_shorter';

/** Created in assemble.ts. */
export interface HighWaterMark {
  readonly process: string;
  /** The last committed value; null before the first one. */
  mark: number | null;
  place: ServerPlace | null;
  /** The server whose position was compared with the stored one. */
  checkedServer: string | null;
}

/** SQL condition for issuing single-use values: the database still has the mark that the process remembers. */
export function hasMark(process: string, mark: string): string {
  return `exists (select 1 from process_marks m where m.process = ${process} and m.mark >= ${mark})`;
}

export function highWaterMark(process: string): HighWaterMark {
  return { process, mark: null, place: null, checkedServer: null };
}

/**
 * Also records the coins that this process has compared with their chains. After a rollback, returns its evidence,
 * and the caller starts over with `beginHighWaterMark`.
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
 * In the caller's transaction, so that this process detects the loss of the caller's data. Returns the mark that is
 * valid after the commit. Throws when the database was rolled back.
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

/** On one server and timeline, the durable position decreases only when the database files were restored. */
function movedBack(before: ServerPlace | null, now: ServerPlace): RollbackCode | null {
  if (before === null || before.server !== now.server) return null;
  if (before.position === null || now.position === null) return null;
  return now.position < before.position ? 'log_shorter' : null;
}

/** The caller sets the mark in memory after the commit. */
export async function beginHighWaterMark(tx: SqlTx, own: HighWaterMark, now: Date): Promise<void> {
  await tx.query(
    `insert into process_marks (process, mark, marked_at) values ($1, 0, $2)
     on conflict (process) do update set mark = 0, marked_at = $2, compared = '{}'`,
    [own.process, now],
  );
}

/** Returns the previous place; null the first time. */
export async function exchangePlace(tx: SqlTx, server: string): Promise<string | null> {
  const rows = await tx.query<{ before: string | null }>(
    `insert into instance_settings as s (name, value) values ('database_place', jsonb_build_object('now', $1::text))
     on conflict (name) do update set value = jsonb_build_object('now', $1::text, 'before', s.value ->> 'now')
     returning value ->> 'before' as before`,
    [server],
  );
  return rows[0]?.before ?? null;
}

// Numbers every detected rollback. Code that hands out single-use values (addresses, tags) skips ahead when the
// newest number has increased.

/** `reason` comes from a person, `cause` from the program. */
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
  // From now on, the database has a different history than its backups.
  await beginHistory(tx);
  return rows[0]?.id ?? 0;
}

/** 0 if the database was never rolled back. */
export async function lastStepBack(sql: Sql): Promise<number> {
  const rows = await sql.query<{ id: number }>('select max(id) as id from steps_back');
  return rows[0]?.id ?? 0;
}

/** A suspended process must find its mark when it resumes: otherwise the database looks rolled back. */
export const expiredMarks = {
  age: () => 60 * DAY,
  statement: `delete from process_marks where ctid = any(array(
    select ctid from process_marks where marked_at < $1 limit $2)) returning 1`,
};
