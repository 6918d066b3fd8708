// The delivery log, and resending callbacks manually.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { ListOrder } from '../db/list-order.ts';
import { type NewestPage, newestPage, type PageRequest, type Span } from '../db/newest-page.ts';
import { lockLedger } from '../ledger/post.ts';
import { notifyWorker } from '../workers/worker.ts';
import { type CompactedDelivery, compactedDelivery, restoreDelivery } from './compacted-batches.ts';
import { compactedDeliveries } from './compacted-pages.ts';
import type { WholeAttempt } from './complete-callbacks.ts';
import { CALLBACKS_WORKER } from './emit.ts';
import { listEndpoints } from './endpoints.ts';

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

export interface DeliveryFilter extends PageRequest {
  readonly status: DeliveryRow['status'] | null;
  readonly endpointId: string | null;
  readonly objectId: string | null;
  readonly type: string | null;
  readonly event: string | null;
  /** Oldest first only for those that are never compacted: failed and pending ones. */
  readonly order?: ListOrder;
  readonly span: Span;
}

const COLUMNS = `d.id, d.event_id, d.endpoint_id, v.type, v.event, d.object_id, e.url, d.status, d.attempts,
  d.next_attempt_at, d.delivered_at, d.created_at`;
/** The limits force a lookup per row, in row order, so that a page looks up only the rows it shows. */
const JOINS = `cross join lateral (select type, event, payload from events o
    where o.project_id = d.project_id and o.id = d.event_id limit 1) v
  cross join lateral (select url from callback_endpoints o
    where o.project_id = d.project_id and o.id = d.endpoint_id limit 1) e`;

/** 404 when `after` is not a delivery of the project. */
export async function pageOfDeliveries(
  app: App,
  projectId: string,
  requested: DeliveryFilter,
): Promise<NewestPage<DeliveryRow>> {
  const isPlaceKnown = await isCompacted(app, projectId, requested.after);
  const rows = await pageOfRows(app, projectId, { ...requested, isPlaceKnown });
  // Only delivered callbacks are compacted. Rows are read before packs: a callback compacted in the meantime is read
  // twice, never missed.
  if (requested.status !== null && requested.status !== 'delivered') return rows;
  return withCompacted(app, projectId, { requested, rows });
}

/** Lower than elsewhere, because each row needs a lookup of its type. */
export const LOG_SLICE = 1000;

function pageOfRows(
  app: App,
  projectId: string,
  {
    status,
    after,
    limit,
    span,
    isPlaceKnown,
    ...requested
  }: DeliveryFilter & { isPlaceKnown: boolean },
): Promise<NewestPage<DeliveryRow>> {
  // Failed deliveries are few and have their own index.
  const isFailed = status === 'failed';
  return newestPage<DeliveryRow>(app.db, {
    table: 'deliveries',
    alias: 'd',
    projectId,
    after,
    limit,
    order: requested.order ?? null,
    isPlaceKnown,
    columns: COLUMNS,
    joins: JOINS,
    ...(isFailed && { always: `d.status = 'failed'` }),
    slice: LOG_SLICE,
    indexed: [[requested.objectId, (place) => `d.object_id = ${place}`]],
    filters: [
      [isFailed ? null : status, (place) => `d.status = ${place}`],
      [requested.endpointId, (place) => `d.endpoint_id = ${place}`],
      [requested.type, (place) => `v.type = ${place}`],
      [requested.event, (place) => `v.event = ${place}`],
    ],
    span: { ...span, column: 'created_at' },
  });
}

async function isCompacted(app: App, projectId: string, id: string | null): Promise<boolean> {
  if (id === null) return false;
  const rows = await app.db.query('select 1 from deliveries where project_id = $1 and id = $2', [
    projectId,
    id,
  ]);
  return rows.length === 0 && (await compactedDelivery(app.db, projectId, id)) !== null;
}

async function withCompacted(
  app: App,
  projectId: string,
  { requested, rows }: { requested: DeliveryFilter; rows: NewestPage<DeliveryRow> },
): Promise<NewestPage<DeliveryRow>> {
  const { limit } = requested;
  const urls = new Map((await listEndpoints(app, projectId)).map(({ id, url }) => [id, url]));
  const isWanted = isOneOf(requested);
  const batches = await compactedDeliveries(app.db, projectId, {
    ...requested,
    downTo: rows.next,
    enough: limit + 1,
    isWanted: (compacted) => isWanted(shownCompacted(compacted, urls)),
  });
  const shown = batches.rows.map((compacted) => shownCompacted(compacted, urls));
  const byId = new Map([...shown, ...rows.rows].map((row) => [row.id, row]));
  const [edge = null] = [rows.next, batches.edge]
    .filter((id) => id !== null)
    .sort()
    .reverse();
  const all = [...byId.values()]
    .filter(({ id }) => edge === null || id >= edge)
    .sort((one, other) => (one.id < other.id ? 1 : -1));
  if (all.length > limit) return { rows: all.slice(0, limit), next: all[limit - 1]?.id ?? null };
  return { rows: all, next: edge };
}

