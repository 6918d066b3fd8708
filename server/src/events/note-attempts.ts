// Records delivery attempts and the new state of their deliveries. Attempts that end while a batch is being stored
// form the next batch: a fast receiver answers faster than one transaction per attempt.
import type { App } from '../app.ts';
import { HOUR, SECOND, wallNow } from '../core/clock.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlert } from '../ledger/alerts.ts';
import { batched } from '../workers/batcher.ts';
import type { DueDelivery } from './claim.ts';
import { isAcknowledged, type PostResult } from './guarded-post.ts';

/** A wrong header must not withhold callbacks from a shop for days. */
const RETRY_AFTER_MAX = HOUR;

/** In milliseconds; 0 without a readable header. */
export function retryAfterOf(outcome: PostResult): number {
  const header = outcome.ok ? outcome.headers['retry-after'] : undefined;
  const text = String(header ?? '').trim();
  const requested = /^\d{1,9}$/.test(text) ? Number(text) * SECOND : Date.parse(text) - wallNow();
  return requested > 0 ? Math.min(requested, RETRY_AFTER_MAX) : 0;
}

/** Milliseconds from the first failure to each retry, ascending. */
type RetrySchedule = readonly number[];

const RETRIES = 20;

/** 30 s, 32 s, 48 s, ... 36:12:50 after the first failure (wire.md part 2 (e); decision 1.2). */
export const defaultRetrySchedule: RetrySchedule = Array.from(
  { length: RETRIES },
  (_, n) => (30 + n ** 4 + n) * SECOND,
);

export const RETRY_GAP_MAX =
  (defaultRetrySchedule.at(-1) ?? 0) - (defaultRetrySchedule.at(-2) ?? 0);

export interface Attempted {
  readonly delivery: DueDelivery;
  readonly outcome: PostResult;
  /** In domain time. */
  readonly at: number;
}

const BATCH_MAX = 256;
/** Only the next callback of the same object depends on the result, so attempts may wait for a larger batch. */
const GATHER = { enough: 128, milliseconds: 50 };
/** One queue for all projects, because one statement records all attempts. */
const QUEUE = 'attempts';

const inBatches = batched<Attempted, unknown>({
  name: 'callback_attempts',
  batchMax: BATCH_MAX,
  gather: GATHER,
  write: (app, _queue, attempts) => storeApart(app, attempts),
});

export async function noteAttempt(app: App, attempted: Attempted): Promise<void> {
  const failure = await inBatches(app, QUEUE, attempted);
  if (failure !== null) throw failure;
}

/** One result per attempt: null or the error. A failure does not affect the other attempts. */
async function storeApart(app: App, attempts: readonly Attempted[]): Promise<readonly unknown[]> {
  const alone = (items: readonly Attempted[]): Promise<unknown> =>
    store(app, items).then(
      () => null,
      (error: unknown) => error,
    );
  const failure = await alone(attempts);
  if (failure === null || attempts.length === 1) return attempts.map(() => failure);
  return Promise.all(attempts.map((attempted) => alone([attempted])));
}

/** The transaction is repeated on a deadlock. */
function store(app: App, attempts: readonly Attempted[]): Promise<unknown> {
  const rows = attempts.map(conclude);
  const columns = [
    rows.map((row) => row.projectId),
    rows.map((row) => row.id),
    rows.map((row) => row.attempt),
    rows.map((row) => row.statusCode),
    rows.map((row) => row.failure),
    rows.map((row) => row.excerpt),
    rows.map((row) => row.milliseconds),
    rows.map((row) => new Date(row.at)),
    rows.map((row) => row.status),
    rows.map((row) => (row.next === null ? null : new Date(row.next))),
  ];
  const keys = columns.slice(0, 2);
  app.traces?.about(attempts.map(({ delivery }) => delivery.object_id));
  const lost = attempts.filter((_, n) => rows[n]?.status === 'failed');
  return app.db.transaction(async (tx) => {
    await Promise.all([tx.query(HOLD, keys), tx.query(NOTE, columns), tx.query(CALL_NEXT, keys)]);
    await alertGivenUp(tx, lost);
  });
}

/** One alert per endpoint until it is acknowledged, because the endpoint may have missed thousands of callbacks. */
async function alertGivenUp(tx: Tx, lost: readonly Attempted[]): Promise<void> {
  const byEndpoint = new Map(lost.map(({ delivery }) => [delivery.endpoint_id, delivery]));
  for (const { endpoint_id, project_id, id } of byEndpoint.values())
    await raiseAlert(tx, {
      kind: 'callback_delivery_failed',
      subject: endpoint_id,
      facts: { project_id, delivery_id: id },
    });
}

