// Refunds of invoices, as stored and as the API shows them (wire.md (c), "InvoiceRefund").
import type { Static } from 'typebox';
import type { Instance } from '../app.ts';
import { assetCode } from '../coins/coin.ts';
import type { InvoiceRefund } from '../contract/objects/invoices.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { type Currency, formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';
import { presentStoredRisk, type StoredRisk } from '../risk/present-risk.ts';
import type { RefundRate } from '../withdrawals/plan-refund.ts';
import type { InvoiceRow } from './store-invoices.ts';

export interface RefundRow {
  readonly id: string;
  readonly invoice_id: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly fee: bigint;
  /** In the API's format. Null for a refund to the merchant's own account. */
  readonly address: string | null;
  readonly withdrawal_id: string | null;
  readonly txid: string | null;
  /** The risk of the destination or, for a refund to the merchant's own account, of the source. */
  readonly risk: StoredRisk | null;
  /** Set only for a late refund: the current value of the settled part. */
  readonly settled_price: bigint | null;
  readonly original_price: bigint | null;
  readonly created_at: Date;
  /** Of a completed invoice (refund-completed.ts). Null for an unresolved one. */
  readonly paid_share: bigint | null;
  readonly price_share: bigint | null;
  readonly rate_of: RefundRate | null;
}

export type PresentedRefund = Static<typeof InvoiceRefund>;

const SELECT = `select r.id, r.invoice_id, r.amount, r.currency, r.fee, r.address, r.withdrawal_id, w.txid, r.risk,
    r.settled_price, r.original_price, r.created_at, r.paid_share, r.price_share, r.rate_of
  from invoice_refunds r
  left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id`;

export async function findRefund(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<RefundRow | null> {
  const rows = await sql.query<RefundRow>(`${SELECT} where r.project_id = $1 and r.id = $2`, [
    projectId,
    id,
  ]);
  return rows[0] ?? null;
}

export function refundsOf(sql: Sql, projectId: string, invoiceId: string): Promise<RefundRow[]> {
  return sql.query<RefundRow>(
    `${SELECT} where r.project_id = $1 and r.invoice_id = $2 order by r.id desc limit 100`,
    [projectId, invoiceId],
  );
}

/** Newest first. */
export async function refundsOfInvoices(
  sql: Sql,
  projectId: string,
  invoices: readonly Pick<InvoiceRow, 'id'>[],
): Promise<RefundRow[]> {
  if (invoices.length === 0) return [];
  return sql.query<RefundRow>(
    `${SELECT} where r.project_id = $1 and r.invoice_id = any($2::uuid[]) order by r.id desc limit 1000`,
    [projectId, invoices.map(({ id }) => id)],
  );
}

export async function insertRefund(tx: Tx, projectId: string, row: RefundRow): Promise<void> {
  await tx.query(
    `insert into invoice_refunds (project_id, id, invoice_id, amount, currency, fee, address, withdrawal_id, risk,
       created_at, settled_price, original_price, paid_share, price_share, rate_of)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      projectId,
      row.id,
      row.invoice_id,
      row.amount.toString(),
      row.currency,
      row.fee.toString(),
      row.address,
      row.withdrawal_id,
      row.risk === null ? null : JSON.stringify(row.risk),
      row.created_at,
      row.settled_price?.toString() ?? null,
      row.original_price?.toString() ?? null,
      row.paid_share?.toString() ?? null,
      row.price_share?.toString() ?? null,
      row.rate_of,
    ],
  );
}

export function presentRefund(
  instance: Instance,
  invoice: InvoiceRow,
  row: RefundRow,
): PresentedRefund {
  const coin = defined(instance.currencies.get(row.currency), 'currency is registered');
  return {
    id: row.id,
    custom_id: invoice.custom_id,
    invoice_id: row.invoice_id,
    amount: formatAmount(row.amount, coin),
    amount_currency: row.currency,
    fee: formatAmount(row.fee, coin),
    fee_currency: row.currency,
    address: row.address,
    txid: row.txid,
    risk: row.risk === null ? null : presentStoredRisk(row.risk),
    created_at: formatTime(row.created_at),
    network: invoice.network,
    ...repricedOf(instance, invoice, row),
    ...ofCompleted(instance, invoice, row),
  };
}

function repricedOf(instance: Instance, invoice: InvoiceRow, row: RefundRow) {
  if (row.settled_price === null || row.original_price === null) return {};
  const currency = defined(
    instance.currencies.get(invoice.price_currency),
    'currency is registered',
  );
  return {
    repriced: {
      price_amount: formatAmount(row.settled_price, currency),
      original_price_amount: formatAmount(row.original_price, currency),
      price_currency: currency.code,
    },
  };
}

function ofCompleted(instance: Instance, invoice: InvoiceRow, row: RefundRow) {
  if (row.price_share === null || row.rate_of === null || row.withdrawal_id === null) return {};
  const currency = defined(
    instance.currencies.get(invoice.price_currency),
    'currency is registered',
  );
  return {
    after_completion: {
      price_amount: formatAmount(row.price_share, currency),
      price_currency: currency.code,
      rate: row.rate_of,
      coin_withdrawal_id: row.withdrawal_id,
    },
  };
}

export function currenciesOf(
  { currencies }: Instance,
  invoice: Pick<InvoiceRow, 'price_currency' | 'pay_currency'>,
): { price: Currency; coin: Currency } {
  return {
    price: defined(currencies.get(invoice.price_currency), 'currency is registered'),
    coin: defined(currencies.get(assetCode(invoice.pay_currency)), 'currency is registered'),
  };
}
