// A database for each test that needs one: a clone of the migrated template that global-setup.ts made. Cloning takes
// about 35 ms, so tests share nothing and run in any order. Worlds get theirs from reused-database.ts. Tests connect
// with the service's role, which owns nothing; the owner connection is for what the service can't do.
import pg from 'pg';
import { inject } from 'vitest';
import { sleep } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import {
  type ConnectionFacts,
  type Database,
  openDatabase,
  type PoolSizes,
} from '../../src/db/database.ts';
import { lendDatabase } from './reused-database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `facts` connect as the owner. */
    postgres: { readonly facts: ConnectionFacts; readonly template: string };
  }
}

export interface TestDatabase {
  /** As the service. */
  readonly db: Database;
  readonly connection: ConnectionFacts;
  /** The same as a DATABASE_URL, for a process that the test starts. */
  readonly url: string;
  /** As the owner of the tables, for what the service may not do. */
  readonly owner: Database;
  /** The same as a DATABASE_OWNER_URL. */
  readonly ownerUrl: string;
  /** For random numbers, if the URL is not that of one test. */
  readonly seed?: string;
  /** Closes `db` and removes the database, also from under other connections. */
  drop(): Promise<void>;
}

export const databasePrefix = 'chaintill_test_';
/** object_in_use: a client is connected to the template, as for a moment after migrating it. */
const OBJECT_IN_USE = '55006';
const CLONE_ATTEMPTS_MAX = 50;
const RETRY_MILLISECONDS = 20;

/** Not the name of the embedded PostgreSQL's role, as a developer's server has its own roles. */
export const serviceRole = 'chaintill_test_service';

export const templateOfWorlds = (template: string) => `${template}_worlds`;

/** Enough for most races: each connection plans every statement itself, which takes a tenth of all tests' time. */
const SIZES: PoolSizes = { main: 4, writers: 2, unhurried: 1 };
/** For the owner, who does one thing at a time. */
const FEW: PoolSizes = { main: 3, writers: 1, unhurried: 1 };

let counter = 0;

export function createTestDatabase(sizes?: PoolSizes): Promise<TestDatabase> {
  const { facts, template } = inject('postgres');
  return openNew((name) => clone(facts, template, name), sizes);
}

/**
 * For a world (world.ts): the database refuses an event without the ledger's lock (refuse-unlocked-events.ts). Without
 * `sizes`, it may have served another world before.
 */
export function createWorldDatabase(sizes?: PoolSizes): Promise<TestDatabase> {
  const { facts, template } = inject('postgres');
  const create = () => openNew((name) => clone(facts, templateOfWorlds(template), name), sizes);
  return sizes === undefined ? lendDatabase(create) : create();
}

/** Without tables, for tests of a first start. `options`: of `create database`. */
export function createEmptyDatabase(options = ''): Promise<TestDatabase> {
  const { facts } = inject('postgres');
  return openNew(async (name) => {
    await runSql(facts, `create database ${name} ${options}`);
  });
}

/** A copy as a backup makes one. The original must have no connections: close its `db` first. */
export function copyTestDatabase(original: TestDatabase): Promise<TestDatabase> {
  const { facts } = inject('postgres');
  const name = new URL(original.url.replace('postgres:///', 'postgres://localhost/')).pathname;
  return openNew((copy) => clone(facts, name.slice(1), copy));
}

/** A copy of a database in use, and its return in place: what a lost tail or a restored backup looks like. */
export interface InPlace {
  /** Cuts all connections and copies the database as it is. */
  take(): Promise<void>;
  /** Puts the copy in the database's place. */
  restore(): Promise<void>;
  cutConnections(): Promise<void>;
  drop(): Promise<void>;
}

export function inPlace(original: TestDatabase): InPlace {
  const { facts } = inject('postgres');
  const name = new URL(original.url.replace('postgres:///', 'postgres://localhost/')).pathname;
  const database = name.slice(1);
  const copy = `${database}_copy`;
  const cutConnections = async () => {
    await runSql(
      facts,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`,
    );
    // The sockets report the disconnection to the process.
    await sleep(RETRY_MILLISECONDS);
  };
  return {
    cutConnections,
    async take() {
      await runSql(facts, `drop database if exists ${copy}`);
      await cutConnections();
      await clone(facts, database, copy);
    },
    async restore() {
      await runSql(facts, `drop database ${database} with (force)`);
      await clone(facts, copy, database);
      await sleep(RETRY_MILLISECONDS);
    },
    drop: async () => void (await runSql(facts, `drop database if exists ${copy} with (force)`)),
  };
}

async function openNew(
  create: (name: string) => Promise<void>,
  sizes = SIZES,
): Promise<TestDatabase> {
  const { facts, template } = inject('postgres');
  counter += 1;
  const name = `${template}_${process.pid}_${counter}`;
  await create(name);
  const ownerConnection = withDatabase(facts, name);
  const connection = asService(ownerConnection);
  const db = openDatabase(connection, createLog('silent'), { sizes });
  const owner = openDatabase(ownerConnection, createLog('silent'), { sizes: FEW });
  return {
    db,
    connection,
    url: urlOf(connection),
    owner,
    ownerUrl: urlOf(ownerConnection),
    async drop() {
      // A test that ended its process has closed it already.
      await db.close().catch(() => undefined);
      await owner.close().catch(() => undefined);
      await runSql(facts, `drop database if exists ${name} with (force)`);
    },
  };
}

export async function clone(facts: ConnectionFacts, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Copying files takes a third less time than copying through the WAL here (35 ms, and 20 ms for the drop).
      await runSql(facts, `create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      const isBusy = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE;
      if (!isBusy || attempt >= CLONE_ATTEMPTS_MAX) throw error;
      await sleep(RETRY_MILLISECONDS);
    }
  }
}

/** One statement on a connection of its own, outside any transaction. */
export async function runSql(
  facts: ConnectionFacts,
  text: string,
): Promise<Record<string, string>[]> {
  const client = new pg.Client({ ...facts });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(facts: ConnectionFacts, database: string): ConnectionFacts {
  if (!('connectionString' in facts)) return { ...facts, database };
  const url = new URL(facts.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The same database with the service's role, which has the owner's password where one is required. */
export function asService(facts: ConnectionFacts): ConnectionFacts {
  if (!('connectionString' in facts)) return { ...facts, user: serviceRole };
  const url = new URL(facts.connectionString);
  url.username = serviceRole;
  return { connectionString: url.href };
}

function urlOf(facts: ConnectionFacts): string {
  if ('connectionString' in facts) return facts.connectionString;
  const { host, port, user, database } = facts;
  return `postgres:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
}
