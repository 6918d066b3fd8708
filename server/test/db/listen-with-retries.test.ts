// Guarantees of the LISTEN connection: during an outage of the database it reconnects with one attempt at a time;
// afterwards there is one connection, which receives everything once.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sleep } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';

let database: TestDatabase;
let gate: DatabaseGate;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  gate = await createDatabaseGate(database.connection);
  db = openDatabase(gate.connection, createLog('silent'));
});
afterAll(async () => {
  await db.close();
  await gate.close();
  await database.drop();
});

const ATTEMPTS = 5;
const WAIT = { timeout: 30_000, interval: 20 };
/** Longer than the interval between two attempts, so any other attempt has happened by then. */
const SETTLED_MILLISECONDS = 1500;

test('after an outage there is one connection, and each notification is heard once', async () => {
  const heard: string[] = [];
  await db.listen('door', (payload) => heard.push(payload));
  gate.shut();
  await vi.waitFor(() => expect(gate.turnedAway()).toBeGreaterThanOrEqual(ATTEMPTS), WAIT);
  gate.open();
  // An empty notification after a reconnect: the listener polls for what it missed.
  await vi.waitFor(() => expect(heard).toEqual(['']), WAIT);
  await sleep(SETTLED_MILLISECONDS);
  await database.db.query(`select pg_notify('door', 'knock')`);
  await vi.waitFor(() => expect(heard).toContain('knock'), WAIT);
  expect(heard).toEqual(['', 'knock']);
  // Its last statement: LISTEN, or the heartbeat every two seconds (db/listen-with-retries.ts).
  const listening = await database.db.query(
    `select 1 from pg_stat_activity where datname = current_database()
       and (query like 'listen %' or query like '%clock_timestamp()%' and pid <> pg_backend_pid())`,
  );
  expect(listening).toHaveLength(1);
});

test('an outage at the first attempt is reported to the caller', async () => {
  gate.shut();
  await expect(db.listen('door', () => undefined)).rejects.toThrow();
  gate.open();
});

test('a connection that was being renewed does not outlive the database object', async () => {
  const other = openDatabase(gate.connection, createLog('silent'));
  const heard: string[] = [];
  await other.listen('gone', (payload) => heard.push(payload));
  gate.shut();
  const before = gate.turnedAway();
  await vi.waitFor(() => expect(gate.turnedAway()).toBeGreaterThan(before), WAIT);
  await other.close();
  // On a busy machine the connection may have been renewed once before.
  const heardOpen = heard.length;
  gate.open();
  await sleep(SETTLED_MILLISECONDS);
  await database.db.query(`select pg_notify('gone', 'knock')`);
  expect(heard.slice(heardOpen)).toEqual([]);
});

test('nor does one that was let in, and not answered yet, tell of itself', async () => {
  const other = openDatabase(gate.connection, createLog('silent'));
  const heard: string[] = [];
  await other.listen('gone', (payload) => heard.push(payload));
  gate.shut();
  const before = gate.turnedAway();
  await vi.waitFor(() => expect(gate.turnedAway()).toBeGreaterThan(before), WAIT);
  gate.freeze();
  gate.open();
  await sleep(SETTLED_MILLISECONDS);
  await other.close();
  gate.thaw();
  await sleep(SETTLED_MILLISECONDS);
  expect(heard).toEqual([]);
});
