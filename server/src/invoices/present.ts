// Presents invoice rows in the API's format (wire.md (c)).

import type { Static } from 'typebox';
import type { App, Instance } from '../app.ts';
import type { Invoice, InvoiceTransaction } from '../contract/objects/invoices.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { jsonText } from '../core/json-text.ts';
import { formatAmount } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import type { Sql } from '../db/database.ts';
import { isByAmount, type ListOrder } from '../db/list-order.ts';
import {
  type Condition,
  ledByFirst,
  type NewestPage,
  newestPage,
  type PageRequest,
  type Span,
  within,
} from '../db/newest-page.ts';
import { beginningPage } from '../db/read-page.ts';
import { type DepositRow, depositsOfOwners, isLive } from '../deposits/deposit.ts';
import { presentExchange } from '../rates/present.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import { type StatusFilter, statusCondition } from './shown-status.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from './store-invoices.ts';

export type PresentedInvoice = Static<typeof Invoice>;

/**
 * Includes only transactions that the stored status reflects: a newly seen transaction appears once the invoice has
 * been recomputed. `sql` must read both in one snapshot.
 */
export async function presentInvoices(
  app: App,
  sql: Sql,
  rows: readonly InvoiceRow[],
): Promise<PresentedInvoice[]> {
  if (rows.length === 0) return [];
  const deposits = groupBy(
    (
      await depositsOfOwners(
        sql,
        rows.map((row) => row.id),
      )
    ).filter(({ announced }) => announced !== 'none'),
    (row) => row.owner_id,
  );
  return rows.map((row) => presentInvoice(app, row, deposits.get(row.id) ?? []));
}

export function presentInvoice(
  instance: Instance,
  row: InvoiceRow,
  deposits: readonly DepositRow[],
): PresentedInvoice {
  const coin = defined(instance.knownCoins.get(row.pay_currency), 'the coin is registered');
  const price = defined(instance.currencies.get(row.price_currency), 'currency is registered');
  const destination = { address: row.address, tag: row.tag };
  return {
    id: row.id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    subscription_id: row.subscription_id,
    status: row.status,
    status_context: row.status_context,
    address: coin.formatAddress(destination),
    network: row.network,
    uri: coin.paymentUri(destination, row.pay_amount, instance.config.network),
    price_amount: formatAmount(row.price_amount, price),
    price_currency: row.price_currency,
    pay_amount: formatAmount(row.pay_amount, coin),
    pay_currency: coin.asset.code,
    fee: formatAmount(row.fee, price),
    fee_currency: row.price_currency,
    paid_amount: formatAmount(row.paid_amount, coin),
    ...(row.rate !== null && {
      exchange: presentExchange(row.rate, coin.asset.code, row.price_currency),
    }),
    transactions: presentTransactions(deposits),
    name: row.name,
    description: row.description,
    metadata: row.metadata === null ? null : jsonText(row.metadata),
    success_redirect_url: row.success_redirect_url,
    unsuccess_redirect_url: row.unsuccess_redirect_url,
    hosted_page_url: hostedPageOf(instance, row),
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
  };
}

function hostedPageOf(instance: Instance, { project_id: projectId, id, language }: InvoiceRow) {
  const page = `${payerSite(instance, projectId)}/invoices/${id}`;
  return language === null ? page : `${page}?locale=${language}`;
}

/** Several outputs of one transaction are one item. */
function presentTransactions(deposits: readonly DepositRow[]): Static<typeof InvoiceTransaction>[] {
  const byTxid = groupBy(deposits.filter(isLive), (deposit) => deposit.txid);
  return [...byTxid].map(([txid, outputs]) => {
    const assessed = outputs.find((output) => output.risk !== null);
    return {
      txid,
      risk: assessed?.risk == null ? null : presentStoredRisk(assessed.risk),
      source_addresses: [...(outputs[0]?.sources ?? [])],
    };
  });
}

interface InvoiceListRequest extends PageRequest {
  readonly projectId: string | null;
  readonly status: StatusFilter | null;
  readonly now: Date;
  readonly context: InvoiceRow['status_context'];
  /** The pay currency. */
  readonly coin: string | null;
  /** The price currency. */
  readonly currency: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** A case-insensitive prefix. */
  readonly payerEmail: string | null;
  /** Null: newest first, or by email with a payer-email prefix of one project. */
  readonly order: ListOrder | null;
  readonly span: Span;
}

/** Errors: 404. */
export function pageOfInvoices(
  sql: Sql,
  {
    span,
    projectId,
    status,
    now,
    payerEmail,
    after,
    limit,
    order,
    ...requested
  }: InvoiceListRequest,
): Promise<NewestPage<InvoiceRow>> {
  const page = { table: 'invoices', columns: INVOICE_COLUMNS, after, limit };
  const owners: Condition[] = [
    [requested.customerId, (place) => `customer_id = ${place}`],
    [requested.subscriptionId, (place) => `subscription_id = ${place}`],
  ];
  const ofStatus = statusCondition(status, now);
  const coin: Condition = [requested.coin, (place) => `pay_currency = ${place}`];
  const currency: Condition = [requested.currency, (place) => `price_currency = ${place}`];
  const context: Condition = [requested.context, (place) => `status_context = ${place}`];
  const mail = payerEmail?.toLowerCase() ?? null;
  if (mail !== null && projectId !== null && order === null) {
    return beginningPage(sql, {
      ...page,
      projectId,
      by: 'lower(payer_email) collate "C"',
      beginning: mail,
      always: 'payer_email is not null',
      filters: [...owners, ofStatus, context, coin, currency, ...within('created_at', span)],
    });
  }
  const ofMail: Condition = [mail, (place) => `starts_with(lower(payer_email), ${place})`];
  const ordered = { ...page, projectId, order, span: { ...span, column: 'created_at' } };
  if (isByAmount(order)) {
    const filters = [...owners, ofStatus, context, coin, ofMail];
    return newestPage(sql, { ...ordered, indexed: [currency], filters });
  }
  // The planner matches a partial index only with a literal, not with a parameter.
  const isUnresolved = status === 'unresolved';
  const isEnded = status === 'cancelled' || status === 'refunded';
  const isByCoin = isEnded && projectId !== null && requested.coin !== null;
  const isNamed = isUnresolved || isByCoin;
  // These indexes start with the project and do not contain the status.
  const led =
    projectId !== null && !isNamed ? ledByFirst(owners) : { indexed: [], filters: owners };
  return newestPage<InvoiceRow>(sql, {
    ...ordered,
    ...(isNamed && { always: `status = '${status}'` }),
    indexed: isByCoin ? [coin] : led.indexed,
    filters: [
      ...led.filters,
      ...(isNamed ? [] : [ofStatus]),
      ...(isByCoin ? [] : [coin]),
      context,
      currency,
      ofMail,
    ],
  });
}
