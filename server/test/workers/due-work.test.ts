// How idle workers find their work: with one statement a second for all of them, also when no notification arrives.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE, SECOND, sleep } from '../../src/core/clock.ts';
import { callbackWorker } from '../../src/events/deliver.ts';
import { CALLBACKS_WORKER } from '../../src/events/emit.ts';
import { DUE_POLL, findDueWork } from '../../src/workers/due-work.ts';
import { startWorkers, type Worker } from '../../src/workers/worker.ts';
import { countingApp } from '../support/counting-app.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const found = async () => (await findDueWork(world.app, world.assembled.workers)?.()) ?? [];

function counter(facts: Partial<Worker>): Worker & { readonly runs: () => number } {
  let runs = 0;
  return {
    name: 'counter',
    pollMilliseconds: SECOND / 100,
    ...facts,
    async run() {
      runs += 1;
      return 0;
    },
    runs: () => runs,
  };
}

const noted = `exists (select 1 from schedules where name = 'noted' and failures = 1)`;
const note = (failures: number) =>
  world.app.db.query(
    `insert into schedules (name, due_at, failures) values ('noted', 'infinity', $1)
     on conflict (name) do update set failures = $1`,
    [failures],
  );

test('work that no notification announces is found, and a worker without work does not run', async () => {
  const worker = counter({ due: () => noted });
  const workers = startWorkers(world.app, [worker]);
  await expect.poll(worker.runs).toBe(1);
  await sleep(2 * DUE_POLL);
  expect(worker.runs()).toBe(1);
  await note(1);
  await expect.poll(worker.runs, { timeout: 10 * SECOND }).toBeGreaterThan(1);
  await note(0);
  await workers.stop();
});

test('the statement is not planned for each second: planning takes longer than running it', async () => {
  for (let n = 0; n < 8; n++) await found();
  const [plans] = await world.app.db.write<{ custom: number; generic: number }>(
    `select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
     where statement like 'select name from schedules%union all select%' limit 1`,
  );
  // Each connection prepares it.
  expect(plans?.custom).toBe(0);
  expect(plans?.generic).toBeGreaterThan(0);
});

test('a wake-up and a lost connection run a worker at once', async () => {
  const worker = counter({ due: () => noted });
  const workers = startWorkers(world.app, [worker]);
  await expect.poll(worker.runs).toBe(1);
  workers.wake('counter');
  await expect.poll(worker.runs).toBe(2);
  workers.wake('');
  await expect.poll(worker.runs).toBe(3);
  await workers.stop();
});

test('a change outside the database runs a worker that rests', async () => {
  let isChanged = false;
  const peek = {
    everyMilliseconds: SECOND / 20,
    hasChanged: async () => isChanged,
  };
  const worker = counter({ restFor: () => MINUTE, peek });
  const workers = startWorkers(world.app, [worker]);
  await expect.poll(worker.runs).toBe(1);
  await sleep(SECOND / 5);
  expect(worker.runs()).toBe(1);
  isChanged = true;
  await expect.poll(worker.runs).toBeGreaterThan(1);
  await workers.stop();
});

test('a process that may not work waits, and leaves the event loop to its requests', async () => {
  let asked = 0;
  const restFor = () => {
    asked += 1;
    if (asked > 100) throw new Error('it does not wait');
    return 0;
  };
  const schema = { ...world.app.schema, mismatch: 'a newer release' };
  const worker = counter({ restFor });
  const workers = startWorkers(otherApp(world.app, { schema }), [worker]);
  await sleep(SECOND / 5);
  await workers.stop();
  expect([worker.runs(), asked]).toEqual([0, 0]);
});

test('a worker whose rest is over waits one turn of the event loop', async () => {
  const worker = counter({ restFor: () => 0 });
  const workers = startWorkers(world.app, [worker]);
  await sleep(SECOND / 5);
  await workers.stop();
  expect(worker.runs()).toBeLessThan(SECOND);
});

test('a worker that cannot be described by a condition is polled', async () => {
  const worker = counter({});
  const workers = startWorkers(world.app, [worker]);
  await expect.poll(worker.runs).toBeGreaterThan(3);
  await workers.stop();
});

test('due objects of each kind are found, and nothing is due when all work is done', async () => {
  const merchant = await world.merchant();
  await world.settle();
  const jobs = world.assembled.workers.filter(
    ({ everyMilliseconds: every }) => every !== undefined,
  );
  const isJob = (name: string) => jobs.some((job) => job.name === name);
  const dueObjects = async () => (await found()).filter((name) => !isJob(name));
  expect(await dueObjects()).toEqual([]);
  await merchant.api.invoices.create({
    pay_currency: 'LTC',
    price_currency: 'LTC',
    price_amount: '1',
  });
  expect(await dueObjects()).toEqual(['address-pool']);
  await world.settle();
  expect(await dueObjects()).toEqual([]);
  world.clock.advance(2 * DAY);
  expect(await dueObjects()).toContain('invoices');
  await world.settle();
  expect(await dueObjects()).toEqual([]);
});

test('callbacks that wait to be sent are found, and those that wait for a retry are not', async () => {
  const silent = await createWorld({}, { leaveOut: [CALLBACKS_WORKER] });
  try {
    const merchant = await silent.merchant();
    const invoice = await merchant.api.invoices.create({
      pay_currency: 'LTC',
      price_currency: 'LTC',
      price_amount: '1',
    });
    await silent.pay({ invoice_id: invoice.id, amount: '1' });
    await silent.settle();
    const due = findDueWork(silent.app, [callbackWorker(null)]);
    expect(await due?.()).toEqual([CALLBACKS_WORKER]);
    const at = [new Date(silent.clock.now() + MINUTE)];
    await silent.app.db.query('update deliveries set next_attempt_at = $1', at);
    expect(await due?.()).toEqual([]);
    silent.clock.advance(MINUTE);
    expect(await due?.()).toEqual([CALLBACKS_WORKER]);
  } finally {
    await silent.close();
  }
});

test('an idle process sends few statements, whatever the number of coins and tables', async () => {
  await world.settle();
  const { app, counted } = countingApp(world.app, 'query');
  const workers = startWorkers(app, world.assembled.workers);
  await sleep(5 * SECOND);
  const before = counted();
  await sleep(6 * SECOND);
  const after = counted();
  await workers.stop();
  expect(after - before).toBeLessThan(6 * 10);
});
