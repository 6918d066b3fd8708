// Shared SQL of invoices: reading, listing, and the only update of an invoice's status.
import type { Page } from '../contract/operation.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import { assertMove, defineStatuses } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import type { UnresolvedContext } from '../projects/project.ts';
import { notifyWorker } from '../workers/worker.ts';

export type InvoiceStatus = 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';

export const invoiceStatuses = defineStatuses<InvoiceStatus>('invoice', {
  new: ['completed', 'unresolved', 'cancelled'],
  // Canceled when a deep reorganization removes all payments.
  unresolved: ['completed', 'refunded', 'cancelled'],
  completed: [],
  refunded: [],
  cancelled: [],
});

export const CONVERTED_VALIDITY = 10 * MINUTE;
export const SAME_CURRENCY_VALIDITY = 120 * MINUTE;
export const CANCEL_AFTER = 14 * DAY;
/** Milliseconds. An invoice can still be paid at the exact time of its expiry. */
export const EXPIRY_CHECK_AFTER = 1;

export interface InvoiceRow {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly subscription_id: string | null;
  readonly checkout_id: string | null;
  /** Of a checkout: the amount of the pay currency with which the checkout is paid within its tolerance. */
  readonly enough_amount: bigint | null;
  readonly status: InvoiceStatus;
  readonly status_context: UnresolvedContext | null;
  readonly network: string;
  readonly address: string;
  readonly tag: number | null;
  readonly price_amount: bigint;
  readonly price_currency: string;
  readonly pay_amount: bigint;
  readonly pay_currency: string;
  readonly fee: bigint;
  readonly fee_percent: string;
  readonly rate: string | null;
  readonly paid_amount: bigint;
  readonly name: string | null;
  readonly description: string | null;
  /** The JSON text as the merchant wrote it. */
  readonly metadata: string | null;
  readonly success_redirect_url: string | null;
  readonly unsuccess_redirect_url: string | null;
  readonly payer_email: string | null;
  /** Seconds, if the merchant chose them. */
  readonly expires_in: number | null;
  /** Of its payment page. Null: the payer's. */
  readonly language: Locale | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly due_at: Date | null;
}

export function isFinal(status: InvoiceStatus): boolean {
  return invoiceStatuses.moves[status].length === 0;
}

export const INVOICE_COLUMNS = `project_id, id, custom_id, customer_id, subscription_id, checkout_id, enough_amount, status, status_context,
  network, address, tag, price_amount, price_currency, pay_amount, pay_currency, fee, fee_percent,
  rate, paid_amount, name, description, coalesce(metadata_text, metadata::text) as metadata,
  success_redirect_url, unsuccess_redirect_url,
  payer_email, expires_in, language, created_at, expires_at, due_at`;

const SELECT = `select ${INVOICE_COLUMNS} from invoices`;

export const findInvoice = (sql: Sql, projectId: string, id: string) =>
  firstRow(sql.query<InvoiceRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]));

export const findInvoiceByCustomId = (sql: Sql, projectId: string, customId: string) =>
  firstRow(
    sql.query<InvoiceRow>(`${SELECT} where project_id = $1 and custom_id = $2`, [
      projectId,
      customId,
    ]),
  );

/** Needs no project, because the ID is unguessable: the hosted page has no project. */
export const findInvoiceById = (sql: Sql, id: string) =>
  firstRow(sql.query<InvoiceRow>(`${SELECT} where id = $1`, [id]));

export interface InvoiceFilter {
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly after: string | null;
  readonly limit: number;
}

/** Newest first. `object_counts` stores the total; with a filter, an index counts the rows. */
export function listInvoices(
  sql: Sql,
  projectId: string,
  { customerId, subscriptionId, after, limit }: InvoiceFilter,
): Promise<Page<InvoiceRow>> {
  return readPage<InvoiceRow>(sql, projectId, {
    table: 'invoices',
    columns: INVOICE_COLUMNS,
    given: { customer_id: customerId, subscription_id: subscriptionId },
    counted: 'invoice',
    after,
    limit,
  });
}

/** Locks in a fixed order, which avoids deadlocks. */
export function lockInvoices(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  return tx.query<InvoiceRow>(
    `select ${INVOICE_COLUMNS} from invoices where project_id = $1 and id = any($2::uuid[]) order by id for update`,
    [projectId, ids],
  );
}

