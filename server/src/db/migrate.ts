// Applies the append-only SQL files of server/migrations, in order, each in its own transaction. The
// version row is inserted before the statements run, so two starting processes collide on its key and
// the second waits, then finds the work done. A database newer than this program is refused.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Tx } from './database.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** The database was migrated by a newer release; running on would misread it. */
class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

const migrationsFolder = join(import.meta.dirname, '../../migrations');

function readMigrations(folder = migrationsFolder): readonly Migration[] {
  const names = readdirSync(folder).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name));
  return names.sort().map((name) => ({
    version: Number(name.slice(0, 4)),
    name: name.slice(5, -4),
    sql: readFileSync(join(folder, name), 'utf8'),
  }));
}

/** Brings the database up to date; the names of what was applied, for the log. */
export async function migrate(db: Database, migrations = readMigrations()): Promise<string[]> {
  await createVersionTable(db);
  const newest = migrations.at(-1)?.version ?? 0;
  const applied: string[] = [];
  const rows = await db.query<{ version: number }>('select version from migrations');
  const done = new Set(rows.map((row) => row.version));
  const ahead = Math.max(0, ...done);
  if (ahead > newest) throw tooNew(ahead, newest);
  for (const migration of migrations) {
    if (done.has(migration.version)) continue;
    if (await db.patient.transaction((tx) => apply(tx, migration))) applied.push(migration.name);
  }
  return applied;
}

async function createVersionTable(db: Database): Promise<void> {
  await db.patient.transaction(async (tx) => {
    // `create table if not exists` alone can collide on the catalogue when two processes start together.
    await tx.query('select pg_advisory_xact_lock(7205759403792793)');
    await tx.query(`create table if not exists migrations (
      version integer primary key, name text not null, applied_at timestamptz not null default now())`);
  });
}

/** False when another process applied it first. */
async function apply(tx: Tx, migration: Migration): Promise<boolean> {
  const inserted = await tx.query(
    'insert into migrations (version, name) values ($1, $2) on conflict do nothing returning version',
    [migration.version, migration.name],
  );
  if (inserted.length === 0) return false;
  for (const statement of splitStatements(migration.sql)) await tx.query(statement);
  return true;
}

/** Migration files separate statements by a line that ends with `;`, functions by `$$` quoting. */
function splitStatements(sql: string): string[] {
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
  return statements.filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '');
}

function tooNew(ahead: number, newest: number): DatabaseTooNew {
  return new DatabaseTooNew(
    `the database is at version ${ahead}, this program knows up to ${newest}: ` +
      'it was migrated by a newer release. Start that release, or restore a backup made before the upgrade.',
  );
}
