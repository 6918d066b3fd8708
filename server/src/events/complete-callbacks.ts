// Complete callbacks: each event with its deliveries and their attempts, for compaction, archive and purge. Read in
// batches of one project, ordered by id, which rises with time.
import type { App } from '../app.ts';
import { SECOND } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { SqlTx } from '../db/database.ts';
import { firstId, timeOfId } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';

/** More than a batch contains: an event has one delivery per endpoint, a delivery about a dozen attempts. */
const ROWS_MAX = 1_000_000;

export interface WholeEvent {
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly event: string;
  readonly object_id: string;
  readonly created_at: Date;
  /** The bytes that were sent. */
  readonly payload: string;
}

export interface WholeAttempt {
  readonly attempt: number;
  readonly status_code: number | null;
  readonly failure: string | null;
  readonly answer_excerpt: string | null;
  readonly milliseconds: number;
  readonly created_at: Date;
}

interface DeliveryRow {
  readonly id: string;
  readonly seq: number;
  readonly event_id: string;
  readonly endpoint_id: string;
  readonly object_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly attempts_before: number;
  readonly first_failed_at: Date | null;
  readonly created_at: Date;
  readonly delivered_at: Date | null;
}

export interface WholeDelivery extends DeliveryRow {
  readonly made: readonly WholeAttempt[];
}

export interface WholeCallback extends WholeEvent {
  readonly deliveries: readonly WholeDelivery[];
}

export type Batch = readonly [WholeCallback, ...WholeCallback[]];

export interface BatchRequest {
  readonly projectId: string;
  readonly after: string;
  readonly beforeId: string;
  readonly before: Date;
  readonly most: number;
}

export function readBatch({ db }: App, requested: BatchRequest): Promise<WholeCallback[]> {
  // The planner settings of transactions prevent a scan of a whole table, even a small one.
  return db.transaction((tx) => readRows(tx, requested));
}

async function readRows(sql: SqlTx, requested: BatchRequest): Promise<WholeCallback[]> {
  const { projectId, after, beforeId, before, most } = requested;
  const events = await sql.query<WholeEvent>(
    `select id, seq, type, event, object_id, created_at, payload from events
     where project_id = $1 and id > $2 and id < $3 and created_at < $4 order by id limit $5`,
    // Ids rise with time, so newer rows are not even read.
    [projectId, after, lesser(beforeId, firstId(before.getTime() + SECOND)), before, most],
  );
  const [first] = events;
  const last = events.at(-1);
  if (first === undefined || last === undefined) return [];
  // A delivery's id starts with the time of its event (emit.ts), or slightly earlier for a test callback.
  const span = [firstId(timeOfId(first.id) - SECOND), firstId(timeOfId(last.id) + SECOND)] as const;
  const deliveries = await sql.query<DeliveryRow>(
    `select id, seq, event_id, endpoint_id, object_id, status, attempts, attempts_before, first_failed_at, created_at,
       delivered_at from deliveries
     where project_id = $1 and id >= $2 and id < $3 and event_id = any($4::uuid[]) order by id limit ${ROWS_MAX}`,
    [projectId, ...span, events.map(({ id }) => id)],
  );
  const attempts = await sql.query<WholeAttempt & { delivery_id: string }>(
    `select delivery_id, attempt, status_code, failure, answer_excerpt, milliseconds, created_at
     from delivery_attempts
     where project_id = $1 and delivery_id >= $2 and delivery_id < $3 and delivery_id = any($4::uuid[])
     order by delivery_id, attempt limit ${ROWS_MAX}`,
    [projectId, ...span, deliveries.map(({ id }) => id)],
  );
  const rowsOf = groupBy(attempts, ({ delivery_id: id }) => id);
  const made = (id: string) => (rowsOf.get(id) ?? []).map(({ delivery_id: _, ...row }) => row);
  const ofEvent = groupBy(
    deliveries.map((delivery) => ({ ...delivery, made: made(delivery.id) })),
    ({ event_id: id }) => id,
  );
  return events.map((event) => ({ ...event, deliveries: ofEvent.get(event.id) ?? [] }));
}

