// Claims callbacks that are due: per endpoint and object the oldest undelivered one, and of each endpoint
// a few at a time only, so that one which answers slowly or not at all takes no turn away from the others.
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';

/** Sent to one endpoint at the same time, by one process. */
const PER_ENDPOINT_MAX = 8;
/** Sent at the same time in all, by one process. */
const AT_ONCE_MAX = 256;
/** Longer than the longest attempt, so that a claim outlives it. */
const LEASE = 30 * SECOND;

export interface DueDelivery {
  readonly project_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly attempts: number;
  readonly attempts_before: number;
  readonly first_failed_at: Date | null;
  readonly url: string;
  readonly payload: string;
  readonly secret_sealed: string;
  readonly previous_secret_sealed: string | null;
  readonly previous_secret_until: Date | null;
}

/** `busy` are the endpoints of the deliveries that this process is sending, one item for each. */
export function claimDeliveries(app: App, busy: readonly string[]): Promise<DueDelivery[]> {
  const wall = wallNow();
  return app.db.query<DueDelivery>(CLAIM, [
    new Date(app.clock.now()),
    new Date(wall),
    new Date(wall + LEASE),
    busy,
    AT_ONCE_MAX - busy.length,
  ]);
}

/** Steps through the index from endpoint to endpoint, so that no backlog of one is read to find the next. */
const CLAIM = `
with recursive waiting as (
  (select project_id, endpoint_id from deliveries where status = 'pending'
   order by project_id, endpoint_id limit 1)
  union all
  select n.project_id, n.endpoint_id from waiting w cross join lateral (
    select d.project_id, d.endpoint_id from deliveries d
    where d.status = 'pending' and (d.project_id, d.endpoint_id) > (w.project_id, w.endpoint_id)
    order by d.project_id, d.endpoint_id limit 1) n
), due as (
  select c.project_id, c.id from waiting w
  join callback_endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id and e.is_enabled
  cross join lateral (
    select d.project_id, d.id, d.next_attempt_at, d.seq from deliveries d
    where d.project_id = w.project_id and d.endpoint_id = w.endpoint_id and d.status = 'pending'
      and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $2)
      and not exists (select 1 from deliveries o where o.project_id = d.project_id
        and o.endpoint_id = d.endpoint_id and o.object_id = d.object_id
        and o.status = 'pending' and o.seq < d.seq)
    order by d.next_attempt_at, d.seq
    limit greatest(${PER_ENDPOINT_MAX} - (
      select count(*) from unnest($4::uuid[]) as b(id) where b.id = w.endpoint_id), 0)
    for update skip locked) c
  order by c.next_attempt_at, c.seq limit greatest($5::int, 0)
)
update deliveries d set leased_until = $3
from due, events v, callback_endpoints e
where d.project_id = due.project_id and d.id = due.id
  and v.project_id = d.project_id and v.id = d.event_id
  and e.project_id = d.project_id and e.id = d.endpoint_id
returning d.project_id, d.id, d.event_id, d.endpoint_id, d.attempts, d.attempts_before,
  d.first_failed_at, e.url, v.payload,
  e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until`;
