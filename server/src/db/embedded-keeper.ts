// The one connection that each service process keeps to its embedded server. It says "in use": the last
// process finds out with it that nobody else is there, and a process that arrives in the moment of
// stopping is turned away and starts the server again. Used by embedded.ts.
import pg from 'pg';
import { sleep, wallNow } from '../core/clock.ts';
import { DatabaseClient } from './database-client.ts';
import { codeOf } from './embedded-failure.ts';
import { OWNER, SERVICE_ROLE } from './embedded-place.ts';

/** Any fixed number; shared by the users of the server, exclusive for who stops it. */
const PRESENCE_LOCK = 7205759403792794n;
/** Connections that were closed just now are still listed for a few milliseconds. */
const LEAVING_MILLISECONDS = 500;
const POLL_MILLISECONDS = 10;
/** duplicate_database, duplicate_object, unique_violation (both in a race), object_in_use (template1 being copied). */
const CREATE_RACE_CODES = ['42P04', '42710', '23505', '55006'];
const CREATE_ATTEMPTS_MAX = 20;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export type Keeper = DatabaseClient;

/** Connects, or throws what PostgreSQL or the socket says. */
export async function connectTo(address: Address, database: string): Promise<DatabaseClient> {
  const client = new DatabaseClient({
    ...address,
    user: OWNER,
    database,
    ssl: false,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * A kept connection, or null while another process is stopping the server. Makes the database and the service's role if
 * missing; its rights are given when the database is migrated.
 */
export async function keepConnection(address: Address, database: string): Promise<Keeper | null> {
  const keeper = await connectTo(address, 'postgres');
  try {
    if (await ask(keeper, `select pg_try_advisory_lock_shared(${PRESENCE_LOCK}) as answer`)) {
      await ensure(keeper, {
        exists: `select count(*) > 0 as answer from pg_database where datname = '${database}'`,
        create: `create database ${pg.escapeIdentifier(database)}`,
      });
      await ensure(keeper, {
        exists: `select count(*) > 0 as answer from pg_roles where rolname = '${SERVICE_ROLE}'`,
        create: `create role ${pg.escapeIdentifier(SERVICE_ROLE)} login`,
      });
      return keeper;
    }
  } catch (error) {
    await keeper.end().catch(() => undefined);
    throw error;
  }
  await keeper.end();
  return null;
}

async function ensure(keeper: Keeper, wish: { exists: string; create: string }): Promise<void> {
  for (let attempt = 1; !(await ask(keeper, wish.exists)); attempt++) {
    try {
      await keeper.query(wish.create);
    } catch (error) {
      if (attempt >= CREATE_ATTEMPTS_MAX || !CREATE_RACE_CODES.includes(codeOf(error) ?? '')) {
        throw error;
      }
      await sleep(POLL_MILLISECONDS * attempt);
    }
  }
}

/** True when no other client is connected, and none can become a keeper until this one ends. */
export async function claimForStopping(keeper: Keeper): Promise<boolean> {
  // Of two that stop together, the later one to give up its share wins, and sees the other one leave.
  await keeper.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  if (!(await ask(keeper, `select pg_try_advisory_lock(${PRESENCE_LOCK}) as answer`))) return false;
  const deadline = wallNow() + LEAVING_MILLISECONDS;
  while (!(await isAlone(keeper))) {
    if (wallNow() > deadline) return false;
    await sleep(POLL_MILLISECONDS);
  }
  return true;
}

function isAlone(keeper: Keeper): Promise<boolean> {
  return ask(
    keeper,
    `select count(*) = 0 as answer from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
}

async function ask(keeper: Keeper, text: string): Promise<boolean> {
  const result = await keeper.query<{ answer: boolean }>(text);
  return result.rows[0]?.answer === true;
}
