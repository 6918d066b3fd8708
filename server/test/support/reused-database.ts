// Databases of worlds are used again: a copy, its connections, their catalogs and plans cost a world several times what
// the return to the copied state does. A database returns only if nothing shows that the test did more than write rows;
// otherwise it is dropped.
import pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import type { TestDatabase } from './database.ts';
import { type Original, prepareRestore, readOriginal, restoreOriginal } from './original-rows.ts';

interface Kept {
  readonly database: TestDatabase;
  /** The owner's; since the first return. */
  client: pg.Client | null;
  uses: number;
}

/** Dead rows and their index entries slow down the next tests. */
const USES_MAX = 40;
/** A test rarely has more worlds at one time, and each database keeps up to 13 of the server's 100 connections. */
const FREE_MAX = 1;
const free: Kept[] = [];
let lent = 0;
/** All copies of a run's template are equal. */
let original: Promise<Original> | undefined;

export async function lendDatabase(create: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const kept = free.pop() ?? (await keep(await create()));
  kept.uses += 1;
  lent += 1;
  const { database } = kept;
  const db = lend(database.db);
  const owner = lend(database.owner);
  let isDropped = false;
  return {
    ...database,
    db: db.lent,
    owner: owner.lent,
    seed: `${database.url} ${lent}`,
    async drop() {
      if (isDropped) return;
      isDropped = true;
      const isIntact = [db.end(), owner.end()].every((isUnchanged) => isUnchanged);
      if (isIntact && kept.uses < USES_MAX && free.length < FREE_MAX && (await isRestored(kept)))
        free.push(kept);
      else await discard(kept);
    },
  };
}

async function keep(database: TestDatabase): Promise<Kept> {
  original ??= readOnce(database);
  await original;
  return { database, client: null, uses: 0 };
}

async function readOnce({ ownerUrl }: TestDatabase): Promise<Original> {
  const client = await connect(ownerUrl);
  try {
    return await readOriginal(client);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // Without a listener, a database that is dropped from under it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function isRestored(kept: Kept): Promise<boolean> {
  const { db, owner, ownerUrl } = kept.database;
  const pools = [...db.pools(), ...owner.pools()];
  if (original === undefined) return false;
  if (pools.some(({ open, idle, waiting }) => open !== idle || waiting > 0)) return false;
  const connections = 1 + pools.reduce((sum, { open }) => sum + open, 0);
  try {
    if (kept.client === null) {
      kept.client = await connect(ownerUrl);
      await prepareRestore(kept.client, await original);
    }
    return await restoreOriginal(kept.client, await original, connections);
  } catch (error) {
    // Its connection was cut, or something holds a lock.
    if (error instanceof Error) return false;
    throw error;
  }
}

async function discard({ database, client }: Kept): Promise<void> {
  await client?.end().catch(() => undefined);
  await database.drop();
}

/** Usable until `end`, which returns whether its connections can be used again. */
function lend(database: Database): { readonly lent: Database; end(): boolean } {
  let isOver = false;
  let isChanged = false;
  const breaksBefore = database.breaks();
  const listeners: (() => void)[] = [];
  database.onBreak(() => {
    for (const listener of listeners) listener();
  });
  const base = (): Database => {
    if (isOver) throw new Error('this database belongs to another test now');
    return database;
  };
  const statements = (of: () => Pick<Database, 'query' | 'transaction' | 'snapshot'>) => ({
    query: async <Row>(text: string, values?: readonly unknown[]) =>
      await of().query<Row>(text, values),
    transaction: async <T>(work: Parameters<Database['transaction']>[0]) =>
      (await of().transaction(work)) as T,
    snapshot: async <T>(read: Parameters<Database['snapshot']>[0]) =>
      (await of().snapshot(read)) as T,
  });
  const change = (): Database => {
    isChanged = true;
    return base();
  };
  const lent = {
    ...statements(base),
    unhurried: statements(() => base().unhurried),
    write: async <Row>(text: string, values?: readonly unknown[]) =>
      await base().write<Row>(text, values),
    listen: async (...listening: Parameters<Database['listen']>) =>
      await change().listen(...listening),
    breaks: database.breaks,
    onBreak: (listener: () => void) => void listeners.push(listener),
    notePlace: (...place: Parameters<Database['notePlace']>) => base().notePlace(...place),
    pools: database.pools,
    async close() {
      if (isOver) return;
      isChanged = true;
      await database.close();
    },
  } as Database;
  return {
    lent,
    end() {
      isOver = true;
      // They keep a whole world in memory.
      listeners.length = 0;
      return !isChanged && database.breaks() === breaksBefore;
    },
  };
}
