// SQL of what shops asked for at their checkouts.
import { firstRow, type Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import type { Mark } from './status.ts';

/** `checkout` and `receipt` of an invoice, as they are answered. */
export interface InvoiceOptions {
  readonly checkout: Readonly<Record<string, unknown>>;
  readonly receipt: Readonly<Record<string, unknown>>;
}

export interface ShopInvoice {
  readonly project_id: string;
  readonly checkout_id: string;
  /** As the shop wrote it. */
  readonly metadata_text: string;
  readonly order_id: string | null;
  readonly options: InvoiceOptions;
  readonly is_archived: boolean;
  readonly marked: Mark;
  /** Payments that were told, by id: 1 when seen, 2 when settled. */
  readonly told: Readonly<Record<string, 1 | 2>>;
}

const COLUMNS = `project_id, checkout_id, metadata_text, order_id, options, is_archived, marked, told`;

export const findShopInvoice = (sql: Sql, projectId: string, checkoutId: string) =>
  firstRow(
    sql.query<ShopInvoice>(
      `select ${COLUMNS} from shop_invoices where project_id = $1 and checkout_id = $2`,
      [projectId, checkoutId],
    ),
  );

export async function insertShopInvoice(
  tx: Tx,
  row: Pick<ShopInvoice, 'project_id' | 'checkout_id' | 'metadata_text' | 'order_id' | 'options'>,
): Promise<void> {
  await tx.query(
    `insert into shop_invoices (project_id, checkout_id, metadata_text, order_id, options)
     values ($1, $2, $3, $4, $5)`,
    [row.project_id, row.checkout_id, row.metadata_text, row.order_id, JSON.stringify(row.options)],
  );
}

type Changeable = 'metadata_text' | 'order_id' | 'is_archived' | 'marked' | 'told';

export async function updateShopInvoice(
  tx: Tx,
  row: Pick<ShopInvoice, 'project_id' | 'checkout_id' | Changeable>,
): Promise<void> {
  await tx.query(
    `update shop_invoices set metadata_text = $3, order_id = $4, is_archived = $5, marked = $6, told = $7
     where project_id = $1 and checkout_id = $2`,
    [
      row.project_id,
      row.checkout_id,
      row.metadata_text,
      row.order_id,
      row.is_archived,
      row.marked,
      JSON.stringify(row.told),
    ],
  );
}

export async function updateTold(
  tx: Tx,
  projectId: string,
  rows: readonly Pick<ShopInvoice, 'checkout_id' | 'told'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `update shop_invoices s set told = t.told
     from unnest($2::uuid[], $3::jsonb[]) as t(checkout_id, told)
     where s.project_id = $1 and s.checkout_id = t.checkout_id`,
    [projectId, rows.map((row) => row.checkout_id), rows.map((row) => JSON.stringify(row.told))],
  );
}

export interface ListRequest {
  readonly projectId: string;
  readonly orderIds: readonly string[];
  /** Lower case. */
  readonly statuses: readonly string[];
  readonly text: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly isArchivedToo: boolean;
  readonly take: number;
  readonly skip: number;
}

/** Newest first: the checkouts. `case`: as `shownStatus` decides. */
export async function listShopInvoices(sql: Sql, wanted: ListRequest): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select c.id from checkouts c
     join shop_invoices s on s.project_id = c.project_id and s.checkout_id = c.id
     where c.project_id = $1 and (cardinality($2::text[]) = 0 or s.order_id = any($2::text[]))
       and (cardinality($3::text[]) = 0 or case
         when s.marked is not null then s.marked
         when c.status = 'completed' then 'settled' when c.status = 'cancelled' then 'invalid'
         when c.status = 'processing' or c.status_context = 'illicit_resource' then 'processing'
         when c.status = 'open' then 'new' else 'expired' end = any($3::text[]))
       and ($4::text is null or s.order_id = $4 or c.id::text = $4)
       and ($5::timestamptz is null or c.created_at >= $5)
       and ($6::timestamptz is null or c.created_at <= $6)
       and ($7::boolean or not s.is_archived)
     order by c.id desc limit $8 offset $9`,
    [
      wanted.projectId,
      wanted.orderIds,
      wanted.statuses,
      wanted.text,
      wanted.from,
      wanted.to,
      wanted.isArchivedToo,
      wanted.take,
      wanted.skip,
    ],
  );
  return rows.map(({ id }) => id);
}

export function shopInvoicesOf(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<ShopInvoice[]> {
  return sql.query<ShopInvoice>(
    `select ${COLUMNS} from shop_invoices where project_id = $1 and checkout_id = any($2::uuid[])`,
    [projectId, ids],
  );
}

/** The completed ones whose order is among these. Newest first. */
export async function checkoutsOfOrders(
  sql: Sql,
  projectId: string,
  orders: readonly string[],
): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select c.id from shop_invoices s
     join checkouts c on c.project_id = s.project_id and c.id = s.checkout_id
     where s.project_id = $1 and s.order_id = any($2::text[]) and c.status = 'completed'
     order by c.id desc limit 10`,
    [projectId, orders],
  );
  return rows.map(({ id }) => id);
}