export interface InvoiceChange {
  readonly id: string;
  readonly from: InvoiceStatus;
  readonly from_context: string | null;
  readonly status: InvoiceStatus;
  readonly status_context: string | null;
  readonly paid_amount: bigint;
  readonly price_amount: bigint;
  readonly pay_amount: bigint;
  readonly fee: bigint;
  readonly rate: string | null;
  readonly due_at: Date | null;
}

interface Moved {
  readonly id: string;
  readonly subscription_id: string | null;
  readonly checkout_id: string | null;
}

/**
 * Each change names the expected status; a mismatch under the lock is a bug. Looks up each row by key first: a join
 * planned when there are few invoices would read all of the project's.
 */
export async function updateInvoices(
  tx: Tx,
  { projectId, changes }: { projectId: string; changes: readonly InvoiceChange[] },
): Promise<void> {
  if (changes.length === 0) return;
  for (const change of changes)
    assertMove(invoiceStatuses, { from: change.from, to: change.status });
  const updated = await tx.query<Moved>(
    `update invoices i
     set status = t.status, status_context = t.status_context, paid_amount = t.paid_amount,
       price_amount = t.price_amount, pay_amount = t.pay_amount, fee = t.fee, rate = t.rate, due_at = t.due_at
     from (
       select t.*, f.place
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::numeric[],
         $8::numeric[], $9::numeric[], $10::text[], $11::timestamptz[])
         as t(id, from_status, status, status_context, paid_amount, price_amount, pay_amount, fee, rate, due_at)
       cross join lateral (
         select ctid as place from invoices o where o.project_id = $1 and o.id = t.id offset 0) f) t
     where i.ctid = t.place and i.status = t.from_status
     returning i.id, i.subscription_id, i.checkout_id`,
    [
      projectId,
      ...columnsOf(changes, 'id', 'from', 'status', 'status_context', 'paid_amount'),
      ...columnsOf(changes, 'price_amount', 'pay_amount', 'fee', 'rate', 'due_at'),
    ],
  );
  if (updated.length !== changes.length)
    throw new Error('an invoice is not in the status that was expected');
  const moved = new Set(changes.filter(isMove).map(({ id }) => id));
  const subscriptionIds = updated.flatMap(({ id, subscription_id: of }) =>
    of !== null && moved.has(id) ? [of] : [],
  );
  // What has arrived counts before its invoice changes its status.
  const checkoutIds = updated.flatMap(({ checkout_id: of }) => of ?? []);
  if (subscriptionIds.length > 0 || checkoutIds.length > 0)
    await tx.instance.reactions.invoicesMoved(tx, { projectId, subscriptionIds, checkoutIds });
  const isResolved = ({ from, status }: InvoiceChange) =>
    from === 'unresolved' && status !== 'unresolved';
  const ids = changes.filter(isResolved).map(({ id }) => id);
  if (ids.length > 0) await tx.instance.reactions.objectsResolved(tx, { projectId, ids });
}

function isMove(change: InvoiceChange): boolean {
  return change.from !== change.status || change.from_context !== change.status_context;
}

export const INVOICES_WORKER = 'invoices';

export async function touchInvoices(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx.query('update invoices set due_at = $2 where id = any($1::uuid[])', [ids, now]);
  await notifyWorker(tx, INVOICES_WORKER);
}

/** For an invoice that cannot be recomputed now. */
export async function rescheduleInvoice(
  sql: Sql,
  { projectId, id, dueAt }: { projectId: string; id: string; dueAt: Date },
): Promise<void> {
  await sql.query(
    `update invoices set due_at = $3 where project_id = $1 and id = $2 and due_at is not null`,
    [projectId, id, dueAt],
  );
}

export type Brought = Pick<
  InvoiceRow,
  'status' | 'price_amount' | 'price_currency' | 'paid_amount' | 'pay_currency' | 'payer_email'
>;

/** `of`: the owner's column. Each of these columns has an index. */
export function newestInvoicesOf(
  sql: Sql,
  projectId: string,
  { of, id, limit }: { of: 'customer_id' | 'subscription_id'; id: string; limit: number },
): Promise<Brought[]> {
  return sql.query<Brought>(
    `select status, price_amount, price_currency, paid_amount, pay_currency, payer_email from invoices
     where project_id = $1 and ${of} = $2 order by id desc limit $3`,
    [projectId, id, limit],
  );
}
