// PostgreSQL plans with the statistics of the last ANALYZE, and keeps a prepared plan until the next one. On a fresh
// database, both are for empty tables, and sequential scans continue with thousands of rows. Autovacuum checks once a
// minute and may be disabled. So each table that has doubled in size is analyzed within seconds, which also
// invalidates the old plans (docs/decisions/0076).
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../core/clock.ts';
import { overUntil, projectsWithBooks, sumDays } from '../ledger/day-sums.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

/** The default range of a screen, plus a margin. */
const AHEAD = 32 * DAY;

export const daySumsWorker: Worker = recurring({
  name: 'day-sums',
  everyMilliseconds: HOUR,
  leaseMilliseconds: 10 * MINUTE,
  async run({ db, clock }) {
    const now = new Date(clock.now());
    const today = overUntil(now);
    const from = new Date(today.getTime() - AHEAD);
    const until = new Date(today.getTime() + 2 * DAY);
    for (const projectId of await projectsWithBooks(db))
      await sumDays(db, { projectId, from, until, now });
    return false;
  },
});

/** Any plan reads a smaller table quickly. */
const ROWS_MIN = 50;

/** Tables that this role may not analyze are left to the server, without a warning in its log. */
const DOUBLED = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_live_tup >= greatest($1, 2 * c.reltuples)
    and case when current_setting('server_version_num')::int >= 170000 then has_table_privilege(c.oid, 'maintain')
      else pg_has_role(c.relowner, 'usage') end
  order by 1`;

export const statisticsWorker: Worker = recurring({
  name: 'statistics',
  everyMilliseconds: 5 * SECOND,
  leaseMilliseconds: MINUTE,
  async run({ db, log, burst }: App) {
    if (burst.reschedules()) return SECOND;
    const tables = await db.query<{ name: string }>(DOUBLED, [ROWS_MIN]);
    for (const { name } of tables) {
      // A table that is being analyzed or vacuumed is handled in a later run.
      await db.unhurried.query(`analyze (skip_locked) ${name}`);
      log.debug({ table: name }, 'table analyzed');
    }
    return false;
  },
});
