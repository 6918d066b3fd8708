// Claims due callbacks: for each endpoint and object the oldest undelivered one, and only a few per endpoint, so that
// a slow or dead endpoint takes no capacity from the others. A fast endpoint holds more claims than concurrent sends,
// because a claim costs as much as several sends. When capacity is short, the endpoint with the fewest claims comes
// first.
import type { App } from '../app.ts';
import { SECOND, wallNow } from '../core/clock.ts';
import { NOT_LEASED } from '../workers/due-work.ts';
import type { LateTimes } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';
import { CALLBACKS_WORKER } from './emit.ts';
import { RETRY_GAP_MAX } from './note-attempts.ts';

export const lateCallbacks: LateTimes = {
  delayMax: 0,
  async pullIn(app: App, { now, beyond, limit }) {
    const rows = await app.db.query(PULL_IN, [
      now,
      beyond,
      limit,
      new Date(beyond.getTime() + RETRY_GAP_MAX),
    ]);
    if (rows.length > 0) await notifyWorker(app.db, CALLBACKS_WORKER);
    return rows;
  },
};

/** The endpoints with callbacks to deliver, one index step each. */
const WAITING = `waiting as (
  (select project_id, endpoint_id from deliveries where status = 'pending' and not waits
   order by project_id, endpoint_id limit 1)
  union all
  select n.project_id, n.endpoint_id from waiting w cross join lateral (
    select d.project_id, d.endpoint_id from deliveries d
    where d.status = 'pending' and not d.waits and (d.project_id, d.endpoint_id) > (w.project_id, w.endpoint_id)
    order by d.project_id, d.endpoint_id limit 1) n
)`;

/** SQL: for `findDueWork`. */
export const CALLBACKS_DUE = `exists (with recursive ${WAITING}
  select 1 from waiting w
  join callback_endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id and e.is_enabled
  cross join lateral (select 1 from deliveries d
    where d.project_id = w.project_id and d.endpoint_id = w.endpoint_id and d.status = 'pending' and not d.waits
      and d.next_attempt_at <= $1 and ${NOT_LEASED} limit 1) c)`;

const PULL_IN = `
with recursive ${WAITING}, late as (
  select c.project_id, c.id from waiting w cross join lateral (
    select d.project_id, d.id, d.attempts, d.attempts_before, d.next_attempt_at from deliveries d
    where d.project_id = w.project_id and d.endpoint_id = w.endpoint_id and d.status = 'pending' and not d.waits
      and d.next_attempt_at > $2
    order by d.next_attempt_at, d.seq limit $3) c
  where c.attempts = c.attempts_before or c.next_attempt_at > $4
), held as (
  select d.project_id, d.id from deliveries d where (d.project_id, d.id) in (select project_id, id from late)
  order by d.project_id, d.id for no key update
)
update deliveries d set next_attempt_at = $1 from held
where d.project_id = held.project_id and d.id = held.id returning 1`;

/** Per process. */
export const PER_ENDPOINT_MAX = 8;
/** Per process. */
export const HELD_MAX = 4096;
/** Above this total, endpoints hold only as many claims as concurrent sends; the rest is for other endpoints. */
export const HELD_WITH_WAITING_MAX = HELD_MAX / 2;
/** Longer than the longest attempt, so that a claim outlives it. */
export const LEASE = 30 * SECOND;

export interface DueDelivery {
  readonly project_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly object_id: string;
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

export interface Held {
  readonly endpointId: string;
  readonly count: number;
  /** How many more may be claimed now. An endpoint that is not listed gets as many claims as concurrent sends. */
  readonly room: number;
}

/**
 * A transaction, because its planner settings prevent a scan of the backlog. Without free capacity, no query runs: it
 * would lock rows that other processes then skip.
 */
export async function claimDeliveries(app: App, held: readonly Held[]): Promise<DueDelivery[]> {
  const count = held.reduce((sum, of) => sum + of.count, 0);
  if (count >= HELD_MAX) return [];
  const wall = wallNow();
  const values = [
    new Date(app.clock.now()),
    new Date(wall),
    new Date(wall + LEASE),
    held.map(({ endpointId }) => endpointId),
    held.map((of) => of.count),
    held.map((of) => of.room),
    count,
  ];
  return app.db.transaction((tx) => tx.query<DueDelivery>(CLAIM, values));
}

/** Locks rows in the common order (emit.ts). */
export async function releaseDeliveries(
  app: App,
  deliveries: readonly DueDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const keys = [
    deliveries.map((delivery) => delivery.project_id),
    deliveries.map((delivery) => delivery.id),
  ];
  await app.db.transaction((tx) => tx.query(RELEASE, keys));
}

const RELEASE = `
update deliveries set leased_until = null
where (project_id, id) in (
  select project_id, id from deliveries
  where (project_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
  order by project_id, id for no key update)`;

/**
 * Finds the next endpoint without reading the backlog of the last one. Rows stay locked where they were read. A lease
 * that is too long was written by a clock that was ahead. Each event is looked up separately: a join planned while
 * there are few rows reads the whole project for each callback.
 */
const CLAIM = `
with recursive ${WAITING}, ready as (
  select c.place_in_table, c.next_attempt_at, c.seq, c.event_id, e.project_id, e.url,
    e.secret_sealed, e.previous_secret_sealed, e.previous_secret_until, coalesce(h.held, 0) + row_number() over (
      partition by w.project_id, w.endpoint_id order by c.next_attempt_at, c.seq) as nth
  from waiting w
  join callback_endpoints e on e.project_id = w.project_id and e.id = w.endpoint_id and e.is_enabled
  left join unnest($4::uuid[], $5::int[], $6::int[]) as h(id, held, room) on h.id = w.endpoint_id
  cross join lateral (
    select d.ctid as place_in_table, d.next_attempt_at, d.seq, d.event_id from deliveries d
    where d.project_id = w.project_id and d.endpoint_id = w.endpoint_id and d.status = 'pending'
      and not d.waits and d.next_attempt_at <= $1 and (d.leased_until is null or d.leased_until <= $2
        or d.leased_until > $3::timestamptz + interval '1 minute')
    order by d.next_attempt_at, d.seq
    limit coalesce(h.room, ${PER_ENDPOINT_MAX})
    for update skip locked) c
), placed as (
  select ready.*, $7::int + row_number() over (order by nth, next_attempt_at, seq) as place
  from ready
), due as (
  select p.*, v.payload
  from placed p
  cross join lateral (
    select payload from events o where o.project_id = p.project_id and o.id = p.event_id offset 0) v
  where p.place <= case when p.nth <= ${PER_ENDPOINT_MAX} then ${HELD_MAX} else ${HELD_WITH_WAITING_MAX} end
)
update deliveries d set leased_until = $3
from due
where d.ctid = due.place_in_table
returning d.project_id, d.id, d.event_id, d.object_id, d.endpoint_id, d.attempts, d.attempts_before,
  d.first_failed_at, due.url, due.payload,
  due.secret_sealed, due.previous_secret_sealed, due.previous_secret_until`;
