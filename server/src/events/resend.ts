// The delivery log and the manual resend.
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { type NewestPage, newestPage, type PageAsked, type Span } from '../db/newest-page.ts';
import { notifyWorker } from '../workers/worker.ts';
import { CALLBACKS_WORKER } from './emit.ts';

export interface DeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly type: string;
  readonly event: string;
  readonly object_id: string;
  readonly url: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
  readonly delivered_at: Date | null;
  readonly created_at: Date;
}

export interface DeliveryFilter extends PageAsked {
  readonly status: DeliveryRow['status'] | null;
  readonly endpointId: string | null;
  readonly objectId: string | null;
  readonly type: string | null;
  readonly event: string | null;
  readonly span: Span;
}

const COLUMNS = `d.id, d.event_id, d.endpoint_id, v.type, v.event, d.object_id, e.url, d.status, d.attempts,
  d.next_attempt_at, d.delivered_at, d.created_at`;
const JOINS = `join events v on v.project_id = d.project_id and v.id = d.event_id
  join callback_endpoints e on e.project_id = d.project_id and e.id = d.endpoint_id`;

/** Newest first. Errors: 404. */
export function pageOfDeliveries(
  app: App,
  projectId: string,
  { status, after, limit, span, ...asked }: DeliveryFilter,
): Promise<NewestPage<DeliveryRow>> {
  // These are few, and have an index of their own.
  const isFailed = status === 'failed';
  return newestPage<DeliveryRow>(app.db, {
    ...{ table: 'deliveries', alias: 'd', projectId, after, limit },
    ...{ columns: COLUMNS, joins: JOINS },
    ...(isFailed && { always: `d.status = 'failed'` }),
    indexed: [[asked.objectId, (place) => `d.object_id = ${place}`]],
    filters: [
      [isFailed ? null : status, (place) => `d.status = ${place}`],
      [asked.endpointId, (place) => `d.endpoint_id = ${place}`],
      [asked.type, (place) => `v.type = ${place}`],
      [asked.event, (place) => `v.event = ${place}`],
    ],
    span: { ...span, column: 'created_at' },
  });
}

export interface AttemptRow {
  readonly attempt: number;
  readonly status_code: number | null;
  readonly failure: string | null;
  readonly answer_excerpt: string | null;
  readonly milliseconds: number;
  readonly created_at: Date;
}

const ATTEMPTS_MAX = 1000;

export interface ShownDelivery extends DeliveryRow {
  readonly payload: string;
  readonly attempts_made: readonly AttemptRow[];
}

/** What was sent and what came back, oldest attempt first. Errors: 404. */
export async function showDelivery(
  app: App,
  projectId: string,
  id: string,
): Promise<ShownDelivery> {
  const [row] = await app.db.query<DeliveryRow & { payload: string }>(
    `select ${COLUMNS}, v.payload from deliveries d ${JOINS} where d.project_id = $1 and d.id = $2`,
    [projectId, id],
  );
  if (row === undefined) throw notFound();
  const attempts = await app.db.query<AttemptRow>(
    `select attempt, status_code, failure, answer_excerpt, milliseconds, created_at
     from delivery_attempts where project_id = $1 and delivery_id = $2 order by attempt limit ${ATTEMPTS_MAX}`,
    [projectId, id],
  );
  return { ...row, attempts_made: attempts };
}

/**
 * Sends a callback once more, now, whatever became of it before; with the same event id. One that is undelivered keeps
 * its place behind the earlier ones of its object. Errors: 404.
 */
export async function resendDelivery(app: App, projectId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    `update deliveries set status = 'pending', next_attempt_at = $3, first_failed_at = null,
       attempts_before = attempts, waits = waits and status = 'pending'
     where project_id = $1 and id = $2 returning 1`,
    [projectId, id, new Date(app.clock.now())],
  );
  if (rows.length === 0) throw notFound();
  await notifyWorker(app.db, CALLBACKS_WORKER);
}

const RESENT_MAX = 1000;
/** A count that would take long tells no more than that. */
const LEFT_MAX = 10_000;

export interface FailedFilter {
  readonly endpointId: string | null;
  readonly from: Date | null;
}

const FAILED = `project_id = $1 and status = 'failed' and ($2::uuid is null or endpoint_id = $2)
  and ($3::timestamptz is null or created_at >= $3)`;

/** The same of what was given up, oldest first, at most a thousand: how many, and how many are left (up to 10,000). */
export async function resendFailed(
  app: App,
  projectId: string,
  { endpointId, from }: FailedFilter,
): Promise<{ resent: number; left: number }> {
  const asked = [projectId, endpointId, from];
  const rows = await app.db.query(RESEND_FAILED, [...asked, new Date(app.clock.now())]);
  if (rows.length > 0) await notifyWorker(app.db, CALLBACKS_WORKER);
  const [counted] = await app.db.query<{ left: number }>(
    `select count(*)::int as left from (select 1 from deliveries where ${FAILED} limit ${LEFT_MAX}) found`,
    asked,
  );
  return { resent: rows.length, left: counted?.left ?? 0 };
}

/** Of each object the first goes, and calls the next when it has ended (note-attempts.ts). */
const RESEND_FAILED = `
with chosen as (
  select id, endpoint_id, object_id, seq from deliveries where ${FAILED} order by id limit ${RESENT_MAX}),
placed as (
  select id, row_number() over (partition by endpoint_id, object_id order by seq) > 1 as waits from chosen)
update deliveries d set status = 'pending', next_attempt_at = $4, first_failed_at = null,
  attempts_before = attempts, waits = p.waits
from placed p where d.project_id = $1 and d.id = p.id and d.status = 'failed' returning 1`;

/** A test callback to one endpoint, marked as such. The delivery's id. */
export async function sendTestCallback(
  app: App,
  projectId: string,
  endpointId: string,
): Promise<string> {
  const id = newId(app.clock, app.random);
  const eventId = newId(app.clock, app.random);
  const now = new Date(app.clock.now());
  const event = {
    type: 'Invoice',
    event: 'test',
    data: { id: eventId, message: 'This is a test callback. It is about no invoice.' },
  };
  await app.db.transaction(async (tx) => {
    await tx.query(
      `insert into events (project_id, id, type, event, object_id, payload, created_at)
       values ($1, $2, $3, $4, $2, $5, $6)`,
      [projectId, eventId, event.type, event.event, JSON.stringify(event), now],
    );
    await tx.query(
      `insert into deliveries (project_id, id, event_id, endpoint_id, object_id, status, next_attempt_at, created_at)
       values ($1, $2, $3, $4, $3, 'pending', $5, $5)`,
      [projectId, id, eventId, endpointId, now],
    );
    await notifyWorker(tx, CALLBACKS_WORKER);
  });
  return id;
}
