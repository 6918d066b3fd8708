// Each backup is recorded in the database before it starts. An unrecorded backup of the same history was made by a copy
// of this database: the data folder was copied and started elsewhere.
import type { Sql } from '../../db/database.ts';
import type { Manifest } from '../backup.ts';
import type { OwnPlace, Storing } from './own-place.ts';
import { PlaceRefusal } from './refusal.ts';

export async function noteBegun(sql: Sql, name: string): Promise<void> {
  await sql.query('insert into backups_begun (name) values ($1) on conflict do nothing', [name]);
}

/** Throws PlaceRefusal when a copy of this database made one of the backups. */
export async function assertOwnBackups(
  { place, running }: Storing,
  { history }: OwnPlace,
  backups: readonly Manifest[],
): Promise<void> {
  if (history === null) return;
  const named = backups.filter((each) => each.history === history).map(({ name }) => name);
  const begun = await running.db.query<{ name: string }>(
    'select name from backups_begun where name = any($1::text[])',
    [named],
  );
  const known = new Set(begun.map(({ name }) => name));
  const unknown = named.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new PlaceRefusal(
    { place: place.title, reason: 'unknown_backup', owner: history },
    `${place.title} has ${unknown}, made by a copy of this database`,
  );
}
