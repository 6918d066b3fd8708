// Applies the append-only files of server/migrations in order, each in its own transaction. The version row is
// inserted before the statements run: of two starting processes, the second one waits on its key and then skips the
// migration. Rejects a database that is newer than this program. Also rejects a database whose migrations differ,
// because a file that was edited after it ran would describe a schema that does not exist.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../core/places.ts';
import { applyBaseline, readBaseline, type StoredMigration } from './baseline.ts';
import { WAKE_CHANNEL } from './changed.ts';
import { compareSchema } from './compare-schema.ts';
import type { Database, Sql, SqlTx } from './database.ts';

// Each service process holds a shared lock on its listening connection for as long as it runs. Migrations wait until
// no process holds it (ready-database.ts), because a release cannot work on the schema of another one.

/** An arbitrary number. pg_locks shows its two halves. */
const SERVING_LOCK = 7205759403792796n;
const HALF = 32n;

export const HOLD_SERVING = `select pg_advisory_lock_shared(${SERVING_LOCK})`;

export async function servingSessions(sql: Sql): Promise<number[]> {
  const rows = await sql.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
       and database = (select oid from pg_database where datname = current_database())
       and classid = ${SERVING_LOCK >> HALF} and objid = ${BigInt.asUintN(32, SERVING_LOCK)} order by pid`,
  );
  return rows.map(({ pid }) => pid);
}

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** This release would misread the tables of a newer one. */
class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

class DatabaseDiffers extends Error {
  override readonly name = 'DatabaseDiffers';
}

const migrationsFolder = join(packageFolder, 'migrations');

export function readMigrations(folder = migrationsFolder): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    name: name.slice(5, -4),
    sql: readFileSync(join(folder, name), 'utf8'),
  }));
}

/** In hex; independent of the system's line endings. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
  return createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
}

export const SCHEMA_CHANGED = 'schema';

interface Applied {
  readonly version: number;
  /** Null: applied before checksums were stored. */
  readonly checksum: string | null;
}

/** Returns the names of the applied migrations. A new database is made from the baseline. */
export async function migrate(db: Database, migrations = readMigrations()): Promise<string[]> {
  await createVersionTable(db);
  if (await createFromBaseline(db, migrations)) return migrations.map(({ name }) => name);
  return applyMigrations(db, migrations);
}

/** Also makes a new database by its migrations, for comparison with the baseline. */
export async function migrateWithoutBaseline(
  db: Database,
  migrations = readMigrations(),
): Promise<string[]> {
  await createVersionTable(db);
  return applyMigrations(db, migrations);
}

async function createFromBaseline(
  db: Database,
  migrations: readonly Migration[],
): Promise<boolean> {
  const [row] = await db.query('select 1 from migrations limit 1');
  if (row !== undefined) return false;
  const stored = storedMigrations(migrations);
  const baseline = readBaseline(stored);
  if (baseline === null) return false;
  return db.unhurried.transaction(async (tx) => {
    const isCreated = await applyBaseline(tx, stored, baseline);
    if (isCreated) await notifySchemaChange(tx);
    return isCreated;
  });
}

export function storedMigrations(migrations: readonly Migration[]): StoredMigration[] {
  return migrations.map((migration) => {
    const { version, name } = migration;
    return { version, name, checksum: checksumOf(migration) };
  });
}

async function applyMigrations(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  const rows = await db.query<Applied>('select version, checksum from migrations order by version');
  const made = checkKnown(rows, migrations);
  if (rows.some(({ checksum }) => checksum === null)) await storeChecksums(db, made);
  const done = new Set(rows.map(({ version }) => version));
  for (const migration of migrations) {
    if (done.has(migration.version)) continue;
    if (await db.unhurried.transaction((tx) => apply(tx, migration))) applied.push(migration.name);
  }
  return applied;
}

/** For a role that may only read. Null when the role may not read the table. Throws as `migrate` does. */
export async function pendingMigrations(
  sql: Sql,
  migrations = readMigrations(),
): Promise<string[] | null> {
  const [table] = await sql.query<{ isReadable: boolean }>(
    `select has_schema_privilege(n.oid, 'USAGE') and has_table_privilege(c.oid, 'SELECT') as "isReadable"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relname = 'migrations'`,
  );
  if (table?.isReadable === false) return null;
  // Read through jsonb, because older tables lack the column.
  const rows =
    table === undefined
      ? []
      : await sql.query<Applied>(
          `select version, to_jsonb(m) ->> 'checksum' as checksum from migrations m order by version`,
        );
  checkKnown(rows, migrations);
  const done = new Set(rows.map(({ version }) => version));
  return [
    ...migrations.filter(({ version }) => !done.has(version)).map(({ name }) => name),
    ...(rows.some(({ checksum }) => checksum === null) ? ['checksums'] : []),
  ];
}

async function createVersionTable(db: Database): Promise<void> {
  await db.unhurried.transaction(async (tx) => {
    // Even `create table if not exists` can fail in the catalog when two processes start together.
    await tx.query('select pg_advisory_xact_lock(7205759403792793)');
    await tx.query(`create table if not exists migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
    await tx.query('alter table migrations add column if not exists checksum text');
  });
}

