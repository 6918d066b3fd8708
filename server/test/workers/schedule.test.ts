// Guarantees of recurring jobs: only one process runs a job at a time, and a temporarily wrong clock stops nothing once
// it is right again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND, sleep, wallNow } from '../../src/core/clock.ts';
import { recurring, requestRun, retireTasks } from '../../src/workers/schedule.ts';
import { startWorkers } from '../../src/workers/worker.ts';
import { countingApp } from '../support/counting-app.ts';
import { createWorld, type World } from '../support/world.ts';

const NAME = 'chimes';
let world: World;
let runs: number;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const task = {
  name: NAME,
  everyMilliseconds: SECOND,
  leaseMilliseconds: 30 * SECOND,
  run: async () => {
    runs += 1;
    return false;
  },
};
const runOnce = () => recurring(task).run(world.app);

async function schedule(facts: { dueIn: number; leasedFor: number | null }): Promise<void> {
  const leasedUntil = facts.leasedFor === null ? null : new Date(wallNow() + facts.leasedFor);
  await world.app.db.query(
    `insert into schedules (name, due_at, leased_until) values ($1, $2, $3)
     on conflict (name) do update set due_at = excluded.due_at, leased_until = excluded.leased_until`,
    [NAME, new Date(wallNow() + facts.dueIn), leasedUntil],
  );
}

beforeEach(() => {
  runs = 0;
});

test.each([
  ['is due', { dueIn: 0, leasedFor: null }, 1],
  ['is due later', { dueIn: MINUTE, leasedFor: null }, 0],
  ['is run by another process', { dueIn: 0, leasedFor: 20 * SECOND }, 0],
  ['was run by a process that died', { dueIn: 0, leasedFor: -SECOND }, 1],
  ['was put off by a clock that was hours ahead', { dueIn: 5 * HOUR, leasedFor: null }, 1],
  ['was leased by a clock that was hours ahead', { dueIn: 0, leasedFor: 5 * HOUR }, 1],
])('a task that %s is run as often as scheduled', async (_what, facts, times) => {
  await schedule(facts);
  await runOnce();
  expect(runs).toBe(times);
});

test('a task that was run is not run again before its time', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  await runOnce();
  await schedule({ dueIn: task.everyMilliseconds, leasedFor: null });
  await runOnce();
  expect(runs).toBe(1);
});

test.each([
  ['is due again at once', true, 0],
  ['is due after its usual time', false, HOUR],
  ['says so is due sooner', MINUTE, MINUTE],
])('a task that %s', async (_what, next, dueIn) => {
  await schedule({ dueIn: 0, leasedFor: null });
  const before = wallNow();
  const answer = await recurring({
    ...task,
    everyMilliseconds: HOUR,
    run: async () => next,
  }).run(world.app);
  expect(answer).toBe(next === true ? 1 : 0);
  const [row] = await world.app.db.query<{ due_at: Date }>(
    'select due_at from schedules where name = $1',
    [NAME],
  );
  const due = row?.due_at.getTime() ?? 0;
  expect(due).toBeGreaterThanOrEqual(before + dueIn);
  expect(due).toBeLessThanOrEqual(wallNow() + dueIn);
});

test('a task due much later than usual does not run earlier, and one from a wrong clock does', async () => {
  const long = { ...task, longestMilliseconds: HOUR };
  await schedule({ dueIn: 50 * MINUTE, leasedFor: null });
  await recurring(long).run(world.app);
  expect(runs).toBe(0);
  await schedule({ dueIn: 5 * HOUR, leasedFor: null });
  await recurring(long).run(world.app);
  expect(runs).toBe(1);
});

test('a process that was suspended beyond its lease does not affect its successor', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const others = new Date(wallNow() + 25 * SECOND);
  const stopped = recurring({
    ...task,
    run: async () => {
      await world.app.db.query('update schedules set leased_until = $2 where name = $1', [
        NAME,
        others,
      ]);
      return false;
    },
  });
  await stopped.run(world.app);
  const rows = await world.app.db.query<{ leased_until: Date }>(
    'select leased_until from schedules where name = $1',
    [NAME],
  );
  expect(rows).toEqual([{ leased_until: others }]);
});

test('a run that takes longer than its lease extends it, and releases it', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const short = { ...task, leaseMilliseconds: 300 };
  let between = 0;
  await recurring({
    ...short,
    run: async () => {
      await sleep(SECOND);
      await runOnce();
      between = runs;
      return false;
    },
  }).run(world.app);
  expect(between).toBe(0);
  await schedule({ dueIn: 0, leasedFor: null });
  await runOnce();
  expect(runs).toBe(1);
});

