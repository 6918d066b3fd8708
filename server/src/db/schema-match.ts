// Checks whether the schema is still the one that this process was built for. Another release may migrate the database
// while the process runs, or an older database may be restored. The process then does no work until it is stopped.
import type { Sql } from './database.ts';
import type { Migration } from './migrate.ts';

export interface SchemaMatch {
  /** Why this process does no work, as a sentence; null while the schema matches. */
  mismatch: string | null;
}

interface Applied {
  readonly count: number;
  readonly newest: number;
}

/** The migrations of this process, read at startup: the files on disk may belong to another release by now. */
export type OwnSchema = Applied;

export function ownSchema(migrations: readonly Migration[]): OwnSchema {
  return { count: migrations.length, newest: migrations.at(-1)?.version ?? 0 };
}

/** The mismatch as a sentence; null if none. A newer release may add a migration with a number below the newest. */
export async function findMismatch(
  sql: Pick<Sql, 'query'>,
  own: OwnSchema,
): Promise<string | null> {
  const [applied] = await sql.query<Applied>(
    'select count(*)::int as count, coalesce(max(version), 0) as newest from migrations',
  );
  if (applied === undefined) return null;
  if (applied.count === own.count && applied.newest === own.newest) return null;
  const versions = `the database is at schema version ${applied.newest}, this process was made for ${own.newest}`;
  return applied.count < own.count || applied.newest < own.newest
    ? `${versions}: stop it and run \`chaintill migrate\``
    : `${versions}: stop it and start the release that migrated the database`;
}