const lesser = (one: string, other: string) => (one < other ? one : other);

/** Returns the unchanged callbacks. Locks their deliveries until the transaction ends. */
export async function holdAsRead(
  tx: Tx,
  projectId: string,
  batch: readonly WholeCallback[],
): Promise<readonly WholeCallback[]> {
  const held = await tx.query<Pick<DeliveryRow, 'id' | 'status' | 'attempts'>>(
    `select id, status, attempts from deliveries where project_id = $1 and id = any($2::uuid[])
     order by id limit ${ROWS_MAX} for update`,
    [projectId, batch.flatMap(({ deliveries }) => deliveries.map(({ id }) => id))],
  );
  const now = new Map(held.map((row) => [row.id, row]));
  return batch.filter(({ deliveries }) =>
    deliveries.every(
      ({ id, status, attempts }) =>
        now.get(id)?.status === status && now.get(id)?.attempts === attempts,
    ),
  );
}

/** The caller has locked the rows. The database rejects recent rows that are not compacted. */
export async function removeRows(
  tx: Tx,
  projectId: string,
  batch: readonly WholeCallback[],
): Promise<number> {
  const deliveries = batch.flatMap((callback) => callback.deliveries.map(({ id }) => id));
  const events = batch.map(({ id }) => id);
  await tx.query(REMOVE_ATTEMPTS, [projectId, deliveries]);
  await tx.query(REMOVE_DELIVERIES, [projectId, deliveries]);
  return (await tx.query(REMOVE_EVENTS, [projectId, events])).length;
}

const REMOVE_ATTEMPTS =
  'delete from delivery_attempts where project_id = $1 and delivery_id = any($2::uuid[])';
const REMOVE_DELIVERIES = 'delete from deliveries where project_id = $1 and id = any($2::uuid[])';
const REMOVE_EVENTS =
  'delete from events where project_id = $1 and id = any($2::uuid[]) returning 1';

/** The caller holds the ledger lock, as when storing an event. */
export async function restoreRows(
  tx: Tx,
  projectId: string,
  callback: WholeCallback,
): Promise<void> {
  const attempts = callback.deliveries.flatMap(({ id, made }) =>
    made.map((attempt) => ({ ...attempt, delivery_id: id })),
  );
  await tx.query(RESTORE_EVENT, [projectId, JSON.stringify([callback])]);
  await tx.query(RESTORE_DELIVERIES, [projectId, JSON.stringify(callback.deliveries)]);
  await tx.query(RESTORE_ATTEMPTS, [projectId, JSON.stringify(attempts)]);
}

const RESTORE_EVENT = `
insert into events (project_id, id, seq, type, event, object_id, payload, created_at) overriding system value
select $1, id, seq, type, event, object_id, payload, created_at
from jsonb_to_recordset($2::jsonb) as t(id uuid, seq bigint, type text, event text, object_id uuid, payload text,
  created_at timestamptz)`;
const RESTORE_DELIVERIES = `
insert into deliveries (project_id, id, seq, event_id, endpoint_id, object_id, status, attempts, attempts_before,
  first_failed_at, created_at, delivered_at) overriding system value
select $1, id, seq, event_id, endpoint_id, object_id, status, attempts, attempts_before, first_failed_at, created_at,
  delivered_at
from jsonb_to_recordset($2::jsonb) as t(id uuid, seq bigint, event_id uuid, endpoint_id uuid, object_id uuid,
  status text, attempts int, attempts_before int, first_failed_at timestamptz, created_at timestamptz, delivered_at timestamptz)`;
const RESTORE_ATTEMPTS = `
insert into delivery_attempts (project_id, delivery_id, attempt, status_code, failure, answer_excerpt, milliseconds,
  created_at)
select $1, delivery_id, attempt, status_code, failure, answer_excerpt, milliseconds, created_at
from jsonb_to_recordset($2::jsonb) as t(delivery_id uuid, attempt int, status_code int, failure text,
  answer_excerpt text, milliseconds int, created_at timestamptz)`;
