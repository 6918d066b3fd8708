// The connection that each process keeps to its embedded server as an "in use" marker. With it, the last process
// detects that no other one is left, and a process that connects during the stop is rejected and starts the server
// again.
import pg from 'pg';
import { SECOND, sleep, wallNow } from './clock.ts';
import { codeOf } from './failure.ts';

const CONNECT_LIMIT = 4 * SECOND;
const ANSWER_LIMIT = 33 * SECOND;
/**
 * An arbitrary fixed number. Users of the server share the lock; the process that stops the server holds it
 * exclusively.
 */
const PRESENCE_LOCK = 7205759403792794n;
/** PostgreSQL lists just-closed connections for a few more milliseconds. */
const LEAVING_MILLISECONDS = 500;
const POLL_MILLISECONDS = 10;
/** duplicate_database, duplicate_object, unique_violation (both in a race), object_in_use (template1 being copied). */
const CREATE_RACE_CODES = ['42P04', '42710', '23505', '55006'];
const CREATE_ATTEMPTS_MAX = 20;

export interface Address {
  readonly host: string;
  readonly port: number;
}

export interface Contents {
  /** The superuser, who owns the database. */
  readonly owner: string;
  readonly database: string;
  /** Further roles that may log in and own nothing. */
  readonly roles?: readonly string[];
}

export type Keeper = pg.Client;

/** Throws the error of PostgreSQL or of the socket. With `waitsLonger`, each response may take any time. */
export async function connectTo(
  { host, port }: Address,
  contents: Pick<Contents, 'owner' | 'database'> & { readonly waitsLonger?: boolean },
): Promise<pg.Client> {
  const { owner, database, waitsLonger = false } = contents;
  const client = new pg.Client({
    host,
    port,
    user: owner,
    database,
    ssl: false,
    connectionTimeoutMillis: CONNECT_LIMIT,
    ...(waitsLonger ? {} : { query_timeout: ANSWER_LIMIT }),
  });
  // An error event without a listener would end the process. Pending queries fail separately.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Null while another process is stopping the server. Creates missing contents. */
export async function keepConnection(
  address: Address,
  { owner, database, roles = [] }: Contents,
): Promise<Keeper | null> {
  const keeper = await connectTo(address, { owner, database: 'postgres' });
  try {
    if (await runQuery(keeper, `select pg_try_advisory_lock_shared(${PRESENCE_LOCK}) as answer`)) {
      await ensure(keeper, {
        exists: `select count(*) > 0 as answer from pg_database where datname = ${pg.escapeLiteral(database)}`,
        create: `create database ${pg.escapeIdentifier(database)}`,
      });
      for (const role of roles) {
        await ensure(keeper, {
          exists: `select count(*) > 0 as answer from pg_roles where rolname = ${pg.escapeLiteral(role)}`,
          create: `create role ${pg.escapeIdentifier(role)} login`,
        });
      }
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
  for (let attempt = 1; !(await runQuery(keeper, wish.exists)); attempt++) {
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
export async function claimForStopping(
  keeper: Keeper,
  leaving = LEAVING_MILLISECONDS,
): Promise<boolean> {
  // Of two processes that stop concurrently, the one that releases its share later succeeds, because the other one has
  // disconnected.
  await keeper.query(`select pg_advisory_unlock_shared(${PRESENCE_LOCK})`);
  if (!(await runQuery(keeper, `select pg_try_advisory_lock(${PRESENCE_LOCK}) as answer`)))
    return false;
  const deadline = wallNow() + leaving;
  while (!(await isAlone(keeper))) {
    if (wallNow() > deadline) return false;
    await sleep(POLL_MILLISECONDS);
  }
  return true;
}

function isAlone(keeper: Keeper): Promise<boolean> {
  return runQuery(
    keeper,
    `select count(*) = 0 as answer from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
}

async function runQuery(keeper: Keeper, text: string): Promise<boolean> {
  const result = await keeper.query<{ answer: boolean }>(text);
  return result.rows[0]?.answer === true;
}
