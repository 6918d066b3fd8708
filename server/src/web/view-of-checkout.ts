// Builds the hosted page's view of a checkout from its row, its invoices and the current rates.

import type { App } from '../app.ts';
import { isExhausted } from '../checkouts/choices.ts';
import { bringUpToDate } from '../checkouts/choose.ts';
import { offersOf } from '../checkouts/offers.ts';
import { type Progress, progressOf } from '../checkouts/progress.ts';
import { unitOf } from '../coins/price-unit.ts';
import { defined } from '../core/assert.ts';
import type { Locale } from '../core/languages.ts';
import { formatAmount } from '../core/money.ts';
import { onPayerSite } from '../core/payer-site.ts';
import { sitePath } from '../core/site-path.ts';
import { refundOfferOf } from '../invoices/ask-for-refund.ts';
import { loadProject, type Merchant, merchantOf, type Project } from '../projects/project.ts';
import { type CheckoutState, type Thanks, thanksOf } from './invoice-of-checkout.ts';
import { type OfferToChoose, offersToChoose } from './offer-form.ts';
import { type PageItem, pageItems } from './page-items.ts';
import { pageRequest } from './page-request.ts';
import type { PageRefund, PageRequest, PaymentPageStatus } from './payment-page-view.ts';
import { viewOfRefunds } from './view-of-invoice.ts';

interface Price {
  readonly amount: string;
  readonly currency: string;
  readonly kind: 'fiat' | 'coin';
}

export interface CheckoutPageView {
  readonly locale: Locale;
  readonly pagePath: string;
  /** `waiting`: a coin can be chosen. */
  readonly status: PaymentPageStatus;
  readonly checkout: CheckoutState;
  readonly merchant: Merchant;
  readonly name: string | null;
  readonly description: string | null;
  readonly price: Price;
  /** Null: nothing was paid yet, or nothing is missing. */
  readonly remaining: Price | null;
  readonly expiresAt: Date;
  /** Whether a coin can be chosen. Without offers: not now. */
  readonly isPayable: boolean;
  readonly offers: readonly OfferToChoose[];
  /** A new price was requested too often. */
  readonly isExhausted: boolean;
  readonly lastCoin: string | null;
  readonly needsEmail: boolean;
  readonly items: readonly PageItem[];
  readonly isTestNetwork: boolean;
  /** The newest invoice that has received a payment. */
  readonly startedInvoice: string | null;
  /** Of the invoices that have received a payment, each once. */
  readonly receivedIn: readonly string[];
  /** Of all invoices that have received a payment, in the order of choice. */
  readonly refunds: readonly CheckoutRefund[];
  /** Of each invoice whose payer can ask for a refund. */
  readonly requests: readonly (PageRequest & { readonly coin: string })[];
  readonly redirects: boolean;
  readonly hasReceipt: boolean;
  /** Of the payment link, once it is paid. */
  readonly thanks: Thanks | null;
  readonly successUrl: string | null;
  readonly unsuccessUrl: string | null;
}

export async function viewOfCheckout(
  app: App,
  id: string,
  locale: Locale,
): Promise<CheckoutPageView | null> {
  const row = await bringUpToDate(app, id);
  if (row === null) return null;
  const [[found], owner] = await app.db.snapshot((sql) =>
    Promise.all([progressOf(sql, app, [row]), loadProject(sql, row.project_id)]),
  );
  const progress = defined(found ?? null, 'one for each');
  const project = defined(owner, 'its project exists');
  const currency = unitOf(app.currencies, row);
  const priceOf = (amount: bigint): Price => ({
    amount: formatAmount(amount, currency),
    currency: currency.code,
    kind: currency.kind,
  });
  const { decision, invoices } = progress;
  const status = statusOf(progress);
  const isPartly = status === 'underpaid' && decision.remaining > 0n;
  const isPayable = decision.status === 'open' && decision.context !== 'illicit_resource';
  const started = invoices.filter(({ paid_amount: paid }) => paid > 0n);
  const assets = started.map(({ pay_currency: code }) => app.knownCoins.get(code)?.asset.code);
  return {
    locale,
    pagePath: `${sitePath(app.config)}/checkouts/${row.id}`,
    status,
    checkout: { id: row.id, status: decision.status, context: decision.context },
    merchant: merchantOf(project),
    name: row.name,
    description: row.description,
    price: priceOf(row.price_amount),
    remaining: isPartly ? priceOf(decision.remaining) : null,
    expiresAt: row.expires_at,
    isPayable,
    offers: isPayable ? offersToChoose(offersOf(app, project, progress)) : [],
    isExhausted: isExhausted(progress),
    lastCoin: invoices.at(-1)?.pay_currency ?? null,
    needsEmail: row.payer_email_required && row.payer_email === null,
    items: pageItems(row.items, currency),
    isTestNetwork: app.config.network !== 'main',
    startedInvoice: started.at(-1)?.id ?? null,
    receivedIn: [...new Set(assets.filter((code) => code !== undefined))],
    refunds: await refundsOfCheckout(app, progress),
    requests: await requestsOfInvoices(app, project, started),
    redirects: row.redirect_automatically,
    hasReceipt: row.status === 'completed' && row.receipt,
    thanks: row.status === 'completed' ? await thanksOf(app, row) : null,
    successUrl: row.success_redirect_url,
    unsuccessUrl: onPayerSite(app, row.project_id, row.unsuccess_redirect_url),
  };
}

export type CheckoutRefund = PageRefund & { readonly currency: string };

export async function refundsOfCheckout(
  app: App,
  { checkout, invoices, deposits }: Progress,
): Promise<readonly CheckoutRefund[]> {
  const started = invoices.filter(({ paid_amount: paid }) => paid > 0n);
  const all = await Promise.all(
    started.map(async ({ id, pay_currency: code }) => {
      const coin = defined(app.knownCoins.get(code), 'the coin is registered');
      const depositIds = (deposits.get(id) ?? []).map((deposit) => deposit.id);
      const about = { projectId: checkout.project_id, invoiceId: id, depositIds };
      const refunds = await viewOfRefunds(app, coin, about);
      return refunds.map((refund) => ({ ...refund, currency: coin.asset.code }));
    }),
  );
  return all.flat();
}

async function requestsOfInvoices(
  app: App,
  project: Project,
  started: Progress['invoices'],
): Promise<CheckoutPageView['requests']> {
  const all = await Promise.all(
    started.map(async (invoice) => {
      const offer = await refundOfferOf(app.db, app, { invoice, project });
      const path = `${sitePath(app.config)}/invoices/${invoice.id}`;
      const coin = defined(app.knownCoins.get(invoice.pay_currency), 'the coin is registered');
      return { ...pageRequest(path, coin, offer), coin: coin.asset.code };
    }),
  );
  return all.filter(({ askPath, address }) => askPath !== null || address !== null);
}

/** From the facts: a payment is shown when it is seen, not when the worker has processed it. */
function statusOf({ decision: { status, context } }: Progress): PaymentPageStatus {
  if (status === 'completed') return context === 'overpaid' ? 'overpaid' : 'paid';
  if (status === 'processing') return 'confirming';
  if (status === 'cancelled') return 'cancelled';
  if (context === 'illicit_resource') return 'on_hold';
  if (context === 'paid_late') return 'late';
  if (context === 'partially_paid') return 'underpaid';
  return status === 'expired' ? 'expired' : 'waiting';
}
