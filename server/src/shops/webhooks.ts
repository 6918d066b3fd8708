// SQL of shops' webhooks and of what is to be sent to them.

import { DAY, MINUTE } from '../core/clock.ts';
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { lateRows } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';

export interface ShopWebhook {
  readonly project_id: string;
  readonly id: string;
  readonly url: string;
  readonly is_enabled: boolean;
  /** Sends again what was not acknowledged. */
  readonly repeats: boolean;
  /** Null: all. */
  readonly events: readonly string[] | null;
  readonly secret_sealed: string;
}

const COLUMNS = 'project_id, id, url, is_enabled, repeats, events, secret_sealed';

export const findWebhook = (sql: Sql, projectId: string, id: string) =>
  firstRow(
    sql.query<ShopWebhook>(
      `select ${COLUMNS} from shop_webhooks where project_id = $1 and id = $2 and removed_at is null`,
      [projectId, id],
    ),
  );

export const WEBHOOKS_MAX = 50;

export function listWebhooks(sql: Sql, projectId: string): Promise<ShopWebhook[]> {
  return sql.query<ShopWebhook>(
    `select ${COLUMNS} from shop_webhooks where project_id = $1 and removed_at is null order by id limit ${WEBHOOKS_MAX}`,
    [projectId],
  );
}

export interface WebhookUse {
  readonly id: string;
  readonly url: string;
  readonly is_enabled: boolean;
  readonly created_at: Date;
  /** At most `COUNTED_MAX`. */
  readonly waiting: number;
  /** Given up after all attempts, of the newest `COUNTED_MAX`. */
  readonly failed: number;
  /** Of the newest delivery that was answered. Null: none. */
  readonly last_sent_at: Date | null;
  readonly last_type: string | null;
  /** A status of HTTP, or why there is none. */
  readonly last_answer: string | null;
}

/** A busy shop has a million deliveries in a month. */
const COUNTED_MAX = 1000;

/** What shops registered, and how it went. */
export function webhookUses(sql: Sql, projectId: string): Promise<WebhookUse[]> {
  return sql.query<WebhookUse>(
    `select w.id, w.url, w.is_enabled, w.created_at, late.waiting, counts.failed,
       newest.created_at as last_sent_at, newest.type as last_type, newest.last_answer
     from shop_webhooks w
     cross join lateral (
       select count(*)::int as waiting from (
         select 1 from shop_deliveries d
         where d.project_id = w.project_id and d.webhook_id = w.id and d.due_at is not null
         limit ${COUNTED_MAX}) p) late
     cross join lateral (
       select count(*) filter (where r.status = 'failed')::int as failed from (
         select d.status from shop_deliveries d
         where d.project_id = w.project_id and d.webhook_id = w.id
         order by d.seq desc limit ${COUNTED_MAX}) r) counts
     left join lateral (
       select d.created_at, d.type, d.last_answer from (
         select d.seq, d.created_at, d.type, d.last_answer from shop_deliveries d
         where d.project_id = w.project_id and d.webhook_id = w.id
         order by d.seq desc limit ${COUNTED_MAX}) d
       where d.last_answer is not null order by d.seq desc limit 1) newest on true
     where w.project_id = $1 and w.removed_at is null order by w.id limit ${WEBHOOKS_MAX}`,
    [projectId],
  );
}

