// Copies a database into an empty one on another server with tables from the same migrations: read in one snapshot,
// written in one transaction, and read back for comparison. Independent of both server versions.
import type { Log } from '../core/log.ts';
import {
  type CopiedTable,
  type Copier,
  copyRows,
  openCopier,
  sumRows,
  type TableSum,
} from '../db/copy-rows.ts';
import { type ConnectionFacts, type Database, openDatabase, type Sql } from '../db/database.ts';
import { type Migration, migrate } from '../db/migrate.ts';
import { UpgradeError } from './kept.ts';

// Tables and sequences are copied. A copy would omit all other objects, so their presence is an error.

interface Relation extends CopiedTable {
  readonly kind: string;
  readonly facts: string;
}

const TABLE = 'r';
const SEQUENCE = 'S';

/** All schemas except PostgreSQL's own. */
const RELATIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as kind,
    array(select quote_ident(a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns,
    (select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as facts
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname !~ '^(pg_|information_schema$)' and c.relkind in ('r', 'p', 'S', 'm', 'v', 'f')
  order by 1`;

interface Contents {
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly string[];
  readonly relations: readonly Relation[];
}

async function readContents(sql: Pick<Sql, 'query'>): Promise<Contents> {
  const relations = await sql.query<Relation>(RELATIONS);
  return {
    relations,
    tables: relations.filter(({ kind }) => kind === TABLE),
    sequences: relations.filter(({ kind }) => kind === SEQUENCE).map(({ name }) => name),
  };
}

function differencesOf(old: Contents, made: Contents): string[] {
  const [before, after] = [old, made].map(
    ({ relations }) => new Map(relations.map((each) => [each.name, `${each.kind} ${each.facts}`])),
  );
  if (before === undefined || after === undefined) throw new Error('two');
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names.flatMap((name) => {
    if (!after.has(name)) return [`${name} does not belong to this program`];
    if (!before.has(name)) return [`${name} is missing`];
    return before.get(name) === after.get(name) ? [] : [`${name} has different columns`];
  });
}

/** Objects that a person added, as sentences. Migration 0225 adds pg_trgm. */
export async function foundBeside(
  sql: Pick<Sql, 'query'>,
  expected: { readonly databases: readonly string[]; readonly roles: readonly string[] },
): Promise<string[]> {
  const list = (names: readonly string[]) => `{${names.map((name) => `"${name}"`).join(',')}}`;
  const rows = await sql.query<{ found: string }>(
    `select 'the database ' || datname as found from pg_database
       where not datistemplate and datname <> all ('${list(expected.databases)}'::text[])
     union all select 'the role ' || rolname from pg_roles
       where rolname !~ '^pg_' and rolname <> all ('${list(expected.roles)}'::text[])
     union all select 'the extension ' || extname from pg_extension where extname <> 'plpgsql'
       and (extname <> 'pg_trgm' or extnamespace is distinct from to_regnamespace('trigrams'))
     union all select 'settings of a database or a role' from pg_db_role_setting group by 1
     union all select 'large objects' from pg_largeobject_metadata group by 1
     union all select 'the publication ' || pubname from pg_publication
     order by 1`,
  );
  return rows.map(({ found }) => found);
}

export interface CopyRequest {
  /** Connections as the owner of each database. */
  readonly from: ConnectionFacts;
  readonly to: ConnectionFacts;
  /** The migrations of the old database. */
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

/** Deletes rows that migrations inserted. No triggers or foreign keys: they have already checked the copied rows. */
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
