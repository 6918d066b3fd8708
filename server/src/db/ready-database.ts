// Makes the database ready at the start: migrated, and, where the service is a role that owns nothing, with that role's
// rights. The owner is connected to only when there is something to do, and only for that.
import type { Log } from '../core/log.ts';
import { type ConnectionFacts, type Database, openDatabase } from './database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { readPlace } from './server-watch.ts';
import { giveRights, readStanding, type Standing, statementsFor } from './service-role.ts';

/** What there is to do may not be done by the one who is there. The message says who may. */
class DatabaseNotReady extends Error {
  override readonly name = 'DatabaseNotReady';
}

const SHOWN_MAX = 5;

export interface Owner {
  readonly connection: ConnectionFacts;
  /** What it was named by, for messages. */
  readonly from: string;
}

/** `owner` is null where the service was not told of one: it then owns its tables itself, or finds all ready. */
export async function readyDatabase(
  db: Database,
  owner: Owner | null,
  log: Log,
): Promise<Standing> {
  await assertEncoding(db);
  const standing = await readStanding(db);
  const { role } = standing;
  if (isOwner(standing, owner)) {
    logApplied(log, await migrate(db));
    return { ...standing, ownsTables: true };
  }
  const lacking = await whatIsToDo(db, role);
  if (lacking === null) return standing;
  if (owner === null) throw notReady(role, lacking);
  const ownerDb = openDatabase(owner.connection, log);
  try {
    await assertSame(db, ownerDb, owner);
    await assertOwns(ownerDb, owner);
    logApplied(log, await migrate(ownerDb));
    await giveRights(ownerDb, role);
  } finally {
    await ownerDb.close();
  }
  log.info({ role }, 'the service has its rights');
  return standing;
}

/** One role for everything: it owns the tables, or will, as nobody else does. */
function isOwner(standing: Standing, owner: Owner | null): boolean {
  if (standing.isSuperuser || standing.ownsTables) return true;
  return owner === null && !standing.hasTables && standing.mayCreate;
}

/** In words; null when there is nothing. */
async function whatIsToDo(db: Database, role: string): Promise<string | null> {
  const pending = await pendingMigrations(db);
  if (pending === null) return `the role ${role} may not read which migrations were applied`;
  if (pending.length > 0) return `these migrations are to be applied: ${listed(pending)}`;
  const rights = await statementsFor(db, role);
  return rights.length === 0
    ? null
    : `the role ${role} has not the rights of this release (${rights[0]}${rights.length > 1 ? ', ...' : ''})`;
}

function listed(names: readonly string[]): string {
  const more = names.length - SHOWN_MAX;
  return `${names.slice(0, SHOWN_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function logApplied(log: Log, applied: readonly string[]): void {
  if (applied.length > 0) log.info({ applied }, 'database migrated');
}

/** What merchants write is any text; in another encoding a part of it could not be stored, or not be found again. */
async function assertEncoding(db: Database): Promise<void> {
  const [row] = await db.query<{ encoding: string }>(
    `select current_setting('server_encoding') as encoding`,
  );
  if (row?.encoding === 'UTF8') return;
  throw new DatabaseNotReady(
    `the encoding of the database is ${row?.encoding}: it has to be UTF8. Make another one, with ` +
      "`create database ... encoding 'UTF8' template template0`.",
  );
}

/** Migrating one database and working on another would go unnoticed for long. */
async function assertSame(db: Database, ownerDb: Database, owner: Owner): Promise<void> {
  const [ours, theirs] = await Promise.all([readPlace(db), readPlace(ownerDb)]);
  if (ours !== null && theirs !== null && ours.server !== theirs.server)
    throw new DatabaseNotReady(`${owner.from} leads to another database than DATABASE_URL`);
}

async function assertOwns(ownerDb: Database, owner: Owner): Promise<void> {
  const { role, hasTables, ownsTables, mayCreate } = await readStanding(ownerDb);
  if (hasTables ? ownsTables : mayCreate) return;
  const what = hasTables ? 'does not own the tables' : 'may make no tables there';
  throw new DatabaseNotReady(`${owner.from} leads to ${role}, a role that ${what}`);
}

function notReady(role: string, what: string): DatabaseNotReady {
  return new DatabaseNotReady(
    `the database is not ready, and ${role}, the role of DATABASE_URL, owns nothing there: ${what}. ` +
      'Run `chaintill migrate` with DATABASE_OWNER_URL, or start `chaintill serve` with it ' +
      '(docs/operations.md, "Two roles").',
  );
}
