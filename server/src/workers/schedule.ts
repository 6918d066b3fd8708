// Recurring work has one row per task with its due time and a lease, so that only one process runs the task at a
// time. After a crash the lease expires. Work with its own due rows uses only the lease.
import type { App } from '../app.ts';
import { HOUR, MINUTE, sleep, steadyNow, wallNow } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { type Batcher, createBatcher } from './batcher.ts';
import { notifyWorker, type Peek, REST_MAX, type Worker } from './worker.ts';

export interface Lease {
  readonly name: string;
  /** How soon another process takes over after a crash. Long runs renew the lease. */
  readonly leaseMilliseconds: number;
}

export interface RecurringTask extends Lease {
  readonly everyMilliseconds: number;
  /** The longest delay that `run` may return; by default the regular interval. */
  readonly longestMilliseconds?: number;
  /** A change that it finds makes the job due. */
  readonly peek?: Peek;
  /** Returns true when there is more to do now; a number sets the milliseconds until the next run. */
  run(app: App): Promise<boolean | number>;
}

/** A timer may fire a little early, and the clock is read in whole milliseconds. */
const TIMER_SLACK = 10;

/** Leases follow the machine's clock, not the domain clock. */
export function recurring(task: RecurringTask): Worker {
  // When this process has set the next run, it need not ask before: other processes run it later, and those who make it
  // due earlier wake the worker.
  const nextRuns = new WeakMap<App, number>();
  const restFor = (app: App) => {
    const next = nextRuns.get(app);
    return next === undefined ? null : Math.min(Math.max(next - steadyNow(), 0), REST_MAX);
  };
  const settleRun = async (app: App, held: Held, outcome: Outcome & { dueIn: number }) => {
    await settle(app, held, outcome);
    nextRuns.set(app, steadyNow() + outcome.dueIn + TIMER_SLACK);
  };
  return {
    name: task.name,
    pollMilliseconds: Math.min(task.everyMilliseconds, 1000),
    everyMilliseconds: task.everyMilliseconds,
    restFor,
    ...(task.peek && { peek: makingDue(task.name, task.peek) }),
    async run(app) {
      const held = await claim(app, task);
      // Not due yet: woken, or after the longest rest. Otherwise another process runs it.
      if (held !== null || restFor(app) === 0) nextRuns.delete(app);
      if (held === null) return 0;
      const endRenewing = extendLease(app, task, held);
      try {
        const next = await task.run(app);
        const dueIn = typeof next === 'number' ? next : next ? 0 : task.everyMilliseconds;
        await endRenewing();
        await settleRun(app, held, { dueIn, failure: null });
        return next === true ? 1 : 0;
      } catch (error) {
        app.measures.failed(task.name);
        app.log.warn({ err: error, task: task.name }, 'job failed, retrying later');
        await endRenewing();
        await settleRun(app, held, { dueIn: task.everyMilliseconds, failure: String(error) });
        return 0;
      }
    },
  };
}

function makingDue(name: string, peek: Peek): Peek {
  return {
    ...peek,
    async hasChanged(app, isWoken) {
      if (!(await peek.hasChanged(app, isWoken))) return false;
      await makeDue(app, name);
      return true;
    },
  };
}

/** For work with its own rows, which only uses a lease. */
const NEVER_DUE = 'infinity';

/** How much the clocks of machines may differ. */
export const CLOCK_SLACK = MINUTE;
/** More than all jobs of a process. */
const CLAIMS_MAX = 500;
/** A longer run hangs: its lease is no longer renewed, and another process takes over. */
const RUN_LIMIT = HOUR;

interface Held {
  readonly name: string;
  readonly beganAt: number;
  until: Date;
}

/** Returns false when another process has the lease. */
export async function underLease(
  app: App,
  lease: Lease,
  work: () => Promise<void>,
): Promise<boolean> {
  const held = await claim(app, lease);
  if (held === null) return false;
  const endRenewing = extendLease(app, lease, held);
  try {
    await work();
  } finally {
    await endRenewing();
    await settle(app, held, { dueIn: null, failure: null });
  }
  return true;
}

/**
 * The coin of a task was disabled, or an upgrade removed the task. A process that still has the task claims it as
 * before.
 */
export async function retireTasks(app: App, names: readonly string[]): Promise<void> {
  await app.db.query(
    `update schedules set due_at = $2
     where name in (select name from schedules
       where name <> all($1::text[]) and (leased_until is null or leased_until <= $3)
       order by name for update)`,
    [names, NEVER_DUE, new Date(wallNow())],
  );
}

/** A task that was already due keeps its earlier due time, which readiness reports. */
export async function makeDue(app: App, name: string): Promise<void> {
  await app.db.query('update schedules set due_at = least(due_at, $2) where name = $1', [
    name,
    new Date(wallNow()),
  ]);
}

/**
 * Makes a job due for any process, which still takes its lease: it never runs twice at the same time. A run that has
 * begun counts. Null for a job that does not run on a schedule.
 */
