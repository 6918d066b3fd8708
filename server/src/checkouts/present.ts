// Checkouts in the API's format, in both versions, and in callbacks.

import type { Static } from 'typebox';
import type { App, Instance } from '../app.ts';
import { unitOf } from '../coins/price-unit.ts';
import type { Checkout, CheckoutPayment } from '../contract/objects/checkouts.ts';
import { defined } from '../core/assert.ts';
import { formatTime } from '../core/clock.ts';
import { jsonText } from '../core/json-text.ts';
import { decimal, formatAmount, formatDecimal } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import type { Sql } from '../db/database.ts';
import { type DepositRow, isLive } from '../deposits/deposit.ts';
import { presentInvoice } from '../invoices/present.ts';
import { presentRefund } from '../invoices/refund-row.ts';
import type { InvoiceRow } from '../invoices/store-invoices.ts';
import type { Project } from '../projects/project.ts';
import { offersOf } from './offers.ts';
import { type Progress, progressOf, progressOfNew } from './progress.ts';
import type { CheckoutRow } from './store-checkouts.ts';

type Presented = Static<typeof Checkout>;

/** Without offers. `sql` must read in one snapshot. */
export async function presentCheckouts(
  app: App,
  sql: Sql,
  rows: readonly CheckoutRow[],
): Promise<Presented[]> {
  const all = await progressOf(sql, app, rows);
  return all.map((progress) => presentCheckout(app, progress));
}

/** With offers. */
export async function presentWithOffers(
  app: App,
  sql: Sql,
  { project, row }: { project: Project; row: CheckoutRow },
): Promise<Presented> {
  const [progress] = await progressOf(sql, app, [row]);
  const found = defined(progress ?? null, 'one for each');
  return { ...presentCheckout(app, found), ...offersIn(app, project, found) };
}

/** With offers. */
export function presentNew(app: App, project: Project, row: CheckoutRow): Presented {
  const progress = progressOfNew(app, row);
  return { ...presentCheckout(app, progress), ...offersIn(app, project, progress) };
}

function offersIn(app: App, project: Project, progress: Progress): Pick<Presented, 'offers'> {
  if (progress.checkout.status !== 'open' || progress.decision.remaining === 0n) return {};
  return {
    offers: offersOf(app, project, progress).map(
      ({ coin, amount, rate, minimum, fee, feeCoin }) => ({
        currency: coin.asset.code,
        network: coin.network,
        amount: formatAmount(amount, coin),
        exchange_rate: rate === null ? null : formatDecimal(rate),
        minimum: formatAmount(minimum, coin),
        network_fee: fee === null ? null : formatAmount(fee, feeCoin),
        network_fee_currency: feeCoin.asset.code,
      }),
    ),
  };
}

export function presentCheckout(
  instance: Instance,
  { checkout: row, invoices, deposits, refunds, decision }: Progress,
): Presented {
  const price = unitOf(instance.currencies, row);
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const payCurrencies = row.coins.map((code) => {
    const coin = defined(instance.knownCoins.get(code), 'the coin is registered');
    return { currency: coin.asset.code, network: coin.network };
  });
  return {
    id: row.id,
    custom_id: row.custom_id,
    customer_id: row.customer_id,
    payment_link_id: row.payment_link_id,
    status: row.status,
    status_context: row.status_context,
    price_amount: formatAmount(row.price_amount, price),
    price_currency: price.code,
    paid_amount: formatAmount(decision.paid, price),
    remaining_amount: formatAmount(decision.remaining, price),
    pay_currencies: payCurrencies,
    default_pay_currency: defined(payCurrencies[0] ?? null, 'a checkout has a coin'),
    invoices: invoices.map((invoice) => {
      const own = deposits.get(invoice.id) ?? [];
      const shown = own.filter(({ announced }) => announced !== 'none');
      return presentInvoice(instance, invoice, shown);
    }),
    payments: invoices
      .flatMap((invoice) =>
        (deposits.get(invoice.id) ?? []).map((deposit) => ({ invoice, deposit })),
      )
      .sort((one, other) => seenAt(one.deposit) - seenAt(other.deposit))
      .map(({ invoice, deposit }) => presentPayment(instance, invoice, deposit)),
    refunds: refunds.map((refund) => {
      const invoice = defined(byId.get(refund.invoice_id) ?? null, 'of one of its invoices');
      return presentRefund(instance, invoice, refund);
    }),
    name: row.name,
    description: row.description,
    items: [...row.items],
    metadata: row.metadata_text === null ? null : jsonText(row.metadata_text),
    payer_email: row.payer_email,
    payer_email_required: row.payer_email_required,
    receipt: row.receipt,
    redirect_automatically: row.redirect_automatically,
    tolerance_percent: formatDecimal(decimal(row.tolerance_percent)),
    min_confirmations: row.min_confirmations,
    success_redirect_url: row.success_redirect_url,
    unsuccess_redirect_url: row.unsuccess_redirect_url,
    hosted_page_url: checkoutPageUrl(instance, row),
    created_at: formatTime(row.created_at),
    expires_at: formatTime(row.expires_at),
    completed_at: row.completed_at === null ? null : formatTime(row.completed_at),
  };
}

function presentPayment(
  instance: Instance,
  { id, network }: InvoiceRow,
  deposit: DepositRow,
): Static<typeof CheckoutPayment> {
  const coin = defined(instance.knownCoins.get(deposit.coin), 'the coin is registered');
  return {
    invoice_id: id,
    currency: coin.asset.code,
    network,
    txid: deposit.txid,
    amount: formatAmount(deposit.amount, coin),
    status: statusOf(deposit),
    first_seen_at: formatTime(deposit.first_seen_at),
    confirmed_at: deposit.confirmed_at === null ? null : formatTime(deposit.confirmed_at),
  };
}

const seenAt = ({ first_seen_at: at }: DepositRow) => at.getTime();

function statusOf(deposit: DepositRow): Static<typeof CheckoutPayment>['status'] {
  if (!isLive(deposit)) return 'cancelled';
  return deposit.status === 'confirmed' ? 'confirmed' : 'pending';
}

function checkoutPageUrl(instance: Instance, { project_id: projectId, id, language }: CheckoutRow) {
  const page = `${payerSite(instance, projectId)}/checkouts/${id}`;
  return language === null ? page : `${page}?locale=${language}`;
}
