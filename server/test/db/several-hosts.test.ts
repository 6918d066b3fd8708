// Guarantees of a DATABASE_URL with several hosts: every connection goes to the host that accepts writes, and to the
// next one when that is gone, unresponsive, or has become a standby.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createDatabaseGate, type DatabaseGate } from '../support/database-gate.ts';

const WAIT = { timeout: 30_000, interval: 50 };

let database: TestDatabase;
let gates: readonly [DatabaseGate, DatabaseGate];
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  gates = [
    await createDatabaseGate(database.connection),
    await createDatabaseGate(database.connection),
  ];
});
afterEach(() => db.close());
afterAll(async () => {
  for (const gate of gates) await gate.close();
  await database.drop();
});

/** Both gates as hosts of one URL. */
function open(): Database {
  const [first, second] = gates.map((gate) => gate.url);
  const connectionString = `${first}`.replace(/(@[^/]*)/, `$1,${new URL(`${second}`).host}`);
  return openDatabase({ connectionString }, createLog('silent'));
}

const ways: readonly { what: string; away: (gate: DatabaseGate) => void }[] = [
  { what: 'turns everybody away', away: (gate) => gate.shut() },
  { what: 'swallows all packets', away: (gate) => gate.freeze() },
];

test.each(ways)(
  'a host that $what is replaced by the other',
  async ({ away }) => {
    const [first, second] = gates;
    second.shut();
    db = open();
    const received: string[] = [];
    await db.listen('hosts', (payload) => received.push(payload));
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
    second.open();
    away(first);
    const uses = [
      () => db.query('select 1'),
      () => db.write('select 1'),
      () => db.transaction((tx) => tx.query('select 1')),
      () => db.unhurried.query('select 1'),
    ];
    for (const use of uses) await vi.waitFor(use, WAIT);
    // The listener polls for notifications that it missed.
    await vi.waitFor(() => expect(received).toContain(''), WAIT);
    await database.db.query(`select pg_notify('hosts', 'item')`);
    await vi.waitFor(() => expect(received).toContain('item'), WAIT);
    first.thaw({ dropsConnections: true });
    first.open();
  },
  60_000,
);

test('without any host, each request fails immediately', async () => {
  for (const gate of gates) gate.shut();
  db = open();
  for (const _ of gates) await expect(db.query('select 1')).rejects.toThrow(DatabaseUnavailable);
  for (const gate of gates) gate.open();
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
});

test('a connection that turns out to accept no writes is not used again', async () => {
  db = openDatabase(database.connection, createLog('silent'));
  const pidOf = 'select pg_backend_pid() as pid';
  let pid = 0;
  const written = db.transaction(async (tx) => {
    const [row] = await tx.query<{ pid: number }>(pidOf);
    pid = row?.pid ?? 0;
    await tx.query('set transaction read only');
    await tx.query('delete from process_marks');
  });
  await expect(written).rejects.toThrow('the database is away');
  await vi.waitFor(
    async () =>
      expect(
        await database.owner.query('select 1 from pg_stat_activity where pid = $1', [pid]),
      ).toEqual([]),
    WAIT,
  );
  const [after] = await db.query<{ pid: number }>(pidOf);
  expect(after?.pid).not.toBe(pid);
});

test('a server that accepts no writes is rejected while connecting', async () => {
  const other = await createTestDatabase();
  const [row] = await other.owner.query<{ name: string }>('select current_database() as name');
  await other.owner.query(`alter database "${row?.name}" set default_transaction_read_only = on`);
  db = openDatabase(other.connection, createLog('silent'));
  await expect(db.query('select 1')).rejects.toThrow('it is a standby');
  await other.drop();
});