export async function requestRun(app: App, name: string): Promise<'running' | 'due' | null> {
  const now = new Date(wallNow());
  const [row] = await app.db.query<{ is_running: boolean }>(
    `update schedules set due_at = case when leased_until > $2 then due_at else least(due_at, $2) end
     where name = $1 and due_at < $3 returning coalesce(leased_until > $2, false) as is_running`,
    [name, now, NEVER_DUE],
  );
  if (row === undefined) return null;
  if (!row.is_running) await notifyWorker(app.db, name);
  return row.is_running ? 'running' : 'due';
}

/** Tests call this before they drain the work. */
export async function makeAllDue(app: App, but: readonly string[] = []): Promise<void> {
  await app.db.query(`update schedules set due_at = '-infinity' where name <> all($1::text[])`, [
    but,
  ]);
}

type Claimed = Lease & Partial<Pick<RecurringTask, 'everyMilliseconds' | 'longestMilliseconds'>>;

const claims = new WeakMap<App, Batcher<Claimed, Held | null>>();

/** Tasks that become due in the same second are claimed by one statement. Null when another process runs the task. */
function claim(app: App, task: Claimed): Promise<Held | null> {
  const batcher =
    claims.get(app) ??
    createBatcher<Claimed, Held | null>({
      batchMax: CLAIMS_MAX,
      write: (_, tasks) => claimTogether(app, tasks),
    });
  claims.set(app, batcher);
  return batcher.run('', task);
}

/**
 * A due time that no correct clock can have written comes from a clock that was ahead. It counts as past, because
 * otherwise the task would not run until that time. Rows are locked in the order of their names, so that processes do
 * not deadlock.
 */
async function claimTogether(app: App, tasks: readonly Claimed[]): Promise<(Held | null)[]> {
  const now = wallNow();
  // Of two callers of this process, the first gets the lease.
  const first = [...new Map(tasks.toReversed().map((task) => [task.name, task])).values()];
  const untilOf = ({ leaseMilliseconds }: Lease) => new Date(now + leaseMilliseconds);
  const rows = await app.db.query<{ name: string }>(
    `insert into schedules as s (name, due_at, leased_until)
     select t.name, t.due_at, t.until
     from unnest($1::text[], $3::timestamptz[], $4::timestamptz[]) as t (name, due_at, until) order by t.name
     on conflict (name) do update set leased_until = excluded.leased_until
     where (s.due_at <= $2 or s.due_at > ($5::timestamptz[])[array_position($1, s.name)])
       and (s.leased_until is null or s.leased_until <= $2
         or s.leased_until > ($6::timestamptz[])[array_position($1, s.name)])
     returning name`,
    [
      first.map(({ name }) => name),
      new Date(now),
      first.map(({ everyMilliseconds }) =>
        everyMilliseconds === undefined ? NEVER_DUE : new Date(now),
      ),
      first.map(untilOf),
      first.map(
        ({ longestMilliseconds, everyMilliseconds }) =>
          new Date(now + (longestMilliseconds ?? everyMilliseconds ?? 0) + CLOCK_SLACK),
      ),
      first.map(({ leaseMilliseconds }) => new Date(now + leaseMilliseconds + CLOCK_SLACK)),
    ],
  );
  const won = new Set(rows.map(({ name }) => name));
  return tasks.map((task) =>
    won.delete(task.name) ? { name: task.name, beganAt: steadyNow(), until: untilOf(task) } : null,
  );
}

/**
 * A failed renewal is safe, because the lease expires. No renewal is in flight after the returned function resolves.
 */
function extendLease(app: App, task: Lease, held: Held): () => Promise<void> {
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
  app.log.error({ task: held.name }, 'job does not end: another process can take over');
}

interface Outcome {
  readonly dueIn: number | null;
  readonly failure: string | null;
}

/** Leaves a lease unchanged that expired and now belongs to another process. */
async function settle(app: App, held: Held, outcome: Outcome): Promise<void> {
  const now = wallNow();
  const dueAt = outcome.dueIn === null ? NEVER_DUE : new Date(now + outcome.dueIn);
  await app.db.query(
    `update schedules set leased_until = null, due_at = $2, last_error = $3, ended_at = $5, last_milliseconds = $6,
       failures = case when $3::text is null then 0 else failures + 1 end,
       failing_since = case when $3::text is not null then coalesce(failing_since, $5) end
     where name = $1 and leased_until = $4`,
    [
      held.name,
      dueAt,
      outcome.failure,
      held.until,
      new Date(now),
      Math.round(steadyNow() - held.beganAt),
    ],
  );
}

interface Failing {
  /** Milliseconds since the epoch, by the machine's clock. */
  readonly since: number;
  readonly error: string;
}

/** Keyed by name. Omits tasks whose last run succeeded. */
export async function readFailing(
  sql: Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, Failing>> {
  const rows = await sql.query<{ name: string; failing_since: Date; last_error: string }>(
    `select name, failing_since, last_error from schedules
     where name = any($1::text[]) and failing_since is not null and last_error is not null`,
    [names],
  );
  return new Map(
    rows.map((row) => [row.name, { since: row.failing_since.getTime(), error: row.last_error }]),
  );
}
