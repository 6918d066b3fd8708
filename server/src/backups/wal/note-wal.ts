// Records in the database how far its WAL is archived, for monitoring.
import type { Sql } from '../../db/database.ts';
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

/** Null: WAL is not archived. */
export async function readWalNote(sql: Sql): Promise<WalNote | null> {
  const [row] = await sql.query<WalNote>('select began_at, until from wal_archive');
  return row ?? null;
}

export async function endWalNote(sql: Sql): Promise<void> {
  await sql.query('delete from wal_archive');
}
