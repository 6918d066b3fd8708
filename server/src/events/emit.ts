// The outbox: an event is stored with the object exactly as sent, plus one delivery per endpoint, in the transaction
// of the change.

import type { CallbackBody } from '../contract/callback-events.ts';
import { stringify } from '../core/json-text.ts';
import { type Change, type ChangedType, payloadOf, WAKE_CHANNEL } from '../db/changed.ts';
import { columnsOf } from '../db/columns.ts';
import type { Tx } from '../db/tx.ts';

/** Types and events of wire.md (e); `data` is the object as the API shows it at that time. */
export type NewEvent = CallbackBody & { readonly objectId: string };

export type ProjectEvent = NewEvent & { readonly projectId: string };

export const CALLBACKS_WORKER = 'callbacks';

/**
 * Derived from event and endpoint, because random ids from the database cost more than the rest of the row (15 of 40
 * µs). Starts with the timestamp of the event's id, which keeps the index compact.
 */
const DELIVERY_ID = `overlay(left(encode(sha256(convert_to(i.id::text || e.id::text, 'UTF8')), 'hex'), 32)
  placing left(replace(i.id::text, '-', ''), 13) from 1)::uuid`;

/**
 * The last undelivered callback of each object, for each endpoint. Its row is locked until this transaction ends: a
 * delivery that finishes in the meantime must find the new callback behind it (note-attempts.ts), and one that
 * finished earlier is visible here. Locked in key order, like the recording of attempts, because the two could
 * deadlock.
 */
const LAST_DELIVERIES = `select l.project_id, l.endpoint_id, l.object_id, held.status from (
    select i.project_id, e.id as endpoint_id, i.object_id, o.id
    from input i join callback_endpoints e on e.project_id = i.project_id and e.is_enabled
    cross join lateral (
      select o.id from deliveries o
      where o.project_id = i.project_id and o.endpoint_id = e.id and o.object_id = i.object_id and o.status = 'pending'
      order by o.seq desc limit 1) o
    where i.is_first order by i.project_id, o.id) l
  cross join lateral (
    select d.status from deliveries d where d.project_id = l.project_id and d.id = l.id for share) held`;

const WAITS = `exists (select 1 from last l
  where l.project_id = i.project_id and l.endpoint_id = e.id and l.object_id = i.object_id and l.status = 'pending')`;

/** The caller holds the ledger lock, which preserves the order per object. */
export async function emit(tx: Tx, projectId: string, events: readonly NewEvent[]): Promise<void> {
  await emitAcross(
    tx,
    events.map((event) => ({ ...event, projectId })),
  );
}

/** The caller holds the locks of all projects. */
export async function emitAcross(tx: Tx, events: readonly ProjectEvent[]): Promise<void> {
  if (events.length === 0) return;
  tx.instance.traces?.about(events.map(({ objectId }) => objectId));
  const payloads = events.map(bodyOf);
  await tx.query(EMIT, [
    events.map((item) => item.projectId),
    events.map(() => tx.newId()),
    ...columnsOf(events, 'type', 'event', 'objectId'),
    payloads,
    tx.now,
    ...notices(events),
  ]);
}

/** As it is sent. */
export function bodyOf({ type, event, data }: NewEvent): string {
  return stringify({ type, event, data });
}

/**
 * Stores the events of `from`, rows (project_id, id, type, event, object_id, payload, n), as the CTEs `stored` and
 * `ordered`. `notified` has to be selected.
 */
export const emitCtes = ({ from, now }: { readonly from: string; readonly now: string }) => `
input as (
  select *, n = min(n) over (partition by project_id, object_id) as is_first from ${from}
), last as materialized (${LAST_DELIVERIES}
), stored as (
  insert into events (project_id, id, type, event, object_id, payload, created_at)
  select project_id, id, type, event, object_id, payload, ${now} from input order by n
  returning id
), ordered as (
  insert into deliveries (project_id, id, event_id, endpoint_id, object_id, status, waits, next_attempt_at,
    created_at)
  select i.project_id, ${DELIVERY_ID}, i.id, e.id, i.object_id, 'pending', not i.is_first or ${WAITS}, ${now}, ${now}
  from input i join callback_endpoints e on e.project_id = i.project_id and e.is_enabled
  order by i.n, e.id
  returning 1
)`;

/** Wakes the deliveries and updates screens. The parameters are those of `notices`, the first number is `n`. */
export const notified = (n: number) => `
(select count(pg_notify($${n}, channel)) from (
   select $${n + 1}::text as channel where exists (select 1 from ordered) union all select $${n + 2}::text) t)`;

export function notices(events: readonly ProjectEvent[]): readonly string[] {
  return [WAKE_CHANNEL, CALLBACKS_WORKER, payloadOf(events.map(changeOf))];
}

const EMIT = `with ${emitCtes({
  from: `unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::text[])
    with ordinality as t(project_id, id, type, event, object_id, payload, n)`,
  now: '$7::timestamptz',
})}
select (select count(*) from stored), ${notified(8)}`;

const changed = {
  Invoice: 'invoice',
  ChannelPayment: 'channel_payment',
  CoinDeposit: 'deposit',
  CoinWithdrawal: 'withdrawal',
  Subscription: 'subscription',
  Checkout: 'checkout',
  // Screens show it with its invoice.
  RefundClaim: 'invoice',
} as const satisfies Readonly<Record<NewEvent['type'], ChangedType>>;

function changeOf({ projectId, type, objectId, data }: ProjectEvent): Change {
  const id = type === 'RefundClaim' ? data.invoice_id : objectId;
  return { projectId, type: changed[type], id };
}
