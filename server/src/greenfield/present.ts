// Invoices and their payment methods in the format of the Greenfield API.

import type { App, Instance } from '../app.ts';
import type { Progress } from '../checkouts/progress.ts';
import type { CheckoutRow } from '../checkouts/store-checkouts.ts';
import type { Coin } from '../coins/coin.ts';
import { unitOf } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { jsonText } from '../core/json-text.ts';
import { type Decimal, decimal, formatAmount, formatDecimal, toBase } from '../core/money.ts';
import { payerSite } from '../core/payer-site.ts';
import { type DepositRow, isLive, isSettled } from '../deposits/deposit.ts';
import { quoteNow } from '../rates/rates.ts';
import { shortId } from '../shops/ids.ts';
import { methodOf } from './methods.ts';
import { markable, type ShownStatus, shownStatus } from './status.ts';
import type { ShopInvoice } from './store-invoices.ts';

/** Payments are watched for good. A number that every language can read. */
const MONITORED = 30 * 24 * 3600;

export function statusOf(
  shop: Pick<ShopInvoice, 'marked'>,
  { checkout, decision }: Progress,
): ShownStatus {
  return shownStatus({
    ...checkout,
    marked: shop.marked,
    isOver: decision.expected > checkout.price_amount,
  });
}

/** Written with `stringify`: the metadata is text. */
export function presentInvoice(instance: Instance, shop: ShopInvoice, progress: Progress): object {
  const { checkout, decision } = progress;
  const unit = unitOf(instance.currencies, checkout);
  const shown = statusOf(shop, progress);
  const expires = seconds(checkout.expires_at);
  return {
    id: shortId(checkout.id),
    storeId: checkout.project_id,
    amount: plain(formatAmount(checkout.price_amount, unit)),
    paidAmount: plain(formatAmount(decision.expected, unit)),
    currency: unit.code,
    type: 'Standard',
    checkoutLink: checkoutLink(instance, checkout),
    createdTime: seconds(checkout.created_at),
    expirationTime: expires,
    monitoringExpiration: expires + MONITORED,
    status: shown.status,
    additionalStatus: shown.additional,
    availableStatusesForManualMarking: markable(shown),
    archived: shop.is_archived,
    metadata: jsonText(shop.metadata_text),
    checkout: shop.options.checkout,
    receipt: shop.options.receipt,
  };
}

/** Shops build the same address from the id. */
export function checkoutLink(
  instance: Instance,
  { project_id: projectId, id }: Pick<CheckoutRow, 'project_id' | 'id'>,
): string {
  return `${payerSite(instance, projectId)}/i/${shortId(id)}`;
}

export const seconds = (at: Date) => Math.floor(at.getTime() / SECOND);

/** Without the trailing `.0` that our API has. */
export function plain(amount: string): string {
  return amount.replace(/\.0$/, '');
}

/** Once something was paid, only the coins that it was paid in: a shop that finds several gives up. */
export function presentMethods(app: App, progress: Progress): object[] {
  const { checkout, invoices, deposits } = progress;
  const byCoin = groupBy(invoices, ({ pay_currency: code }) => code);
  const all = checkout.coins.flatMap((code) => {
    const coin = app.knownCoins.get(code);
    if (coin === undefined) return [];
    const own = byCoin.get(code) ?? [];
    const payments = own.flatMap(({ id }) => deposits.get(id) ?? []);
    return [{ coin, invoice: own.at(-1) ?? null, payments }];
  });
  const paid = all.filter(({ payments }) => payments.some(isLive));
  return (paid.length > 0 ? paid : all).flatMap((one) => presentMethod(app, progress, one));
}

interface Method {
  readonly coin: Coin;
  readonly invoice: Progress['invoices'][number] | null;
  readonly payments: readonly DepositRow[];
}

function presentMethod(
  app: App,
  { checkout, decision }: Progress,
  { coin, invoice, payments }: Method,
): object[] {
  const quote = defined(app.currencies.get(checkout.price_currency), 'currency is registered');
  const rate = rateOf(app, coin, { invoice, quote: quote.code });
  if (rate === null) return [];
  const worth = (price: bigint) =>
    coin.asset.code === quote.code
      ? price
      : toBase(
          price,
          { base: coin.asset, quote, rate },
          { rounding: 'up', precision: coin.payPrecision },
        );
  const live = payments.filter(isLive);
  const own = sumOf(live, ({ amount }) => amount);
  const text = (amount: bigint) => plain(formatAmount(amount, coin));
  const destination = invoice === null ? null : { address: invoice.address, tag: invoice.tag };
  const method = methodOf(coin);
  return [
    {
      paymentMethodId: method,
      paymentMethod: method,
      currency: coin.asset.code,
      cryptoCode: coin.asset.code,
      activated: invoice !== null,
      destination: destination && coin.formatAddress(destination),
      paymentLink:
        destination &&
        coin.paymentUri(destination, invoice?.pay_amount ?? null, app.config.network),
      rate: plain(formatDecimal(rate)),
      amount: text(worth(checkout.price_amount)),
      paymentMethodPaid: text(own),
      totalPaid: text(worth(decision.expected)),
      due: text(worth(decision.remaining)),
      paymentMethodFee: '0',
      networkFee: '0',
      payments: live.map((deposit) => presentPayment(coin, deposit)),
      additionalData: {},
    },
  ];
}

function rateOf(
  app: App,
  coin: Coin,
  { invoice, quote }: { invoice: Method['invoice']; quote: string },
): Decimal | null {
  if (coin.asset.code === quote) return decimal('1');
  if (invoice?.rate != null) return decimal(invoice.rate);
  try {
    return quoteNow(app, { base: coin.asset.code, quote }).sellRate;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Libraries take what stands before the first hyphen as the transaction. */
export function presentPayment(coin: Coin, deposit: DepositRow): object {
  return {
    id: `${deposit.txid.replaceAll('-', '')}-${deposit.output_index}`,
    receivedDate: seconds(deposit.first_seen_at),
    value: plain(formatAmount(deposit.amount, coin)),
    fee: '0',
    status: isSettled(deposit) ? 'Settled' : 'Processing',
    destination: coin.formatAddress({ address: deposit.address, tag: deposit.tag }),
  };
}
