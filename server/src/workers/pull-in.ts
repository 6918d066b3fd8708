// After a clock was set back, rows would stay queued until their old due time: for example an hour without payouts
// and callbacks while health checks pass. A due time that no correct clock can have written is therefore replaced by
// now. schedule.ts does the same for schedules.
import type { App } from '../app.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { CLOCK_SLACK, recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

export interface LateTimes {
  readonly delayMax: number;
  /** Makes rows due at `now` that are due after `beyond`, at most `limit` per call; returns one row for each. */
  pullIn(
    app: App,
    times: { readonly now: Date; readonly beyond: Date; readonly limit: number },
  ): Promise<readonly unknown[]>;
}

const BATCH_MAX = 1000;

export function pullInWorker(kinds: Readonly<Record<string, LateTimes>>): Worker {
  return recurring({
    name: 'schedule-correction',
    everyMilliseconds: 30 * SECOND,
    leaseMilliseconds: MINUTE,
    async run(app) {
      let isMore = false;
      for (const [name, { delayMax, pullIn }] of Object.entries(kinds)) {
        const now = app.clock.now();
        const beyond = new Date(now + delayMax + CLOCK_SLACK);
        const rows = await pullIn(app, { now: new Date(now), beyond, limit: BATCH_MAX });
        if (rows.length > 0)
          app.log.warn({ kind: name, rows: rows.length }, 'due times in the far future corrected');
        isMore ||= rows.length === BATCH_MAX;
      }
      return isMore;
    },
  });
}

interface LateRows {
  readonly table: string;
  /** SQL that sets the due time of `t` to `$1`, from the module that owns the table. */
  readonly update: string;
  readonly key: readonly string[];
  /** The column with the due time; `due_at` by default. */
  readonly column?: string;
  /** A condition in SQL. */
  readonly where?: string;
  readonly delayMax: number;
}

/** For a table with an index that starts with the due time. */
export function lateRows({ table, update, key, column = 'due_at', ...rest }: LateRows): LateTimes {
  const { where = 'true', delayMax } = rest;
  const text = `${update} from (
      select ${key.join()} from ${table} where ${column} > $2 and ${where}
      order by ${column} limit $3 for update skip locked) late
    where ${same(key)} returning 1`;
  return {
    delayMax,
    pullIn: ({ db }: App, { now, beyond, limit }) => db.query(text, [now, beyond, limit]),
  };
}

/** Rows per run; on most instances, these are all open rows. */
const SLICE = 500;

/**
 * `isRight` (SQL over `t`): rows that are validly due far ahead, such as at the end of their life. Each run reads one
 * slice in the order of due times, which keeps runs short.
 */
export function lateInSlices(
  rows: Omit<LateRows, 'column' | 'where'> & { readonly isRight: string },
): LateTimes {
  const { table, update, key, isRight, delayMax } = rows;
  const places = new WeakMap<App, Date>();
  const text = `with slice as materialized (
      select ${key.join()}, due_at from ${table} where due_at > $2 order by due_at limit ${SLICE}
    ), late as (
      ${update} from slice where ${same(key, 'slice')}
        and t.due_at = slice.due_at and not (${isRight}) returning 1)
    select (select count(*)::int from slice) as read, (select max(due_at) from slice) as last,
      (select count(*)::int from late) as late`;
  return {
    delayMax,
    async pullIn(app, { now, beyond }) {
      const from = Math.max(places.get(app)?.getTime() ?? 0, beyond.getTime());
      const [row] = await app.db.query<{ read: number; last: Date | null; late: number }>(text, [
        now,
        new Date(from),
      ]);
      if (row?.last && row.read === SLICE) places.set(app, row.last);
      else places.delete(app);
      return Array.from({ length: row?.late ?? 0 });
    },
  };
}

function same(key: readonly string[], found = 'late'): string {
  return key.map((column) => `t.${column} = ${found}.${column}`).join(' and ');
}

/** SQL that does not depend on the time zone. */
export function interval(milliseconds: number): string {
  return `make_interval(secs => ${milliseconds / SECOND})`;
}
