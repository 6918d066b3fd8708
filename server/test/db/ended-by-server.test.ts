// PostgreSQL may end a connection at any moment: the request fails or is retried, and the process survives. An error
// event without a listener ends a Node process; here it fails the test run.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sleep, wallNow } from '../../src/core/clock.ts';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
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

const KILLING_MILLISECONDS = 4000;
const WORKERS = 12;

const uses: readonly { what: string; use: (to: Database) => Promise<unknown> }[] = [
  { what: 'statement', use: (to) => to.query('select 1') },
  { what: 'transaction', use: (to) => to.transaction((tx) => tx.query('select 1')) },
  { what: 'writing statement', use: (to) => to.write('select 1') },
  { what: 'listener', use: (to) => to.listen('news', () => undefined) },
];

test.each(uses)(
  'a connection that the server ends during its setup fails only its $what',
  async ({ use }) => {
    const fresh = openDatabase(gate.connection, createLog('silent'));
    gate.endsWhenReady(true);
    for (let round = 0; round < 5; round++) await expect(use(fresh)).rejects.toThrow();
    gate.endsWhenReady(false);
    await use(fresh);
    await fresh.close();
  },
);

test('connections are ended at many moments: all fail as an outage or succeed, none ends the process', async () => {
  const until = wallNow() + KILLING_MILLISECONDS;
  const counts = { done: 0, away: 0, killed: 0 };
  const work = async (number: number) => {
    while (wallNow() < until) {
      await step(number)
        .then(() => {
          counts.done += 1;
        })
        .catch((error: unknown) => {
          expect(error).toBeInstanceOf(DatabaseUnavailable);
          counts.away += 1;
        });
    }
  };
  const kill = async () => {
    while (wallNow() < until) {
      const rows = await database.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
           and random() < 0.3`,
      );
      counts.killed += rows.length;
      await sleep(counts.killed % 7);
    }
  };
  await Promise.all([kill(), ...Array.from({ length: WORKERS }, (_, number) => work(number))]);
  expect(counts.killed).toBeGreaterThan(50);
  expect(counts.away).toBeGreaterThan(10);
  expect(counts.done).toBeGreaterThan(10);
  expect(await db.query('select 1 as one')).toEqual([{ one: 1 }]);
}, 30_000);

function step(number: number): Promise<unknown> {
  if (number % 3 === 0) return db.query('select pg_sleep(0.001)');
  if (number % 3 === 1) return db.write('select pg_sleep(0.001)');
  return db.transaction(async (tx) => {
    await tx.query('select pg_sleep(0.001)');
    await sleep(number % 2);
    return tx.query('select 1');
  });
}
