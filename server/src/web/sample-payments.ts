// Samples of payments for the preview of a brand: invoices, channels, checkouts, receipts, subscriptions and refunds.
import type { Receipt } from '../checkouts/receipt.ts';
import type { StoredItem } from '../checkouts/store-checkouts.ts';
import { taxLines } from '../checkouts/tax.ts';
import { networkLabel } from '../coins/coin.ts';
import { unitOfCode } from '../coins/price-unit.ts';
import { DAY, MINUTE } from '../core/clock.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import { coinsToChoose } from './coin-choice.ts';
import { pageItems } from './page-items.ts';
import { plainAmount } from './page-parts.ts';
import type { PaymentPageView } from './payment-page-view.ts';
import type { ReceiptView } from './receipt-page.ts';
import {
  SAMPLE_ADDRESS,
  SAMPLE_AMOUNT,
  SAMPLE_CURRENCY,
  SAMPLE_EMAIL,
  SAMPLE_ID,
  SAMPLE_PERSON,
  SAMPLE_TXID,
  type Sample,
  sampleAmounts,
  sampleCoin,
  samplePrice,
  sampleTexts,
} from './samples.ts';
import type { CheckoutPageView } from './view-of-checkout.ts';
import type { ClaimPageView } from './view-of-claim.ts';
import type { SubscriptionPageView } from './view-of-subscription.ts';

const COINS_SHOWN = 4;

export function sampleInvoice(
  { app, merchant, locale }: Sample,
  status: 'waiting' | 'underpaid' | 'paid',
): PaymentPageView {
  const { code, network, amounts } = sampleCoin(app);
  const { due, part, rest } = amounts;
  const now = new Date(app.clock.now());
  const received = { waiting: '0', underpaid: part, paid: due }[status];
  const remaining = { waiting: due, underpaid: rest, paid: '0' }[status];
  const paid = { txid: SAMPLE_TXID, explorerUrl: null, amount: received };
  return {
    kind: 'invoice',
    status,
    locale,
    pagePath: `/invoices/${SAMPLE_ID}`,
    merchant,
    name: sampleTexts(locale).order,
    description: null,
    payCurrency: code,
    amounts: { due, received, remaining },
    price: samplePrice(),
    rate: null,
    networkName: network,
    isTestNetwork: false,
    isToken: false,
    address: SAMPLE_ADDRESS,
    tag: null,
    uri: `example:${SAMPLE_ADDRESS}?amount=${remaining}`,
    createdAt: now,
    expiresAt: status === 'paid' ? null : new Date(now.getTime() + 9 * MINUTE),
    confirmations: null,
    transactions: status === 'waiting' ? [] : [{ ...paid, isConfirmed: status === 'paid' }],
    refunds: [],
    successUrl: null,
    unsuccessUrl: null,
    now,
  };
}

export function sampleChannel(sample: Sample): PaymentPageView {
  return {
    ...sampleInvoice(sample, 'waiting'),
    kind: 'channel',
    pagePath: `/channels/${SAMPLE_ID}`,
    name: sampleTexts(sample.locale).account,
    amounts: null,
    price: null,
    uri: `example:${SAMPLE_ADDRESS}`,
    createdAt: null,
    expiresAt: null,
  };
}

export function sampleCheckout({ app, merchant, locale }: Sample): CheckoutPageView {
  const t = sampleTexts(locale);
  const coins = [...app.coins.values()].slice(0, COINS_SHOWN);
  return {
    locale,
    pagePath: `/checkouts/${SAMPLE_ID}`,
    status: 'waiting',
    checkout: { id: SAMPLE_ID, status: 'open', context: null },
    merchant,
    name: t.order,
    description: null,
    price: samplePrice(),
    remaining: null,
    expiresAt: new Date(app.clock.now() + DAY),
    isPayable: true,
    offers: coins.map((coin) => ({
      code: coin.code,
      currency: coin.asset.code,
      name: coin.name,
      network: networkLabel(coin),
      amount: `${plainAmount(sampleAmounts(app, coin).due)} ${coin.asset.code}`,
      fee: null,
    })),
    isExhausted: false,
    lastCoin: null,
    needsEmail: true,
    items: pageItems(itemsSold(locale), unitOfCode(app.currencies, SAMPLE_CURRENCY)),
    isTestNetwork: false,
    startedInvoice: null,
    receivedIn: [],
    requests: [],
    refunds: [],
    redirects: false,
    hasReceipt: false,
    thanks: null,
    successUrl: null,
    unsuccessUrl: null,
  };
}

