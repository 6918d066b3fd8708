// Recurring work (scan a chain, refresh rates, prove the books): one row per task with its due time and a
// lease, so that of all processes one runs it at a time. A crash leaves the lease to run out. Work that is
// due by rows of its own, and which one process shall do at a time, takes the lease alone.
import type { App } from '../app.ts';
import { MINUTE, sleep, wallNow } from '../core/clock.ts';
import type { Worker } from './worker.ts';

export interface Lease {
  readonly name: string;
  /** How soon another process takes over when this one died; renewed while a run lasts. */
  readonly leaseMilliseconds: number;
}

export interface RecurringTask extends Lease {
  readonly everyMilliseconds: number;
  /** Does the task. True: there is more to do at once; a number: the milliseconds until it is due, if not as usual. */
  run(app: App): Promise<boolean | number>;
}

/** A worker that runs the task when it is due. Leases follow the machine's clock, not the domain's. */
export function recurring(task: RecurringTask): Worker {
  return {
    name: task.name,
    pollMilliseconds: Math.min(task.everyMilliseconds, 1000),
    async run(app) {
      if (!(await claim(app, task))) return 0;
      const run = new AbortController();
      void renewLease(app, task, run.signal);
      try {
        const next = await task.run(app);
        const dueIn = typeof next === 'number' ? next : next ? 0 : task.everyMilliseconds;
        await settle(app, task, { dueIn, failure: null });
        return next === true ? 1 : 0;
      } catch (error) {
        app.log.warn({ err: error, task: task.name }, 'recurring task failed, trying again later');
        await settle(app, task, { dueIn: task.everyMilliseconds, failure: String(error) });
        return 0;
      } finally {
        run.abort();
      }
    },
  };
}

/** By so much the clocks of machines may differ. */
const CLOCK_SLACK = MINUTE;

/** Does the work while no other process does it; false when one is at it. */
export async function underLease(
  app: App,
  lease: Lease,
  work: () => Promise<void>,
): Promise<boolean> {
  if (!(await claim(app, lease))) return false;
  const run = new AbortController();
  void renewLease(app, lease, run.signal);
  try {
    await work();
  } finally {
    run.abort();
    await settle(app, lease, { dueIn: 0, failure: null });
  }
  return true;
}

/** Makes a task due now. */
export async function makeDue(app: App, name: string): Promise<void> {
  await app.db.query(`update schedules set due_at = '-infinity' where name = $1`, [name]);
}

/** Makes every task due now: what a test does before it drains the work. */
export async function makeAllDue(app: App): Promise<void> {
  await app.db.query(`update schedules set due_at = '-infinity'`);
}

/**
 * A time that no right clock can have written comes from one that was ahead, as before a machine learned the time:
 * it counts as past, or nothing would be looked at until the clock gets there.
 */
async function claim(
  app: App,
  task: Lease & { readonly everyMilliseconds?: number },
): Promise<boolean> {
  const now = wallNow();
  const rows = await app.db.query(
    `insert into schedules as s (name, due_at, leased_until) values ($1, $2, $3)
     on conflict (name) do update set leased_until = excluded.leased_until
     where (s.due_at <= $2 or s.due_at > $4)
       and (s.leased_until is null or s.leased_until <= $2 or s.leased_until > $5)
     returning 1`,
    [
      task.name,
      new Date(now),
      new Date(now + task.leaseMilliseconds),
      new Date(now + (task.everyMilliseconds ?? 0) + CLOCK_SLACK),
      new Date(now + task.leaseMilliseconds + CLOCK_SLACK),
    ],
  );
  return rows.length === 1;
}

/** A run that takes long keeps its lease. Should a renewal fail, the lease runs out, and that is safe. */
async function renewLease(app: App, task: Lease, isOver: AbortSignal): Promise<void> {
  while (!isOver.aborted) {
    await sleep(task.leaseMilliseconds / 3, isOver);
    if (isOver.aborted) return;
    await app.db
      .query(
        'update schedules set leased_until = $2 where name = $1 and leased_until is not null',
        [task.name, new Date(wallNow() + task.leaseMilliseconds)],
      )
      .catch((error: unknown) =>
        app.log.warn({ err: error, task: task.name }, 'lease not renewed'),
      );
  }
}

async function settle(
  app: App,
  task: Lease,
  outcome: { dueIn: number; failure: string | null },
): Promise<void> {
  await app.db.query(
    `update schedules set leased_until = null, due_at = $2, last_error = $3,
       failures = case when $3::text is null then 0 else failures + 1 end
     where name = $1`,
    [task.name, new Date(wallNow() + outcome.dueIn), outcome.failure],
  );
}
