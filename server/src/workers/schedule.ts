// Recurring work (scan a chain, refresh rates, prove the books): one row per task with its due time and a
// lease, so that of all processes one runs it at a time. A crash leaves the lease to run out. Work that is
// due by rows of its own, and which one process shall do at a time, takes the lease alone.
import type { App } from '../app.ts';
import { HOUR, MINUTE, sleep, wallNow } from '../core/clock.ts';
import type { Worker } from './worker.ts';

export interface Lease {
  readonly name: string;
  /** How soon another process takes over when this one died; renewed while a run lasts. */
  readonly leaseMilliseconds: number;
}

export interface RecurringTask extends Lease {
  readonly everyMilliseconds: number;
  /** The longest that `run` may answer; as usual unless said. */
  readonly longestMilliseconds?: number;
  /** Does the task. True: there is more to do at once; a number: the milliseconds until it is due, if not as usual. */
  run(app: App): Promise<boolean | number>;
}

/** A worker that runs the task when it is due. Leases follow the machine's clock, not the domain's. */
export function recurring(task: RecurringTask): Worker {
  return {
    name: task.name,
    pollMilliseconds: Math.min(task.everyMilliseconds, 1000),
    everyMilliseconds: task.everyMilliseconds,
    async run(app) {
      const held = await claim(app, task);
      if (held === null) return 0;
      const endRenewing = keepLease(app, task, held);
      try {
        const next = await task.run(app);
        const dueIn = typeof next === 'number' ? next : next ? 0 : task.everyMilliseconds;
        await endRenewing();
        await settle(app, held, { dueIn, failure: null });
        return next === true ? 1 : 0;
      } catch (error) {
        app.measures.failed(task.name);
        app.log.warn({ err: error, task: task.name }, 'recurring task failed, trying again later');
        await endRenewing();
        await settle(app, held, { dueIn: task.everyMilliseconds, failure: String(error) });
        return 0;
      }
    },
  };
}

/** Work with rows of its own takes a lease alone: its row is never due, so it is never late. */
const NEVER_DUE = 'infinity';

/** By so much the clocks of machines may differ. */
const CLOCK_SLACK = MINUTE;
/** A run that takes longer hangs: its lease is renewed no more, and another process takes over. */
const RUN_LIMIT = HOUR;

/** A lease of this process: whoever took it over after it ran out wrote another end, and keeps it. */
interface Held {
  readonly name: string;
  until: Date;
}

/** Does the work while no other process does it; false when one is at it. */
export async function underLease(
  app: App,
  lease: Lease,
  work: () => Promise<void>,
): Promise<boolean> {
  const held = await claim(app, lease);
  if (held === null) return false;
  const endRenewing = keepLease(app, lease, held);
  try {
    await work();
  } finally {
    await endRenewing();
    await settle(app, held, { dueIn: null, failure: null });
  }
  return true;
}

/**
 * Tasks that no worker of this release and configuration runs are not due: their coin was switched off, or an upgrade
 * removed them. A process that still knows one claims it as before.
 */
export async function retireTasks(app: App, names: readonly string[]): Promise<void> {
  await app.db.query(
    `update schedules set due_at = $2
     where name <> all($1::text[]) and (leased_until is null or leased_until <= $3)`,
    [names, NEVER_DUE, new Date(wallNow())],
  );
}

/** Makes a task due now. One that was due before has waited since then, which readiness shows. */
export async function makeDue(app: App, name: string): Promise<void> {
  await app.db.query('update schedules set due_at = least(due_at, $2) where name = $1', [
    name,
    new Date(wallNow()),
  ]);
}

/** Makes every task due now, but for some: what a test does before it drains the work. */
export async function makeAllDue(app: App, but: readonly string[] = []): Promise<void> {
  await app.db.query(`update schedules set due_at = '-infinity' where name <> all($1::text[])`, [
    but,
  ]);
}

/**
 * A time that no right clock can have written comes from one that was ahead, as before a machine learned the time:
 * it counts as past, or nothing would be looked at until the clock gets there.
 */
async function claim(
  app: App,
  task: Lease & Partial<Pick<RecurringTask, 'everyMilliseconds' | 'longestMilliseconds'>>,
): Promise<Held | null> {
  const now = wallNow();
  const until = new Date(now + task.leaseMilliseconds);
  const latest = task.longestMilliseconds ?? task.everyMilliseconds ?? 0;
  const rows = await app.db.query(
    `insert into schedules as s (name, due_at, leased_until) values ($1, $6, $3)
     on conflict (name) do update set leased_until = excluded.leased_until
     where (s.due_at <= $2 or s.due_at > $4)
       and (s.leased_until is null or s.leased_until <= $2 or s.leased_until > $5)
     returning 1`,
    [
      task.name,
      new Date(now),
      until,
      new Date(now + latest + CLOCK_SLACK),
      new Date(now + task.leaseMilliseconds + CLOCK_SLACK),
      task.everyMilliseconds === undefined ? NEVER_DUE : new Date(now),
    ],
  );
  return rows.length === 1 ? { name: task.name, until } : null;
}

/**
 * A run that takes long keeps its lease. Should a renewal fail, the lease runs out, and that is safe. What it returns
 * ends the renewing: nothing of it is on its way after that.
 */
function keepLease(app: App, task: Lease, held: Held): () => Promise<void> {
  const run = new AbortController();
  const renewing = renewLease(app, { ...task, held }, run.signal);
  return () => {
    run.abort();
    return renewing;
  };
}

async function renewLease(
  app: App,
  task: Lease & { readonly held: Held },
  isOver: AbortSignal,
): Promise<void> {
  const { held, leaseMilliseconds } = task;
  for (const giveUpAt = wallNow() + RUN_LIMIT; wallNow() < giveUpAt; ) {
    await sleep(leaseMilliseconds / 3, isOver);
    if (isOver.aborted) return;
    const until = new Date(wallNow() + leaseMilliseconds);
    await app.db
      .query(
        'update schedules set leased_until = $2 where name = $1 and leased_until = $3 returning 1',
        [held.name, until, held.until],
      )
      .then((rows) => {
        if (rows.length === 1) held.until = until;
      })
      .catch((error: unknown) =>
        app.log.warn({ err: error, task: held.name }, 'lease not renewed'),
      );
  }
  app.log.error({ task: held.name }, 'a task does not end: another process may take over');
}

/** Of a lease that ran out and is another's now, nothing is changed. */
async function settle(
  app: App,
  held: Held,
  outcome: { dueIn: number | null; failure: string | null },
): Promise<void> {
  const now = wallNow();
  const dueAt = outcome.dueIn === null ? NEVER_DUE : new Date(now + outcome.dueIn);
  await app.db.query(
    `update schedules set leased_until = null, due_at = $2, last_error = $3, ended_at = $5,
       failures = case when $3::text is null then 0 else failures + 1 end,
       failing_since = case when $3::text is not null then coalesce(failing_since, $5) end
     where name = $1 and leased_until = $4`,
    [held.name, dueAt, outcome.failure, held.until, new Date(now)],
  );
}