function itemsSold(locale: Locale): readonly StoredItem[] {
  const { product, delivery } = sampleTexts(locale);
  return [
    { kind: 'item', name: product, quantity: 2, amount: '145.00', tax_percent: '7' },
    { kind: 'item', name: delivery, quantity: 1, amount: '4.90', tax_percent: '19' },
  ];
}

function itemsOfSale(locale: Locale): readonly StoredItem[] {
  const { product } = sampleTexts(locale);
  return [{ kind: 'item', name: product, quantity: 2, amount: SAMPLE_AMOUNT, tax_percent: '7' }];
}

/** Also for its email. */
export function sampleReceipt(
  { app, locale }: Sample,
  items: readonly StoredItem[] = itemsSold(locale),
): Receipt {
  const { code, network, amounts } = sampleCoin(app);
  const unit = unitOfCode(app.currencies, SAMPLE_CURRENCY);
  const now = new Date(app.clock.now());
  return {
    number: SAMPLE_ID,
    name: sampleTexts(locale).order,
    completedAt: now,
    unit,
    items,
    price: samplePrice(),
    paid: null,
    taxes: taxLines(items, unit).map(({ percent, tax }) => ({
      percent,
      tax: samplePrice(formatAmount(tax, unit)),
    })),
    payments: [
      {
        amount: amounts.due,
        currency: code,
        network,
        rate: null,
        seenAt: now,
        txid: SAMPLE_TXID,
      },
    ],
  };
}

/** `isSale`: of a terminal. */
export function sampleReceiptPage(sample: Sample, { isSale }: { isSale: boolean }): ReceiptView {
  const { locale, merchant } = sample;
  return {
    ...sampleReceipt(sample, isSale ? itemsOfSale(locale) : itemsSold(locale)),
    ...(isSale && { name: null }),
    locale,
    merchant,
    refunds: [],
    sale: isSale ? { number: 42, staff_name: SAMPLE_PERSON, note: null } : null,
    email: isSale ? null : { to: SAMPLE_EMAIL, status: 'sent', canRepeat: true },
  };
}

export function sampleSubscription({ app, merchant, locale }: Sample): SubscriptionPageView {
  return {
    locale,
    pagePath: `/subscriptions/${SAMPLE_ID}`,
    status: 'due',
    merchant,
    name: sampleTexts(locale).subscription,
    description: null,
    price: samplePrice(),
    period: 'month',
    periodQuantity: 1,
    periodEndsAt: new Date(app.clock.now() + 30 * DAY),
    coins: coinsToChoose(app.coins.values()).slice(0, COINS_SHOWN),
    isTestNetwork: false,
    startedInvoice: null,
    successUrl: null,
    unsuccessUrl: null,
  };
}

export function sampleClaim({ app, merchant, locale }: Sample): ClaimPageView {
  const { code, network, amounts } = sampleCoin(app);
  return {
    locale,
    pagePath: `/refunds/${SAMPLE_ID}`,
    status: 'open',
    merchant,
    name: sampleTexts(locale).order,
    amount: { amount: amounts.due, currency: code, kind: 'coin' },
    currency: code,
    networkName: network,
    isTestNetwork: false,
    tagName: null,
    address: null,
    reason: null,
    txid: null,
    explorerUrl: null,
    expiresAt: new Date(app.clock.now() + 30 * DAY),
    paymentPath: null,
    formId: null,
    entered: { address: '', tag: '' },
    preview: null,
    problem: null,
  };
}
