// Copies all rows of one database into an empty one on another server, whose tables were created by the same
// migrations: read in one snapshot, written in one transaction, and read back for comparison. Independent of both
// server versions.

import type { Log } from '../core/log.ts';
import { type Copier, copyRows, openCopier, sumRows, type TableSum } from '../db/copy-rows.ts';
import { type ConnectionFacts, type Database, openDatabase } from '../db/database.ts';
import { type Migration, migrate } from '../db/migrate.ts';
import { type Contents, differencesOf, readContents } from './contents.ts';
import { UpgradeError } from './errors.ts';

export interface CopyRequest {
  /** Connections as the owner of each database. */
  readonly from: ConnectionFacts;
  readonly to: ConnectionFacts;
  /** The migrations that the old database has. */
  readonly migrations: readonly Migration[];
  readonly log: Log;
  say(progress: string): void;
}

export interface Copied {
  readonly tables: number;
  readonly rows: number;
}

/** Throws UpgradeError when a row would differ or be omitted. */
export async function copyDatabase(requested: CopyRequest): Promise<Copied> {
  const { from, to, migrations, log, say } = requested;
  say('creating the tables');
  await withDatabase(to, log, (db) => migrate(db, migrations));
  const copiers: Copier[] = [];
  try {
    const [old, made] = [await openCopier(from), await openCopier(to)];
    copiers.push(old, made);
    await old.query('begin isolation level repeatable read read only');
    const contents = await readContents(old);
    refuseDifferences(contents, await readContents(made));
    const sums = await copyAll(contents, { old, made, say });
    await compareAll(contents, { made, sums, say });
    await made.query('analyze');
    await old.query('commit');
    return {
      tables: contents.tables.length,
      rows: [...sums.values()].reduce((total, { rows }) => total + rows, 0),
    };
  } finally {
    for (const copier of copiers) await copier.close();
  }
}

async function withDatabase(
  connection: ConnectionFacts,
  log: Log,
  work: (db: Database) => Promise<unknown>,
): Promise<void> {
  const db = openDatabase(connection, log);
  try {
    await work(db);
  } finally {
    await db.close();
  }
}

function refuseDifferences(old: Contents, made: Contents): void {
  const [first, ...more] = differencesOf(old, made);
  if (first === undefined) return;
  throw new UpgradeError(
    `the database differs from what its migrations create: ${[first, ...more.slice(0, 4)].join('; ')}. ` +
      'Your own tables are not copied: copy them elsewhere and drop them first',
  );
}

interface Servers {
  readonly old: Copier;
  readonly made: Copier;
  say(progress: string): void;
}

type Sums = ReadonlyMap<string, TableSum>;

/** Deletes rows that migrations inserted. Triggers and foreign keys are disabled: they checked these rows before. */
async function copyAll(
  { tables, sequences }: Contents,
  { old, made, say }: Servers,
): Promise<Sums> {
  const sums = new Map<string, TableSum>();
  await made.query('begin');
  await made.query('set local session_replication_role = replica');
  await made.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  for (const table of tables) {
    say(`copying ${table.name}`);
    sums.set(table.name, await copyRows(table, { from: old, to: made }));
  }
  for (const name of sequences) {
    const [at] = await old.query<{ value: string; isUsed: boolean }>(
      `select last_value::text as value, is_called as "isUsed" from ${name}`,
    );
    if (at !== undefined) await made.query(`select setval('${name}', ${at.value}, ${at.isUsed})`);
  }
  await made.query('commit');
  return sums;
}

/** Rows copied into an empty table are stored in the order of the copy. */
async function compareAll(
  { tables }: Contents,
  { made, sums, say }: { made: Copier; sums: Sums; say(progress: string): void },
): Promise<void> {
  for (const table of tables) {
    say(`comparing ${table.name}`);
    const [before, after] = [sums.get(table.name), await sumRows(table, made)];
    if (before?.rows === after.rows && before.sha256 === after.sha256) continue;
    throw new UpgradeError(
      `${table.name} differs in the copy: ${before?.rows} rows were read, but it has ${after.rows}`,
    );
  }
}