function conclude({ delivery, outcome, at }: Attempted) {
  const attempt = delivery.attempts + 1;
  const failures = attempt - delivery.attempts_before;
  const firstFailedAt = delivery.first_failed_at?.getTime() ?? at;
  const isDelivered = isAcknowledged(outcome);
  const next = isDelivered
    ? null
    : nextAttemptAt({ firstFailedAt, failures, now: at, requestedFor: retryAfterOf(outcome) });
  return {
    projectId: delivery.project_id,
    id: delivery.id,
    attempt,
    statusCode: outcome.ok ? outcome.status : null,
    failure: outcome.ok ? null : `${outcome.reason}: ${outcome.message}`,
    excerpt: outcome.ok ? outcome.bodyExcerpt : null,
    milliseconds: outcome.milliseconds,
    at,
    status: isDelivered ? 'delivered' : next === null ? 'failed' : 'pending',
    next,
  };
}

/**
 * Events are stored under these locks too (emit.ts), so the next statement there sees the ended callbacks. Also locks
 * the callback that follows each one, in the same order as emit.ts.
 */
const HOLD = `
select count(*) from (
  select t.project_id, t.id from (
    select * from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
    union
    select o.project_id, n.id from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
    cross join lateral (
      select o.* from deliveries o where o.project_id = t.project_id and o.id = t.id offset 0) o
    cross join lateral (
      select n.id from deliveries n
      where n.project_id = o.project_id and n.endpoint_id = o.endpoint_id and n.object_id = o.object_id
        and n.status = 'pending' and n.seq > o.seq
      order by n.seq limit 1) n
    order by project_id, id) t
  cross join lateral (
    select 1 from deliveries d where d.project_id = t.project_id and d.id = t.id for no key update) locked) held`;

const NOTE = `
with t as (
  select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::int[], $5::text[], $6::text[], $7::int[],
    $8::timestamptz[], $9::text[], $10::timestamptz[])
    as t(project_id, id, attempt, status_code, failure, excerpt, milliseconds, at, status, next)
), noted as (
  insert into delivery_attempts (project_id, delivery_id, attempt, status_code, failure, answer_excerpt,
    milliseconds, created_at)
  select project_id, id, attempt, status_code, failure, excerpt, milliseconds, at from t
  on conflict do nothing
)
update deliveries d set status = t.status, attempts = t.attempt, leased_until = null, next_attempt_at = t.next,
  first_failed_at = case when t.status = 'delivered' then d.first_failed_at else coalesce(d.first_failed_at, t.at) end,
  delivered_at = case when t.status = 'delivered' then t.at end
from t where d.project_id = t.project_id and d.id = t.id`;

/** The first remaining callback of each object becomes due, even if it is being resent. */
const CALL_NEXT = `
update deliveries d set waits = false
from (
  select first.project_id, first.id
  from (select distinct o.project_id, o.endpoint_id, o.object_id
    from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
    join deliveries o on o.project_id = t.project_id and o.id = t.id and o.status <> 'pending') ended
  cross join lateral (
    select n.project_id, n.id, n.waits from deliveries n
    where n.project_id = ended.project_id and n.endpoint_id = ended.endpoint_id
      and n.object_id = ended.object_id and n.status = 'pending'
    order by n.seq limit 1) first
  where first.waits) next
where d.project_id = next.project_id and d.id = next.id`;

interface Failed {
  readonly firstFailedAt: number;
  readonly failures: number;
  readonly now: number;
  /** In milliseconds. */
  readonly requestedFor?: number;
}

/**
 * Milliseconds since the epoch; null when the schedule is used up. `failures`: 1 for the first. `now`: the end of the
 * attempt.
 *
 * After downtime on our side, overdue retries do not follow in one burst: the next one waits at least half of its
 * scheduled gap, and none is skipped. Half, so that an attempt that took its full time limit does not delay the rest.
 * A receiver that requests a longer wait gets it, without losing a retry.
 */
export function nextAttemptAt(
  { failures, firstFailedAt, now, requestedFor = 0 }: Failed,
  schedule: RetrySchedule = defaultRetrySchedule,
): number | null {
  const offset = schedule[failures - 1];
  if (offset === undefined) return null;
  const gap = offset - (schedule[failures - 2] ?? 0);
  return Math.max(firstFailedAt + offset, now + Math.floor(gap / 2), now + requestedFor);
}
