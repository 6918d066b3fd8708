// Locks of several ledgers: a process that takes only free ones never waits and may take them in any order; a process
// that waits takes them in a fixed order.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { lockFreeLedgers, lockLedger, lockLedgers } from '../../src/ledger/post.ts';
import { createProject } from '../../src/projects/create.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let secondProcess: Database;
/** In the order of their ids. */
let projects: readonly [string, string];
beforeAll(async () => {
  world = await createWorld({}, { sends: false });
  secondProcess = openDatabase(world.database.connection, createLog('silent'));
  const ids = [await createProject(world.app, 'one'), await createProject(world.app, 'two')];
  const [first, second] = ids.map(({ id }) => id).sort();
  projects = [first ?? '', second ?? ''];
});
afterAll(async () => {
  await secondProcess.close();
  await world.close();
});

/** An event that happens once and can be awaited. */
function moment() {
  let come: () => void = () => undefined;
  const has = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { come, has };
}

test('two processes that lock in opposite order both finish: one of them continues alone with the free ones', async () => {
  const [first, second] = projects;
  const [firstIsLocked, secondIsLocked] = [moment(), moment()];
  const waiting = world.app.db.transaction(async (tx) => {
    await lockLedger(tx, first);
    firstIsLocked.come();
    await secondIsLocked.has;
    await lockLedgers(tx, [second, first]);
    return 'both';
  });
  const taking = secondProcess.transaction(async (tx) => {
    await firstIsLocked.has;
    const locked = await lockFreeLedgers(tx, [second, first]);
    secondIsLocked.come();
    return [...locked];
  });
  expect(await Promise.all([waiting, taking])).toEqual(['both', [second]]);
});

test('two processes that wait for the same ledgers in opposite order both finish', async () => {
  const [first, second] = projects;
  const lock = (db: Database, ids: readonly (string | null)[]) =>
    db.transaction((tx) => lockLedgers(tx, ids));
  const all = Array.from({ length: 20 }, () => [
    lock(world.app.db, [first, null, second]),
    lock(secondProcess, [second, first, second]),
  ]);
  await Promise.all(all.flat());
  const [row] = await world.app.db.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(row?.deadlocks).toBe(0);
});

test('all free ledgers are locked together, and a missing project is not among them', async () => {
  const [first, second] = projects;
  const unknown = '01a1fe07-59fa-7000-896b-9747c22137cb';
  const locked = await world.app.db.transaction((tx) =>
    lockFreeLedgers(tx, [second, unknown, first]),
  );
  expect(locked).toEqual(new Set([first, second]));
});
