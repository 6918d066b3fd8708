// Whether a database is what these migrations make. For one whose migrations were applied before their checksums were
// stored: they are applied once more in empty schemas of the same server, in a transaction that is taken back, and what
// came of that is compared line by line. Data that migrations write is not compared. Used by migrate.ts.

import type { SqlTx } from './database.ts';
import { readSchemaLines } from './schema-lines.ts';

/** public, and the schema of the simulated network (0002). */
const SCHEMAS = ['public', 'simulation'];
const SHOWN_MAX = 5;

/**
 * The differences in words, at most a few; empty when there are none. Tables that the migrations do not make are
 * somebody's own. The transaction must not be stored afterwards.
 */
export async function compareSchema(tx: SqlTx, make: () => Promise<void>): Promise<string[]> {
  const found = await describe(tx);
  for (const schema of await presentSchemas(tx))
    await tx.query(`alter schema ${schema} rename to ${schema}_compared`);
  await tx.query('create schema public');
  await make();
  const expected = await describe(tx);
  const objects = new Set([...expected.keys()].map(objectOf));
  const missing = [...expected.keys()].filter((line) => !found.has(line));
  const extra = [...found.keys()].filter(
    (line) => !expected.has(line) && objects.has(objectOf(line)),
  );
  return [
    ...missing.slice(0, SHOWN_MAX).map((line) => `missing: ${shortened(line)}`),
    ...extra.slice(0, SHOWN_MAX).map((line) => `unexpected: ${shortened(line)}`),
  ];
}

async function presentSchemas(tx: SqlTx): Promise<string[]> {
  const rows = await tx.query<{ nspname: string }>(
    'select nspname from pg_namespace where nspname = any($1::text[]) order by nspname',
    [SCHEMAS],
  );
  return rows.map(({ nspname }) => nspname);
}

/** Lines that name their schema and table; the table of versions is not made by a migration. */
async function describe(tx: SqlTx): Promise<Map<string, true>> {
  const lines = new Map<string, true>();
  for (const schema of await presentSchemas(tx)) {
    const parts = await readSchemaLines(tx, schema);
    for (const { table, text } of Object.values(parts).flat())
      if (table !== 'migrations') lines.set(`${schema}.${table}: ${text}`, true);
  }
  return lines;
}

function objectOf(line: string): string {
  return line.slice(0, line.indexOf(':'));
}

function shortened(line: string): string {
  const text = line.replace(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 160)}...` : text;
}
