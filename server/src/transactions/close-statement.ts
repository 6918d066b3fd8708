// Closes a statement up to a moment that is over, before it is read: what was told of that time never changes.
import type { App } from '../app.ts';
import { accounts, type Filter } from './filter.ts';

/**
 * Whatever is booked from now on is booked later, also by a process whose clock is behind, or that has begun and not
 * finished. Waits for whoever books into these accounts right now.
 */
export async function closeStatement(app: App, filter: Filter): Promise<void> {
  const to = filter.booked?.to ?? null;
  if (to === null || to.getTime() >= app.clock.now()) return;
  const values: unknown[] = [filter.projectId];
  const ofAccounts = accounts(filter, values);
  values.push(to);
  const slot = `$${values.length}::timestamptz`;
  await app.db.write(
    `insert into booked_totals as b (project_id, account_id, n, total, last_at)
     select $1, a.id, 0, 0, ${slot} + interval '1 millisecond' from ${ofAccounts}
     where not exists (select 1 from booked_totals o
       where o.project_id = $1 and o.account_id = a.id and o.last_at > ${slot})
     order by a.id
     on conflict (project_id, account_id) do update set last_at = greatest(b.last_at, excluded.last_at)`,
    values,
  );
}
