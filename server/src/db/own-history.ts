// Which history this database is: an identifier in the database itself. A restore begins another one, so that the copy
// and what it was copied from are told apart in every place.
import type { Sql } from './database.ts';

/** A log of an earlier history that this one's follows. */
export interface InheritedLog {
  readonly wal: string;
  /** Only its timelines before this one: its later ones are another history's. */
  readonly before: number;
}

export interface OwnHistory {
  readonly id: string;
  readonly isRestored: boolean;
  readonly after: readonly InheritedLog[];
}

/** False in a database of a release that knew no histories. */
export async function hasHistories(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ known: boolean }>(
    `select to_regclass('backup_history') is not null as known`,
  );
  return row?.known === true;
}

const NEW_ID = 'right(gen_random_uuid()::text, 12)';

/** Null in a database of a release that knew none. */
export async function readOwnHistory(sql: Sql): Promise<OwnHistory | null> {
  if (!(await hasHistories(sql))) return null;
  await sql.query(
    `insert into backup_history (id, is_restored) values (${NEW_ID}, false) on conflict do nothing`,
  );
  const [row] = await sql.query<OwnHistory>(
    'select id, is_restored as "isRestored", after from backup_history',
  );
  return row ?? null;
}

/** The database went back, or a copy of it stores elsewhere: what it writes from now on is a history of its own. */
export async function beginHistory(sql: Sql): Promise<void> {
  if (!(await hasHistories(sql))) return;
  await sql.query(
    `insert into backup_history (id, is_restored) values (${NEW_ID}, true)
     on conflict (is_only) do update
     set id = excluded.id, is_restored = excluded.is_restored, after = excluded.after`,
  );
}

/** The restored database's log follows these, from the timeline on that it is on now. */
export async function noteInheritedLogs(sql: Sql, logs: readonly InheritedLog[]): Promise<void> {
  await sql.query('update backup_history set after = $1::jsonb', [JSON.stringify(logs)]);
}
