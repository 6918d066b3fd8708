// All automatic work is done by workers: a worker claims the due rows of one table and processes them in one bounded
// batch. `startWorkers` runs each in its own loop, woken by NOTIFY, by the statement that finds due work (due-work.ts)
// or by a slow poll; `runDueWork` drains all of them once, which makes tests and the sandbox deterministic.
import type { App } from '../app.ts';
import { MINUTE, mayWork, moment, sleep, steadyNow } from '../core/clock.ts';
import { WAKE_CHANNEL } from '../db/changed.ts';
import type { Sql } from '../db/database.ts';
import { DUE_POLL, findDueWork, isFound } from './due-work.ts';

export interface Worker {
  readonly name: string;
  /** The fallback poll interval in addition to NOTIFY, unless `due` or the job's schedule says more. */
  readonly pollMilliseconds: number;
  /** For recurring tasks (schedule.ts). */
  readonly everyMilliseconds?: number;
  /**
   * SQL condition: there may be work (due-work.ts). $1 is the domain clock, $2 the machine's clock. It must read few
   * rows: `min` uses an index, and `exists` with a comparison may scan. A worker without it or a schedule is polled.
   */
  due?(app: App): string;
  /** How long nothing is due unless the worker is woken; null when that is unknown. */
  restFor?(app: App): number | null;
  /** What may make work due that the database does not show. Queries no table. */
  readonly peek?: Peek;
  /** Returns the number of rows processed. Above zero means that there may be more. */
  run(app: App): Promise<number>;
  /** Interrupts a long `run` when the loop is stopped. */
  disconnect?(): void;
  /** Completes work that `run` left in flight, after the loop has stopped. */
  finish?(): Promise<void>;
}

export interface Peek {
  /** Null: only when the worker is woken. */
  readonly everyMilliseconds: number | null;
  /** Whether the worker has to run now. `isWoken`: by a notification, not by the interval. */
  hasChanged(app: App, isWoken: boolean): Promise<boolean>;
}

/** Ends the draining of a system that never becomes idle, which would be a bug. */
const DRAIN_RUNS_MAX = 20_000;
const FAILURE_PAUSE_MILLISECONDS = 1000;
/** Bounds how late work is done whose due time is wrong (pull-in.ts), or that no condition describes. */
export const REST_MAX = MINUTE;

/** Wakes the worker in every process when the caller's transaction commits, or immediately outside a transaction. */
export async function notifyWorker(sql: Sql, worker: string): Promise<void> {
  await sql.query('select pg_notify($1, $2)', [WAKE_CHANNEL, worker]);
}

export async function notifyWorkers(sql: Sql, workers: readonly string[]): Promise<void> {
  if (workers.length === 0) return;
  await sql.query('select pg_notify($1, name) from unnest($2::text[]) as name', [
    WAKE_CHANNEL,
    workers,
  ]);
}

/** Drains the workers in turn until each of them has found nothing since the last change. */
export async function runDueWork(app: App, workers: readonly Worker[]): Promise<void> {
  let runs = 0;
  const drain = async (worker: Worker): Promise<boolean> => {
    for (let first = true; ; first = false) {
      if ((await runOnce(app, worker)) === 0) return !first;
      runs += 1;
      if (runs > DRAIN_RUNS_MAX) throw new Error(`the workers do not come to rest: ${worker.name}`);
    }
  };
  for (let inARow = 0; inARow < workers.length; )
    for (const worker of workers) {
      if (inARow === workers.length) break;
      // The last run of `drain` found nothing and counts as the first one.
      inARow = (await drain(worker)) ? 1 : inARow + 1;
    }
}

export interface RunningWorkers {
  wake(worker: string): void;
  /** Lets running batches finish; resolves when all have. */
  stop(): Promise<void>;
}

export function startWorkers(app: App, workers: readonly Worker[]): RunningWorkers {
  const loops = new Map(workers.map((worker) => [worker.name, startLoop(app, worker)]));
  const find = findDueWork(app, workers);
  const finder =
    find &&
    startLoop(
      app,
      finderOf(find, (name) => loops.get(name)?.wake()),
    );
  return {
    wake(name) {
      // An empty name follows a lost LISTEN connection: notifications may have been missed.
      if (name === '') for (const loop of loops.values()) loop.wake();
      else loops.get(name)?.wake();
    },
    async stop() {
      await finder?.stop();
      await Promise.all([...loops.values()].map((loop) => loop.stop()));
    },
  };
}

function finderOf(find: () => Promise<readonly string[]>, wake: (name: string) => void): Worker {
  return {
    name: 'due-work',
    pollMilliseconds: DUE_POLL,
    async run() {
      for (const name of await find()) wake(name);
      return 0;
    },
  };
}

function startLoop(app: App, worker: Worker): { wake(): void; stop(): Promise<void> } {
  let isStopping = false;
  let pause = new AbortController();
  const poll = isFound(worker) ? REST_MAX : worker.pollMilliseconds;
  /** False when the time has passed. */
  const isWokenIn = async (milliseconds: number) => {
    await sleep(milliseconds, pause.signal);
    const isWoken = pause.signal.aborted;
    pause = new AbortController();
    return isWoken;
  };
  const rest = async (milliseconds: number) => {
    const { peek } = worker;
    const until = steadyNow() + milliseconds;
    // At least one turn of the event loop, so that a loop with nothing to wait for blocks nothing else.
    for (let left = milliseconds; ; ) {
      const isWoken = await isWokenIn(Math.min(left, peek?.everyMilliseconds ?? left));
      if (isStopping) return;
      if (peek !== undefined && isWorking(app) && (await peek.hasChanged(app, isWoken))) return;
      left = until - steadyNow();
      if (isWoken || left <= 0) return;
    }
  };
  const loop = async () => {
    while (!isStopping) {
      try {
        const mayRun = isWorking(app);
        const done = mayRun ? await runCycle(app, worker) : 0;
        const idle = mayRun ? (worker.restFor?.(app) ?? poll) : worker.pollMilliseconds;
        if (done === 0 && !isStopping) await rest(idle);
      } catch (error) {
        if (isStopping) return;
        app.measures.failed(worker.name);
        app.log.error({ err: error, worker: worker.name }, 'worker failed, retrying');
        await sleep(FAILURE_PAUSE_MILLISECONDS);
      }
    }
  };
  const finished = loop();
  return {
    wake: () => pause.abort(),
    async stop() {
      isStopping = true;
      pause.abort();
      worker.disconnect?.();
      await finished;
      await worker.finish?.();
    },
  };
}

function isWorking({ schema, machineClock }: App): boolean {
  return schema.mismatch === null && mayWork(machineClock, moment());
}

async function runCycle(app: App, worker: Worker): Promise<number> {
  const began = steadyNow();
  const rows = await runOnce(app, worker);
  app.measures.worked({ worker: worker.name, rows, milliseconds: steadyNow() - began });
  return rows;
}

function runOnce(app: App, worker: Worker): Promise<number> {
  if (app.traces === null) return worker.run(app);
  const { name } = worker;
  return app.traces.work({ name: `worker ${name}`, facts: { 'chaintill.worker': name } }, () =>
    worker.run(app),
  );
}
