// Once a second, one statement finds all workers of this process that have due work, so that an idle instance does not
// query each table and coin. Notifications wake workers sooner.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import type { Worker } from './worker.ts';

/** How soon work that wakes no worker is found. */
export const DUE_POLL = 1000;

/** Whether `findDueWork` covers the worker. */
export function isFound({ due, everyMilliseconds }: Worker): boolean {
  return due !== undefined || everyMilliseconds !== undefined;
}

/** The names of the workers with due work. Null when none of the workers can be found. */
export function findDueWork(
  app: App,
  workers: readonly Worker[],
): (() => Promise<readonly string[]>) | null {
  const jobs = workers.flatMap(({ name, everyMilliseconds: every }) =>
    every === undefined ? [] : [name],
  );
  const tables = workers.flatMap(({ name, due }) =>
    due === undefined ? [] : [`select '${name}' as name where ${due(app)}`],
  );
  if (jobs.length + tables.length === 0) return null;
  const text = [DUE_JOBS, ...tables].join('\nunion all ');
  return async () => {
    // Where statements are planned once: planning all conditions takes ten times as long as checking them.
    const rows = await app.db.write<{ name: string }>(text, [
      new Date(app.clock.now()),
      new Date(wallNow()),
      jobs,
    ]);
    return rows.map(({ name }) => name);
  };
}

/** Due times and leases of a wrong clock are handled when the job is claimed, at the latest after `REST_MAX`. */
const DUE_JOBS = `select name from schedules
  where $1::timestamptz is not null and name = any($3::text[]) and due_at <= $2::timestamptz
    and (leased_until is null or leased_until <= $2::timestamptz)`;

/** SQL: claims in the column `leased_until` of a table, by the machine's clock. */
export const NOT_LEASED = '(leased_until is null or leased_until <= $2)';