export async function insertWebhook(sql: Sql, row: ShopWebhook, createdAt: Date): Promise<void> {
  await sql.query(
    `insert into shop_webhooks (project_id, id, url, is_enabled, repeats, events, secret_sealed, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.project_id,
      row.id,
      row.url,
      row.is_enabled,
      row.repeats,
      row.events,
      row.secret_sealed,
      createdAt,
    ],
  );
}

export async function updateWebhook(sql: Sql, row: ShopWebhook): Promise<void> {
  await sql.query(
    `update shop_webhooks set url = $3, is_enabled = $4, repeats = $5, events = $6, secret_sealed = $7
     where project_id = $1 and id = $2 and removed_at is null`,
    [row.project_id, row.id, row.url, row.is_enabled, row.repeats, row.events, row.secret_sealed],
  );
}

/** What is not sent yet is not sent any more. */
export async function removeWebhook(tx: Tx, projectId: string, id: string): Promise<boolean> {
  const rows = await tx.query(
    'update shop_webhooks set removed_at = $3 where project_id = $1 and id = $2 and removed_at is null returning 1',
    [projectId, id, tx.now],
  );
  await tx.query(
    `update shop_deliveries set status = 'failed', due_at = null, last_answer = 'removed'
     where project_id = $1 and webhook_id = $2 and due_at is not null`,
    [projectId, id],
  );
  return rows.length > 0;
}

export const SHOP_WEBHOOKS_WORKER = 'shop-webhooks';

/** One for each webhook that wants the event. */
export async function insertDeliveries(
  tx: Tx,
  projectId: string,
  events: readonly {
    readonly checkoutId: string;
    readonly type: string;
    readonly payload: string;
  }[],
): Promise<void> {
  const rows = await tx.query(
    `insert into shop_deliveries (project_id, id, webhook_id, checkout_id, type, payload, created_at, due_at)
     select $1, gen_random_uuid(), w.id, e.checkout_id, e.type, e.payload, $5, $5
     from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as e(checkout_id, type, payload, n)
     join shop_webhooks w on w.project_id = $1 and w.removed_at is null and w.is_enabled
       and (w.events is null or e.type = any(w.events))
     order by w.id, e.n returning 1`,
    [
      projectId,
      events.map(({ checkoutId }) => checkoutId),
      events.map(({ type }) => type),
      events.map(({ payload }) => payload),
      tx.now,
    ],
  );
  if (rows.length > 0) await notifyWorker(tx, SHOP_WEBHOOKS_WORKER);
}

export interface DueShopDelivery {
  readonly project_id: string;
  readonly id: string;
  readonly webhook_id: string;
  readonly payload: string;
  /** Before this one. */
  readonly attempts: number;
  readonly url: string;
  readonly repeats: boolean;
  readonly secret_sealed: string;
}

/**
 * Only the first pending one of an invoice at a webhook: shops rely on the order. At most `ofStore` of each store.
 * `until`: when the claim ends.
 */
export function claimShopDeliveries(
  tx: Tx,
  { limit, ofStore, until }: { limit: number; ofStore: number; until: Date },
): Promise<DueShopDelivery[]> {
  return tx.query<DueShopDelivery>(
    `with stores as (
       select distinct project_id from shop_webhooks
       where exists (select 1 from shop_deliveries where due_at <= $1)
     ), found as materialized (
       select d.* from stores s cross join lateral (
         select o.project_id, o.id, o.due_at, o.seq from shop_deliveries o
         where o.project_id = s.project_id and o.due_at <= $1 and not exists (
           select 1 from shop_deliveries p where p.project_id = o.project_id and p.webhook_id = o.webhook_id
             and p.checkout_id = o.checkout_id and p.seq < o.seq and p.due_at is not null)
         order by o.due_at, o.seq limit $3) d
       order by d.due_at, d.seq limit $2
     ), due as (
       select d.project_id, d.id, d.attempts from shop_deliveries d
       join found on found.project_id = d.project_id and found.id = d.id
       where d.due_at <= $1 for update of d skip locked)
     update shop_deliveries d set due_at = $4, attempts = d.attempts + 1
     from due, shop_webhooks w
     where d.project_id = due.project_id and d.id = due.id
       and w.project_id = d.project_id and w.id = d.webhook_id
     returning d.project_id, d.id, d.webhook_id, d.payload, due.attempts, w.url, w.repeats, w.secret_sealed`,
    [tx.now, limit, ofStore, until],
  );
}

interface Outcome {
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly dueAt: Date | null;
  /** A status of HTTP, or why there is none. */
  readonly answer: string;
}

export async function noteShopDelivery(
  sql: Sql,
  { project_id: projectId, id }: DueShopDelivery,
  { status, dueAt, answer }: Outcome,
): Promise<void> {
  await sql.query(
    `update shop_deliveries set status = $3, due_at = $4, last_answer = $5
     where project_id = $1 and id = $2 and due_at is not null`,
    [projectId, id, status, dueAt, answer],
  );
}

/** Ended ones. Each repeats the metadata of its invoice. */
export const expiredShopDeliveries = {
  age: () => KEPT_FOR,
  statement: `delete from shop_deliveries where ctid = any(array(
    select ctid from shop_deliveries where due_at is null and created_at < $1 limit $2)) returning 1`,
};

const KEPT_FOR = 31 * DAY;

/** The longest time between two attempts. */
export const REPEATED_AFTER_MAX = 10 * MINUTE;

export const lateShopDeliveries = lateRows({
  table: 'shop_deliveries',
  update: 'update shop_deliveries t set due_at = $1',
  key: ['project_id', 'id'],
  delayMax: REPEATED_AFTER_MAX,
});
