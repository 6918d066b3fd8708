// Applies migrations at startup, and grants rights when the service's role owns nothing. Connects as the owner only
// when there is work to do. Only some commands may migrate, and only while no service runs on the database; the
// others reject the schema of another release.
import { SECOND, sleep, steadyNow } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { type ConnectionFacts, type Database, openDatabase } from './database.ts';
import { migrate, pendingMigrations, servingSessions } from './migrate.ts';
import { readPlace } from './server-watch.ts';
import { grantRights, type RoleStatus, readRoleStatus, statementsFor } from './service-role.ts';

/** The message names the role that may do the pending work. */
class DatabaseNotReady extends Error {
  override readonly name = 'DatabaseNotReady';
}

const SHOWN_MAX = 5;
/** PostgreSQL detects a dead machine within eleven seconds (database-client.ts), and a service stops within ten. */
const SERVING_LIMIT = 15 * SECOND;
const SERVING_POLL = SECOND / 2;

export interface Owner {
  readonly connection: ConnectionFacts;
  /** The variable that sets the connection, for messages. */
  readonly from: string;
}

export interface Readying {
  /** Null when the service owns its tables or the operator configured no owner. */
  readonly owner: Owner | null;
  readonly log: Log;
  /** False: rejects tables of another release. */
  readonly migrates: boolean;
  /** Creates tables if there are none. */
  readonly creates?: boolean;
  /** Throws MigrationPending instead of migrating existing tables, which are backed up first. */
  readonly copiesFirst?: boolean;
  /** The command that brings the database to this release. */
  readonly remedy?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Throws DatabaseNotReady, and the errors of `migrate`. */
export async function readyDatabase(db: Database, readying: Readying): Promise<RoleStatus> {
  await assertEncoding(db);
  const roleStatus = await readRoleStatus(db);
  const isByOwner = isOwner(roleStatus, readying.owner);
  const whatLacks = () => whatIsToDo(db, isByOwner ? null : roleStatus.role);
  const lacking = await whatLacks();
  if (lacking === null) return roleStatus;
  const { migrates, creates = migrates } = readying;
  if (!(roleStatus.hasTables ? migrates : creates)) throw notOfThisRelease(lacking, readying);
  if (!isByOwner && readying.owner === null) throw notReady(roleStatus.role, lacking);
  if (roleStatus.hasTables) await awaitServicesStop(db, readying.log, whatLacks);
  if (!isByOwner) return makeReady(db, readying, roleStatus);
  logApplied(readying.log, await migrate(db));
  return { ...roleStatus, ownsTables: true };
}

export class MigrationPending extends Error {
  override readonly name = 'MigrationPending';
}

async function refusePending(ownerDb: Database): Promise<void> {
  const pending = await pendingMigrations(ownerDb);
  if (pending?.length !== 0) throw new MigrationPending('the database is of an older release');
}

async function makeReady(
  db: Database,
  { owner, log, signal, copiesFirst = false }: Readying,
  roleStatus: RoleStatus,
): Promise<RoleStatus> {
  const { role, hasTables } = roleStatus;
  if (owner === null) throw new Error('there is an owner');
  const ownerDb = openDatabase(owner.connection, log, { signal });
  try {
    await assertSame(db, ownerDb, owner);
    await assertOwns(ownerDb, owner);
    if (copiesFirst && hasTables) await refusePending(ownerDb);
    logApplied(log, await migrate(ownerDb));
    await grantRights(ownerDb, role);
  } finally {
    await ownerDb.close();
  }
  log.info({ role }, 'granted database privileges to the service');
  return roleStatus;
}

/** A running service would misread the schema of another release. */
async function awaitServicesStop(
  db: Database,
  log: Log,
  whatLacks: () => Promise<string | null>,
): Promise<void> {
  const startedAt = steadyNow();
  for (let sessions = await servingSessions(db); sessions.length > 0; ) {
    if ((await whatLacks()) === null) return;
    if (steadyNow() - startedAt > SERVING_LIMIT) throw servicesRun(sessions);
    log.warn({ sessions }, 'waiting for the services on this database to stop before migrating');
    await sleep(SERVING_POLL);
    sessions = await servingSessions(db);
  }
}

/** One role for everything: it owns the tables, or will once they exist. */
function isOwner(roleStatus: RoleStatus, owner: Owner | null): boolean {
  if (roleStatus.isSuperuser || roleStatus.ownsTables) return true;
  return owner === null && !roleStatus.hasTables && roleStatus.mayCreate;
}

/** The pending work as a sentence, or null. `role`: null when the owner is also the service. */
async function whatIsToDo(db: Database, role: string | null): Promise<string | null> {
  const pending = await pendingMigrations(db);
  if (pending === null) return `the role ${role} may not read which migrations were applied`;
  if (pending.length > 0) return `these migrations are to be applied: ${listed(pending)}`;
  const rights = role === null ? [] : await statementsFor(db, role);
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

/** Merchants may write any text. Other encodings cannot store all of it. */
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

/** It would go unnoticed for a long time if one database were migrated and another one used. */
async function assertSame(db: Database, ownerDb: Database, owner: Owner): Promise<void> {
  const [ours, theirs] = await Promise.all([readPlace(db), readPlace(ownerDb)]);
  if (ours !== null && theirs !== null && ours.server !== theirs.server)
    throw new DatabaseNotReady(`${owner.from} leads to another database than DATABASE_URL`);
}

async function assertOwns(ownerDb: Database, owner: Owner): Promise<void> {
  const { role, hasTables, ownsTables, mayCreate } = await readRoleStatus(ownerDb);
  if (hasTables ? ownsTables : mayCreate) return;
  const what = hasTables ? 'does not own the tables' : 'may make no tables there';
  throw new DatabaseNotReady(`${owner.from} leads to ${role}, a role that ${what}`);
}

function notOfThisRelease(what: string, { remedy = '' }: Readying): DatabaseNotReady {
  return new DatabaseNotReady(
    `the database is not ready for this release: ${what}. This command changed nothing. ${remedy}`.trim(),
  );
}

function servicesRun(sessions: readonly number[]): DatabaseNotReady {
  return new DatabaseNotReady(
    `a service still runs on this database (PostgreSQL sessions ${sessions.join(', ')}), and a migration would break it: ` +
      'nothing was changed. Stop every service process, then run this again (docs/operations.md, "Upgrade")',
  );
}

function notReady(role: string, what: string): DatabaseNotReady {
  return new DatabaseNotReady(
    `the database is not ready, and ${role}, the role of DATABASE_URL, owns nothing there: ${what}. ` +
      'Run `chaintill migrate` with DATABASE_OWNER_URL, or start `chaintill serve` with it ' +
      '(docs/operations.md, "Two roles").',
  );
}
