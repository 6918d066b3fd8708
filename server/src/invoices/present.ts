// Presents invoice rows in the API's format (wire.md (c)).

import type { Static } from 'typebox';
import type { App, Instance } from '../app.ts';
import type { Exchange } from '../contract/objects/exchange-transfers.ts';
import type { Invoice, InvoiceTransaction } from '../contract/objects/invoices.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import { jsonText } from '../core/json-text.ts';
import { formatAmount } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { type DepositRow, isLive } from '../deposits/deposit.ts';
import { depositsOfOwners } from '../deposits/store-deposits.ts';
import { presentStoredRisk } from '../risk/present-risk.ts';
import type { InvoiceRow } from './invoice.ts';

export type PresentedInvoice = Static<typeof Invoice>;

/**
 * Invoices with those of their transactions that their status and paid amount already reflect, in the given order. A
 * newly seen transaction appears once the invoice has been recomputed. `sql` reads both in one snapshot.
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
  const coin = defined(instance.knownCoins.get(row.pay_currency), 'the program knows the coin');
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
    ...presentExchange(row, coin.asset.code),
    transactions: presentTransactions(deposits),
    name: row.name,
    description: row.description,
    metadata: row.metadata === null ? null : jsonText(row.metadata),
    success_redirect_url: row.success_redirect_url,
    unsuccess_redirect_url: row.unsuccess_redirect_url,
    hosted_page_url: `${instance.publicUrl.value}/invoices/${row.id}`,
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
  };
}

/** Omitted when price and pay currency are equal. An invoice's fee is in its own field, not in the exchange. */
function presentExchange(
  row: InvoiceRow,
  payCurrency: string,
): { exchange?: Static<typeof Exchange> } {
  if (row.rate === null) return {};
  const pair = `${payCurrency}${row.price_currency}`;
  return { exchange: { pair, rate: row.rate, fee: '0.0', fee_currency: row.price_currency } };
}

/** One item per blockchain transaction, however many of its outputs pay the address. */
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
