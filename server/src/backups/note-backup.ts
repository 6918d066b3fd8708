// Records in the database which of its backups were made and verified. The command that makes a backup records it, so
// that the monitoring worker knows the age of the newest.
import type { Sql } from '../db/database.ts';
import type { Manifest } from './backup.ts';

export interface GoodBackup {
  readonly name: string;
  readonly ended_at: Date;
  readonly is_proven: boolean;
}

/** `isVerified`: it was restored, and its ledger verified. Throws in a database of a release without this table. */
export async function noteBackup(sql: Sql, made: Manifest, isVerified: boolean): Promise<void> {
  await sql.query(
    'insert into backups (name, ended_at, is_proven) values ($1, $2, $3) on conflict do nothing',
    [made.name, made.ended_at, isVerified],
  );
}

/** Null: none was ever made, or only by other tools. */
export async function newestBackup(sql: Sql): Promise<GoodBackup | null> {
  const [row] = await sql.query<GoodBackup>(
    'select name, ended_at, is_proven from backups order by name desc limit 1',
  );
  return row ?? null;
}
