// SQL of checkouts: reading, listing, inserting, and the only update.
import type { Static } from 'typebox';
import type { CheckoutItem } from '../contract/objects/checkouts.ts';
import type { Page } from '../contract/operation.ts';
import type { Locale } from '../core/languages.ts';
import { assertMove, defineStatuses } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import { firstRow, type Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from '../invoices/store-invoices.ts';
import { RESCHEDULED_FOR } from '../workers/apart.ts';
import { lateInSlices } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';
import type { CheckoutContext, CheckoutStatus } from './decide-checkout.ts';

export const lateCheckouts = lateInSlices({
  table: 'checkouts',
  update: 'update checkouts t set due_at = $1',
  key: ['project_id', 'id'],
  isRight: 't.due_at = t.expires_at',
  delayMax: RESCHEDULED_FOR,
});

const checkoutStatuses = defineStatuses<CheckoutStatus>('checkout', {
  open: ['processing', 'completed', 'expired', 'cancelled'],
  // Back when a payment leaves the chain before it is confirmed.
  processing: ['open', 'completed', 'expired'],
  // A payment that was sent in time, or a late one that is accepted.
  expired: ['processing', 'completed'],
  completed: [],
  cancelled: [],
});

/** As the API shows it. */
export type StoredItem = Static<typeof CheckoutItem>;

export interface CheckoutRow {
  readonly project_id: string;
  readonly id: string;
  /** The link whose page made it. Null: the merchant created it. */
  readonly payment_link_id: string | null;
  /** Where it was sold. Null: not at a point of sale. */
  readonly terminal_id: string | null;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly status: CheckoutStatus;
  readonly status_context: CheckoutContext | null;
  readonly price_amount: bigint;
  readonly price_currency: string;
  /** Codes of coins. */
  readonly coins: readonly string[];
  readonly name: string | null;
  readonly description: string | null;
  /** The JSON text as the merchant wrote it. */
  readonly metadata_text: string | null;
  readonly items: readonly StoredItem[];
  /** The unit in which the price was written (coins/price-unit.ts). Null: the currency itself. */
  readonly price_unit: string | null;
  readonly payer_email: string | null;
  readonly payer_email_required: boolean;
  readonly receipt: boolean;
  readonly redirect_automatically: boolean;
  readonly min_confirmations: number | null;
  readonly language: Locale | null;
  /** Of the page where the payer chose a coin, for emails where the merchant set none. */
  readonly payer_language: Locale | null;
  readonly success_redirect_url: string | null;
  readonly unsuccess_redirect_url: string | null;
  readonly quote_seconds: number;
  readonly tolerance_percent: string;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly completed_at: Date | null;
  /** How many payments `payment_received` was sent for. */
  readonly payments_reported: number;
}

export const CHECKOUT_COLUMNS = `project_id, id, payment_link_id, terminal_id, custom_id, customer_id, status, status_context, price_amount, price_currency,
  coins, name, description, metadata_text, items, price_unit, payer_email, payer_email_required, receipt,
  redirect_automatically, min_confirmations, language, payer_language, success_redirect_url,
  unsuccess_redirect_url, quote_seconds, tolerance_percent::text as tolerance_percent, created_at, expires_at,
  completed_at, payments_reported`;

const SELECT = `select ${CHECKOUT_COLUMNS} from checkouts`;

export const findCheckout = (sql: Sql, projectId: string, id: string) =>
  firstRow(sql.query<CheckoutRow>(`${SELECT} where project_id = $1 and id = $2`, [projectId, id]));

export const findCheckoutByCustomId = (sql: Sql, projectId: string, customId: string) =>
  firstRow(
    sql.query<CheckoutRow>(`${SELECT} where project_id = $1 and custom_id = $2`, [
      projectId,
      customId,
    ]),
  );

/** Needs no project, because the ID is unguessable: the hosted page has no project. */
export const findCheckoutById = (sql: Sql, id: string) =>
  firstRow(sql.query<CheckoutRow>(`${SELECT} where id = $1`, [id]));

export function listCheckouts(
  sql: Sql,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<CheckoutRow>> {
  return readPage<CheckoutRow>(sql, projectId, {
    table: 'checkouts',
    columns: CHECKOUT_COLUMNS,
    given: {},
    counted: 'checkout',
    after,
    limit,
  });
}

/** Made by the same form of a link, and payable or paid. */
export const findAttempt = (
  sql: Sql,
  { projectId, attempt, now }: { projectId: string; attempt: Buffer; now: Date },
) =>
  firstRow(
    sql.query<CheckoutRow>(
      `${SELECT} where project_id = $1 and link_attempt = $2
         and (status = 'open' and expires_at > $3 or status in ('processing', 'completed'))
       order by id desc limit 1`,
      [projectId, attempt, now],
    ),
  );

/** Unpaid checkouts of one client that take pieces of a link's stock. */
export async function countUnpaidOf(
  tx: Tx,
  { projectId, client, now }: { projectId: string; client: Buffer; now: Date },
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::integer as count from checkouts
     where project_id = $1 and link_client = $2 and status = 'open' and expires_at > $3 and payments_reported = 0`,
    [projectId, client, now],
  );
  return row?.count ?? 0;
}

/** Newest first. */
export function checkoutsById(
  sql: Sql,
  projectId: string,
  ids: readonly string[],
): Promise<CheckoutRow[]> {
  return sql.query<CheckoutRow>(
    `${SELECT} where project_id = $1 and id = any($2::uuid[]) order by id desc limit 1000`,
    [projectId, ids],
  );
}

/** Locks in a fixed order, which avoids deadlocks. */
export function lockCheckouts(
  tx: Tx,
  projectId: string,
  ids: readonly string[],
): Promise<CheckoutRow[]> {
  return tx.query<CheckoutRow>(
    `${SELECT} where project_id = $1 and id = any($2::uuid[]) order by id for update`,
    [projectId, ids],
  );
}

export interface ChosenInvoice extends InvoiceRow {
  readonly of_checkout: string;
}

/** In the order of choice. */
export function invoicesOf(
  sql: Sql,
  projectId: string,
  checkoutIds: readonly string[],
): Promise<ChosenInvoice[]> {
  return sql.query<ChosenInvoice>(
    `select c.checkout_id as of_checkout, i.* from checkout_invoices c
     cross join lateral (
       select ${INVOICE_COLUMNS} from invoices i where i.project_id = c.project_id and i.id = c.invoice_id) i
     where c.project_id = $1 and c.checkout_id = any($2::uuid[]) order by c.seq`,
    [projectId, checkoutIds],
  );
}

interface Change {
  readonly before: CheckoutRow;
  readonly after: CheckoutRow;
  readonly dueAt: Date | null;
}

/** The only update of checkouts. Runs under the rows' locks; a mismatch with the expected status is a bug. */
export async function updateCheckouts(tx: Tx, changes: readonly Change[]): Promise<void> {
  for (const { before, after } of changes)
    assertMove(checkoutStatuses, { from: before.status, to: after.status });
  const updated = await tx.query(
    `update checkouts c set status = t.status, status_context = t.status_context, completed_at = t.completed_at,
       payments_reported = t.payments_reported, due_at = t.due_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::integer[],
       $8::timestamptz[]) as t(project_id, id, before, status, status_context, completed_at, payments_reported, due_at)
     where c.project_id = t.project_id and c.id = t.id and c.status = t.before returning 1`,
    [
      ...columnsOf(
        changes.map(({ before }) => before),
        'project_id',
        'id',
        'status',
      ),
      ...columnsOf(
        changes.map(({ after }) => after),
        'status',
        'status_context',
      ),
      changes.map(({ after }) => after.completed_at?.toISOString() ?? null),
      changes.map(({ after }) => after.payments_reported),
      changes.map(({ dueAt }) => dueAt?.toISOString() ?? null),
    ],
  );
  if (updated.length !== changes.length)
    throw new Error('a checkout is not in the status that was expected');
}

/** Of a payer: the language of the page, and the email where the merchant gave none. */
export async function keepPayer(
  tx: Tx,
  { project_id: projectId, id, payer_email: email, payer_language: language }: CheckoutRow,
): Promise<void> {
  await tx.query(
    `update checkouts set payer_email = coalesce(payer_email, $3), payer_language = $4
     where project_id = $1 and id = $2`,
    [projectId, id, email, language],
  );
}

interface Choice {
  readonly checkout: Pick<CheckoutRow, 'project_id' | 'id'>;
  readonly invoiceId: string;
  readonly coin: string;
  /** What remains, in the price currency. */
  readonly price: bigint;
}

export async function insertChoice(
  tx: Tx,
  { checkout, invoiceId, coin, price }: Choice,
): Promise<void> {
  await tx.query(
    `insert into checkout_invoices (project_id, checkout_id, invoice_id, coin, price_amount)
     values ($1, $2, $3, $4, $5)`,
    [checkout.project_id, checkout.id, invoiceId, coin, price.toString()],
  );
}

interface LastChoice {
  readonly invoice_id: string;
  readonly price_amount: bigint;
}

export const lastChoice = (tx: Tx, { project_id: projectId, id }: CheckoutRow, coin: string) =>
  firstRow(
    tx.query<LastChoice>(
      `select invoice_id, price_amount from checkout_invoices
       where project_id = $1 and checkout_id = $2 and coin = $3 order by seq desc limit 1`,
      [projectId, id, coin],
    ),
  );

/** For a checkout that cannot be advanced now. */
export async function rescheduleCheckout(
  sql: Sql,
  { projectId, id, dueAt }: { projectId: string; id: string; dueAt: Date },
): Promise<void> {
  await sql.query(
    `update checkouts set due_at = $3 where project_id = $1 and id = $2 and due_at is not null`,
    [projectId, id, dueAt],
  );
}

export const CHECKOUTS_WORKER = 'checkouts';

/** After a change of their invoices or of a payment to one. Also ended ones: their merchant hears of later payments. */
export async function touchCheckouts(
  tx: Tx,
  { projectId, checkoutIds }: { projectId: string; checkoutIds: readonly string[] },
): Promise<void> {
  await tx.query(
    `update checkouts set due_at = '-infinity'
     where project_id = $1 and id = any($2::uuid[])`,
    [projectId, checkoutIds],
  );
  await notifyWorker(tx, CHECKOUTS_WORKER);
}