/** Throws DatabaseTooNew and DatabaseDiffers. */
function checkKnown(
  rows: readonly Applied[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  const ahead = Math.max(0, ...rows.map(({ version }) => version));
  if (ahead > newest) throw tooNew(ahead, newest);
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  const changed = rows.filter(({ version, checksum }) => {
    const migration = known.get(version);
    return migration === undefined || (checksum !== null && checksum !== checksumOf(migration));
  });
  if (changed.length > 0) {
    const names = changed.map(({ version }) =>
      `${version} ${known.get(version)?.name ?? ''}`.trim(),
    );
    throw differs(`these migrations differ from the ones that were applied: ${names.join(', ')}`);
  }
  return rows.flatMap(({ version }) => known.get(version) ?? []);
}

/** For databases that ran the same migrations before checksums were stored. Throws DatabaseDiffers. */
async function storeChecksums(db: Database, made: readonly Migration[]): Promise<void> {
  const differences = await differencesFrom(db, made);
  if (differences.length > 0) throw differs(differences.join('; '));
  await db.query(
    `update migrations m set checksum = t.checksum
     from unnest($1::int[], $2::text[]) as t(version, checksum)
     where m.version = t.version and m.checksum is null`,
    [made.map(({ version }) => version), made.map(checksumOf)],
  );
}

class TakenBack extends Error {}

async function differencesFrom(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  let found: string[] = [];
  const compare = db.unhurried.transaction(async (tx) => {
    found = await compareSchema(tx, async () => {
      for (const migration of migrations) await run(tx, migration);
    });
    throw new TakenBack();
  });
  await compare.catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error;
  });
  return found;
}

/** False when another process applied the migration first. */
async function apply(tx: SqlTx, migration: Migration): Promise<boolean> {
  const inserted = await tx.query(
    `insert into migrations (version, name, checksum) values ($1, $2, $3)
     on conflict do nothing returning version`,
    [migration.version, migration.name, checksumOf(migration)],
  );
  if (inserted.length === 0) return false;
  await run(tx, migration);
  await notifySchemaChange(tx);
  return true;
}

async function notifySchemaChange(tx: SqlTx): Promise<void> {
  await tx.query('select pg_notify($1, $2)', [WAKE_CHANNEL, SCHEMA_CHANGED]);
}

async function run(tx: SqlTx, { sql }: Migration): Promise<void> {
  for (const statement of splitStatements(sql)) await tx.query(statement);
}

/** Migration files separate statements by a line that ends with `;`, and quote functions with `$$`. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  let isQuoted = false;
  for (const line of sql.split('\n')) {
    current += `${line}\n`;
    if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) isQuoted = !isQuoted;
    if (!isQuoted && line.trimEnd().endsWith(';')) {
      statements.push(current);
      current = '';
    }
  }
  if (current.trim() !== '') statements.push(current);
  return statements.filter((statement) => !statement.split('\n').every(isComment));
}

function isComment(line: string): boolean {
  const text = line.trimStart();
  return text === '' || text.startsWith('--');
}

function tooNew(ahead: number, newest: number): DatabaseTooNew {
  return new DatabaseTooNew(
    `the database is at version ${ahead}, this release supports up to ${newest}: ` +
      'it was migrated by a newer release. Start that release, or restore a backup made before the upgrade.',
  );
}

function differs(what: string): DatabaseDiffers {
  return new DatabaseDiffers(
    `this database was not made by the migrations of this program, or they were changed since: ${what}. ` +
      'Nothing was done to it. In the sandbox begin with an empty data folder (docs/operations.md, "Starting over"); ' +
      'else start the program that made it, or restore a backup that this one made.',
  );
}

// Checks whether the schema is still the one that this process was built for. Another release may migrate the
// database, or an older database may be restored, while the process runs. The process then does no work until it is
// stopped.

export interface SchemaMatch {
  /** Why this process does no work, as a sentence; null while the schema matches. */
  mismatch: string | null;
}

/** Read at startup, because the files on disk may belong to another release later. */
export interface OwnSchema {
  readonly count: number;
  readonly newest: number;
}

export function ownSchema(migrations: readonly Migration[]): OwnSchema {
  return { count: migrations.length, newest: migrations.at(-1)?.version ?? 0 };
}

/** Compares the count too: a newer release may add a migration with a number below the newest. */
export async function findMismatch(
  sql: Pick<Sql, 'query'>,
  own: OwnSchema,
): Promise<string | null> {
  const [applied] = await sql.query<OwnSchema>(
    'select count(*)::int as count, coalesce(max(version), 0) as newest from migrations',
  );
  if (applied === undefined) return null;
  if (applied.count === own.count && applied.newest === own.newest) return null;
  const versions = `the database is at schema version ${applied.newest}, this process was made for ${own.newest}`;
  return applied.count < own.count || applied.newest < own.newest
    ? `${versions}: stop it and run \`chaintill migrate\``
    : `${versions}: stop it and start the release that migrated the database`;
}
