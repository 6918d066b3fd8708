// A database as an earlier version left it: that version's migrations and rows.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { defined } from '../../src/core/assert.ts';
import type { SqlTx } from '../../src/db/database.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import type { TestDatabase } from './database.ts';

export const unpacked = (path: string) => gunzipSync(readFileSync(path)).toString('utf8');

/** Triggers and references checked these rows when they were written. */
export async function restoreRows(
  { owner }: TestDatabase,
  { path, newest }: { path: string; newest: number },
): Promise<void> {
  await migrate(
    owner,
    readMigrations().filter(({ version }) => version <= newest),
  );
  await owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    for (const [table, rows] of tablesIn(unpacked(path))) await replaceRows(tx, table, rows);
    for (const [sequence, table] of [
      ['events_seq_seq', 'events'],
      ['deliveries_seq_seq', 'deliveries'],
      ['transfer_log_seq_seq', 'transfer_log'],
    ])
      await tx.query(`select setval('${sequence}', (select max(seq) from ${table}))`);
  });
}

async function replaceRows(tx: SqlTx, table: string, rows: readonly string[]): Promise<void> {
  const [columns] = await tx.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const { names } = defined(columns, table);
  await tx.query(`delete from ${table}`);
  await tx.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from json_populate_recordset(null::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
}

function tablesIn(text: string): readonly (readonly [table: string, rows: readonly string[]])[] {
  return text
    .split(/^\{"table":"/m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...rows] = part.trimEnd().split('\n');
      return [heading.replace('"}', ''), rows];
    });
}
