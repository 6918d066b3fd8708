// Delivers callbacks: sends what is due side by side and notes each attempt. It never waits for the slowest:
// what is in flight stays so while the next are claimed, so that a dead endpoint or object blocks no other.
import type { App } from '../app.ts';
import { SECOND, sleep, wallNow } from '../core/clock.ts';
import type { Worker } from '../workers/worker.ts';
import { claimDeliveries, type DueDelivery } from './claim.ts';
import { CALLBACKS_WORKER } from './emit.ts';
import { secretsOf } from './endpoints.ts';
import {
  CALLBACK_TIMEOUT_MILLISECONDS,
  guardedPost,
  isAcknowledged,
  type PostOutcome,
} from './guarded-post.ts';
import { nextAttemptAt } from './retry-schedule.ts';
import { signCallback } from './sign-callback.ts';

/** While something is in flight, how soon to look for more. */
const TURN = SECOND / 10;
const USER_AGENT = 'Chaintill-Callbacks/1';

/** Makes callbacks misbehave on purpose, for integrators who test their own receivers (sandbox only). */
export type DeliveryFault = (delivery: { body: string }) => Promise<'none' | 'duplicate' | 'drop'>;

interface Sending {
  readonly fault: DeliveryFault | null;
  readonly timeoutMilliseconds: number;
}

export function callbackWorker(
  fault: DeliveryFault | null,
  timeoutMilliseconds = CALLBACK_TIMEOUT_MILLISECONDS,
): Worker {
  const sending: Sending = { fault, timeoutMilliseconds };
  const inFlight = new Map<Promise<void>, string>();
  return {
    name: CALLBACKS_WORKER,
    pollMilliseconds: 1000,
    async run(app) {
      for (const due of await claimDeliveries(app, [...inFlight.values()])) {
        const attempt = attemptDelivery(app, due, sending).finally(() => inFlight.delete(attempt));
        inFlight.set(attempt, due.endpoint_id);
      }
      if (inFlight.size === 0) return 0;
      await firstOf(Promise.all(inFlight.keys()), TURN);
      return 1;
    },
    async finish() {
      await Promise.all(inFlight.keys());
    },
  };
}

/** Waits for the work, at most so long. */
async function firstOf(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const isDone = new AbortController();
  await Promise.race([work.finally(() => isDone.abort()), sleep(milliseconds, isDone.signal)]);
}

/** A failure of our own leaves the claim to run out; the callback is then sent again. */
async function attemptDelivery(app: App, delivery: DueDelivery, sending: Sending): Promise<void> {
  try {
    await deliver(app, delivery, sending);
  } catch (error) {
    app.log.error({ err: error, delivery_id: delivery.id }, 'a callback attempt was not noted');
  }
}

async function deliver(app: App, delivery: DueDelivery, sending: Sending): Promise<void> {
  const { fault } = sending;
  const effect = fault === null ? 'none' : await fault({ body: delivery.payload });
  const outcome: PostOutcome =
    effect === 'drop'
      ? {
          ok: false,
          reason: 'connect',
          message: 'dropped by the sandbox settings',
          milliseconds: 0,
        }
      : await send(app, delivery, sending);
  if (effect === 'duplicate') await send(app, delivery, sending);
  await note(app, delivery, outcome);
  const { id, event_id, project_id } = delivery;
  const status = outcome.ok ? outcome.status : outcome.reason;
  app.log.info(
    { delivery_id: id, event_id, project_id, status, attempt: delivery.attempts + 1 },
    'callback sent',
  );
}

function send(app: App, delivery: DueDelivery, sending: Sending): Promise<PostOutcome> {
  const isSandbox = app.config.mode === 'sandbox';
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    ...signCallback(
      { id: delivery.event_id, sentAt: wallNow(), body: delivery.payload },
      secretsOf(app, delivery),
    ),
  };
  return guardedPost(
    { url: delivery.url, headers, body: delivery.payload },
    {
      allowLoopback: isSandbox,
      allowHttp: isSandbox,
      timeoutMilliseconds: sending.timeoutMilliseconds,
      allowRanges: app.config.callbackAllow,
    },
  );
}

/**
 * The attempt's line in the log, and what follows from it: delivered, tried again, or given up. The later
 * callbacks of the object wait with it, by their own due date, so that the claim need not pass over them.
 */
async function note(app: App, delivery: DueDelivery, outcome: PostOutcome): Promise<void> {
  const now = app.clock.now();
  const attempts = delivery.attempts + 1;
  const failures = attempts - delivery.attempts_before;
  const firstFailedAt = delivery.first_failed_at?.getTime() ?? now;
  const isDelivered = isAcknowledged(outcome);
  const next = isDelivered ? null : nextAttemptAt({ firstFailedAt, failures, now });
  const status = isDelivered ? 'delivered' : next === null ? 'failed' : 'pending';
  await app.db.query(
    `with noted as (
       insert into delivery_attempts (project_id, delivery_id, attempt, status_code, failure, answer_excerpt,
         milliseconds, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing
     ), done as (
     update deliveries set status = $9, attempts = $3, leased_until = null, next_attempt_at = $10,
       first_failed_at = case when $9 = 'delivered' then first_failed_at else coalesce(first_failed_at, $8) end,
       delivered_at = case when $9 = 'delivered' then $8 end
     where project_id = $1 and id = $2 returning endpoint_id, object_id, seq)
     update deliveries l set next_attempt_at = coalesce($10, $8)
     from done where l.project_id = $1 and l.endpoint_id = done.endpoint_id and l.object_id = done.object_id
       and l.status = 'pending' and l.attempts = 0 and l.seq > done.seq`,
    [
      delivery.project_id,
      delivery.id,
      attempts,
      outcome.ok ? outcome.status : null,
      outcome.ok ? null : `${outcome.reason}: ${outcome.message}`,
      outcome.ok ? outcome.bodyExcerpt : null,
      outcome.milliseconds,
      new Date(now),
      status,
      next === null ? null : new Date(next),
    ],
  );
}
