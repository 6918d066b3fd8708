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

test('after an outage there is one connection, and each notification is received once', async () => {
  const received: string[] = [];
  await db.listen('news', (payload) => received.push(payload));
  gate.shut();
  await vi.waitFor(() => expect(gate.refusedConnections()).toBeGreaterThanOrEqual(ATTEMPTS), WAIT);
  gate.open();
  // An empty notification after a reconnect: the listener polls for what it missed.
  await vi.waitFor(() => expect(received).toEqual(['']), WAIT);
  await sleep(SETTLED_MILLISECONDS);
  await database.db.query(`select pg_notify('news', 'item')`);
  await vi.waitFor(() => expect(received).toContain('item'), WAIT);
  expect(received).toEqual(['', 'item']);
  // Its last statement: LISTEN, or the heartbeat every two seconds (db/listen-with-retries.ts).
  const listening = await database.db.query(
    `select 1 from pg_stat_activity where datname = current_database()
       and (query like 'listen %' or query like '%clock_timestamp()%' and pid <> pg_backend_pid())`,
  );
  expect(listening).toHaveLength(1);
});

test('an outage at the first attempt is reported to the caller', async () => {
  gate.shut();
  await expect(db.listen('news', () => undefined)).rejects.toThrow();
  gate.open();
});

test('a connection that was being renewed does not outlive the database object', async () => {
  const other = openDatabase(gate.connection, createLog('silent'));
  const received: string[] = [];
  await other.listen('gone', (payload) => received.push(payload));
  gate.shut();
  const before = gate.refusedConnections();
  await vi.waitFor(() => expect(gate.refusedConnections()).toBeGreaterThan(before), WAIT);
  await other.close();
  // On a busy machine the connection may have been renewed once before.
  const receivedOpen = received.length;
  gate.open();
  await sleep(SETTLED_MILLISECONDS);
  await database.db.query(`select pg_notify('gone', 'item')`);
  expect(received.slice(receivedOpen)).toEqual([]);
});

test('nor does a connection report that was accepted but not answered yet', async () => {
  const other = openDatabase(gate.connection, createLog('silent'));
  const received: string[] = [];
  await other.listen('gone', (payload) => received.push(payload));
  gate.shut();
  const before = gate.refusedConnections();
  await vi.waitFor(() => expect(gate.refusedConnections()).toBeGreaterThan(before), WAIT);
  gate.freeze();
  gate.open();
  await sleep(SETTLED_MILLISECONDS);
  await other.close();
  gate.thaw();
  await sleep(SETTLED_MILLISECONDS);
  expect(received).toEqual([]);
});