function isOneOf({ endpointId, objectId, type, event, span }: DeliveryFilter) {
  const is = (value: string | null, other: string) => value === null || value === other;
  return (row: DeliveryRow) =>
    is(endpointId, row.endpoint_id) &&
    is(objectId, row.object_id) &&
    is(type, row.type) &&
    is(event, row.event) &&
    (span.from === null || row.created_at >= span.from) &&
    (span.to === null || row.created_at <= span.to);
}

function shownCompacted(
  { callback, delivery }: CompactedDelivery,
  urls: ReadonlyMap<string, string>,
): DeliveryRow {
  const { type, event } = callback;
  const { id, event_id, endpoint_id, object_id, attempts, delivered_at, created_at } = delivery;
  return {
    id,
    event_id,
    endpoint_id,
    type,
    event,
    object_id,
    attempts,
    delivered_at,
    created_at,
    url: defined(urls.get(endpoint_id), 'endpoints stay'),
    status: 'delivered',
    next_attempt_at: null,
  };
}

const ATTEMPTS_MAX = 1000;

export interface ShownDelivery extends DeliveryRow {
  readonly payload: string;
  readonly attempts_made: readonly WholeAttempt[];
}

/** Oldest attempt first. 404 for an unknown delivery. */
export async function showDelivery(
  app: App,
  projectId: string,
  id: string,
): Promise<ShownDelivery> {
  const [row] = await app.db.query<DeliveryRow & { payload: string }>(
    `select ${COLUMNS}, v.payload from deliveries d ${JOINS} where d.project_id = $1 and d.id = $2`,
    [projectId, id],
  );
  if (row === undefined) return showCompacted(app, projectId, id);
  const attempts = await app.db.query<WholeAttempt>(
    `select attempt, status_code, failure, answer_excerpt, milliseconds, created_at
     from delivery_attempts where project_id = $1 and delivery_id = $2 order by attempt limit ${ATTEMPTS_MAX}`,
    [projectId, id],
  );
  return { ...row, attempts_made: attempts };
}

async function showCompacted(app: App, projectId: string, id: string): Promise<ShownDelivery> {
  const compacted = await compactedDelivery(app.db, projectId, id);
  if (compacted === null) throw notFound();
  const urls = new Map((await listEndpoints(app, projectId)).map((one) => [one.id, one.url]));
  const { payload } = compacted.callback;
  return { ...shownCompacted(compacted, urls), payload, attempts_made: compacted.delivery.made };
}

/** An undelivered callback keeps its place behind the earlier ones of its object. 404 for an unknown delivery. */
export async function resendDelivery(app: App, projectId: string, id: string): Promise<void> {
  const values = [projectId, id, new Date(app.clock.now())];
  const rows = await app.db.query(RESEND, values);
  const isSent = rows.length > 0 || (await resendCompacted(app, values, { projectId, id }));
  if (!isSent) throw notFound();
  await notifyWorker(app.db, CALLBACKS_WORKER);
}

const RESEND = `
update deliveries set status = 'pending', next_attempt_at = $3, first_failed_at = null, attempts_before = attempts,
  waits = waits and status = 'pending'
where project_id = $1 and id = $2 returning 1`;

/** Restores the row of a compacted callback. Another process may have done so already. */
function resendCompacted(
  app: App,
  values: readonly unknown[],
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await restoreDelivery(tx, projectId, id);
    return (await tx.query(RESEND, values)).length > 0;
  });
}

const RESENT_MAX = 1000;
/** Counting stops here, because a full count would be slow. */
const LEFT_MAX = 10_000;

export interface FailedFilter {
  readonly endpointId: string | null;
  readonly from: Date | null;
}

const FAILED = `project_id = $1 and status = 'failed' and ($2::uuid is null or endpoint_id = $2)
  and ($3::timestamptz is null or created_at >= $3)`;

/** Oldest first, at most a thousand. Returns how many were resent, and how many remain (up to 10,000). */
export async function resendFailed(
  app: App,
  projectId: string,
  { endpointId, from }: FailedFilter,
): Promise<{ resent: number; left: number }> {
  const requested = [projectId, endpointId, from];
  const rows = await app.db.query(RESEND_FAILED, [...requested, new Date(app.clock.now())]);
  if (rows.length > 0) await notifyWorker(app.db, CALLBACKS_WORKER);
  const [counted] = await app.db.query<{ left: number }>(
    `select count(*)::int as left from (select 1 from deliveries where ${FAILED} limit ${LEFT_MAX}) found`,
    requested,
  );
  return { resent: rows.length, left: counted?.left ?? 0 };
}

/** The first callback of each object is sent; its end triggers the next one (note-attempts.ts). */
const RESEND_FAILED = `
with chosen as (
  select id, endpoint_id, object_id, seq from deliveries where ${FAILED} order by id limit ${RESENT_MAX}),
placed as (
  select id, row_number() over (partition by endpoint_id, object_id order by seq) > 1 as waits from chosen)
update deliveries d set status = 'pending', next_attempt_at = $4, first_failed_at = null,
  attempts_before = attempts, waits = p.waits
from placed p where d.project_id = $1 and d.id = p.id and d.status = 'failed' returning 1`;

/** Marks the callback as a test. Returns the delivery's id. */
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
    data: { id: eventId, message: 'This is a test callback. It does not belong to an invoice.' },
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
