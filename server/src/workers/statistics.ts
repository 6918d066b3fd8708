// PostgreSQL plans by what its last ANALYZE saw, and keeps a prepared plan until the next. On a fresh database both are
// of empty tables: whatever is read whole then is read whole still when there are thousands of rows. The server's own
// upkeep looks once a minute, and may be switched off; so each table that has doubled is looked at here, within
// seconds, which also ends the plans that were made before (docs/decisions/0076).
import type { App } from '../app.ts';
import { MINUTE, SECOND } from '../core/clock.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

/** A table of fewer rows is read in no time, by whatever plan. */
const ROWS_MIN = 50;

/** Those that this role may not look at are left to the server, without a word in its log. */
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
      // One that is being looked at, or vacuumed, comes another time.
      await db.unhurried.query(`analyze (skip_locked) ${name}`);
      log.debug({ table: name }, 'table analyzed');
    }
    return false;
  },
});
