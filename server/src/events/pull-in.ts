// Pulls in callbacks scheduled later than possible (workers/pull-in.ts): callbacks without attempts, if later than now;
// failed ones, if later than the longest gap between two retries, which is seven hours.
import type { App } from '../app.ts';
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

/** Steps from endpoint to endpoint through the index, as in claim.ts. */
const PULL_IN = `
with recursive waiting as (
  (select project_id, endpoint_id from deliveries where status = 'pending' and not waits
   order by project_id, endpoint_id limit 1)
  union all
  select n.project_id, n.endpoint_id from waiting w cross join lateral (
    select d.project_id, d.endpoint_id from deliveries d
    where d.status = 'pending' and not d.waits and (d.project_id, d.endpoint_id) > (w.project_id, w.endpoint_id)
    order by d.project_id, d.endpoint_id limit 1) n
), late as (
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
