// A stored id identifies the history of this database. A restore starts a new history, which distinguishes the copy
// from the original.
import type { Sql } from './database.ts';

/** The WAL of an earlier history that this history continues. */
export interface InheritedLog {
  readonly wal: string;
  /** Only timelines before this one; later ones belong to another history. */
  readonly before: number;
}

export interface OwnHistory {
  readonly id: string;
  readonly isRestored: boolean;
  readonly after: readonly InheritedLog[];
}

export async function hasHistories(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ known: boolean }>(
    `select to_regclass('backup_history') is not null as known`,
  );
  return row?.known === true;
}

const NEW_ID = 'right(gen_random_uuid()::text, 12)';

/** Null in a database of a release without histories. */
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

/** After a rollback, or while a copy is in use elsewhere, new writes belong to a separate history. */
export async function beginHistory(sql: Sql): Promise<void> {
  if (!(await hasHistories(sql))) return;
  await sql.query(
    `insert into backup_history (id, is_restored) values (${NEW_ID}, true)
     on conflict (is_only) do update
     set id = excluded.id, is_restored = excluded.is_restored, after = excluded.after`,
  );
}

export async function noteInheritedLogs(sql: Sql, logs: readonly InheritedLog[]): Promise<void> {
  await sql.query('update backup_history set after = $1::jsonb', [JSON.stringify(logs)]);
}