test('a run that is requested twice happens once, in one of several processes, and its duration is stored', async () => {
  await schedule({ dueIn: HOUR, leasedFor: null });
  const slow = { ...task, everyMilliseconds: 2 * HOUR, run: () => task.run() };
  await recurring(slow).run(world.app);
  expect(runs).toBe(0);
  const requested = [await requestRun(world.app, NAME), await requestRun(world.app, NAME)];
  expect(requested).toEqual(['due', 'due']);
  await Promise.all([1, 2, 3].map(() => recurring(slow).run(world.app)));
  expect(runs).toBe(1);
  const [row] = await world.app.db.query<{ last_milliseconds: number; due_at: Date }>(
    'select last_milliseconds, due_at from schedules where name = $1',
    [NAME],
  );
  expect(row?.last_milliseconds).toBeGreaterThanOrEqual(0);
  expect(Number(row?.due_at)).toBeGreaterThan(wallNow() + HOUR);
});

test('a run that is requested while another one is in progress does not start a second one', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const end = new AbortController();
  const run = async () => {
    await task.run();
    await sleep(MINUTE, end.signal);
    return false;
  };
  const busy = { ...task, everyMilliseconds: HOUR, run };
  const running = recurring(busy).run(world.app);
  await expect.poll(() => runs).toBe(1);
  expect(await requestRun(world.app, NAME)).toBe('running');
  await recurring(busy).run(world.app);
  expect(runs).toBe(1);
  end.abort();
  await running;
  await recurring(busy).run(world.app);
  expect(runs).toBe(1);
});

test('what does not run on a schedule cannot be requested', async () => {
  await retireTasks(world.app, []);
  expect(await requestRun(world.app, NAME)).toBeNull();
  expect(await requestRun(world.app, 'no-such-job')).toBeNull();
});

const counting = () => countingApp(world.app, 'query', 'insert into schedules');

test('between its runs, a process that runs a job asks the database nothing', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const { app, counted } = counting();
  const job = recurring({ ...task, everyMilliseconds: SECOND / 2 });
  const workers = startWorkers(app, [{ ...job, pollMilliseconds: 20 }]);
  await expect.poll(() => runs, { timeout: 5 * SECOND }).toBe(4);
  await workers.stop();
  // The search for due work may find a job just before its process runs it.
  expect(counted()).toBeLessThanOrEqual(2 * runs);
});

test('jobs that are due at the same moment are claimed by one statement, and each runs once', async () => {
  const { app, counted } = counting();
  const ran: string[] = [];
  const jobs = ['c', 'a', 'b', 'a'].map((name) =>
    recurring({
      ...task,
      name: `${NAME}-${name}`,
      run: async () => {
        ran.push(name);
        return false;
      },
    }),
  );
  await Promise.all(jobs.map((job) => job.run(app)));
  expect(counted()).toBe(1);
  expect(ran.sort()).toEqual(['a', 'b', 'c']);
});

test('a job that rests for an hour runs when it is requested', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const { app, counted } = counting();
  const workers = startWorkers(app, [recurring({ ...task, everyMilliseconds: HOUR })]);
  await expect.poll(() => runs).toBe(1);
  await sleep(SECOND);
  await requestRun(app, NAME);
  workers.wake(NAME);
  await expect.poll(() => runs).toBe(2);
  await workers.stop();
  // Once more if the search for due work found it at the same moment.
  expect(counted()).toBeLessThanOrEqual(3);
});

test('a wake before the next run does not make a job ask every second', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const job = recurring({ ...task, everyMilliseconds: HOUR });
  const rest = () => job.restFor?.(world.app);
  expect(rest()).toBeNull();
  await job.run(world.app);
  expect(rest()).toBe(MINUTE);
  await job.run(world.app);
  expect(runs).toBe(1);
  expect(rest()).toBe(MINUTE);
});

test('a job that another process has taken over is asked for as before', async () => {
  await schedule({ dueIn: 0, leasedFor: null });
  const job = recurring({ ...task, everyMilliseconds: 50 });
  await job.run(world.app);
  await sleep(100);
  await schedule({ dueIn: 0, leasedFor: 20 * SECOND });
  await job.run(world.app);
  expect(runs).toBe(1);
  expect(job.restFor?.(world.app)).toBeNull();
});

test('a process whose job another one runs takes over when that one ends', async () => {
  await schedule({ dueIn: SECOND, leasedFor: null });
  const { app } = counting();
  const workers = startWorkers(app, [recurring({ ...task, everyMilliseconds: HOUR })]);
  await expect.poll(() => runs, { timeout: 5 * SECOND }).toBe(1);
  await workers.stop();
});
