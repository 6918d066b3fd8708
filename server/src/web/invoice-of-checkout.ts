// What the page of an invoice shows of the checkout that it belongs to: the ways back to it.
import type { App } from '../app.ts';
import type { CheckoutContext, CheckoutStatus } from '../checkouts/decide-checkout.ts';
import { type CheckoutRow, findCheckoutById } from '../checkouts/store-checkouts.ts';
import type { Locale } from '../core/languages.ts';
import { sitePath } from '../core/site-path.ts';
import { textsOf } from '../core/texts/texts.ts';
import type { InvoiceRow } from '../invoices/store-invoices.ts';
import { donationOf, findLink } from '../payment-links/links.ts';
import {
  type DonationProgress,
  donationProgress,
  progressOfDonation,
} from './donation-progress.ts';
import { freeText, type Html, html } from './page-parts.ts';
import { isPayable, type PaymentPageStatus, type PaymentPageView } from './payment-page-view.ts';

/** What the page around a frame is told. */
export interface CheckoutState {
  readonly id: string;
  readonly status: CheckoutStatus;
  readonly context: CheckoutContext | null;
}

/** After a payment by a link. */
export interface Thanks {
  /** What the merchant wrote. */
  readonly text: string | null;
  readonly isDonation: boolean;
  readonly progress: DonationProgress | null;
}

export interface PageCheckout {
  readonly state: CheckoutState;
  readonly pagePath: string;
  /** Code of the invoice's coin. */
  readonly coin: string;
  readonly isOpen: boolean;
  /** Only the page of the checkout says what happens next: this one would ask for money, or thank for all of it. */
  readonly isElsewhere: boolean;
  readonly redirects: boolean;
  readonly hasReceipt: boolean;
  /** Of the payment link, once it is paid. */
  readonly thanks: Thanks | null;
}

interface Shown {
  readonly status: PaymentPageStatus;
  readonly hasReceived: boolean;
  readonly now: Date;
}

/** Null: an invoice that the merchant created. */
export async function checkoutOfInvoice(
  app: App,
  { checkout_id: id, pay_currency: coin }: InvoiceRow,
  { status, hasReceived, now }: Shown,
): Promise<PageCheckout | null> {
  const row = id === null ? null : await findCheckoutById(app.db, id);
  if (row === null) return null;
  const isOpen = row.status === 'open' && now < row.expires_at;
  const isWhole = row.status === 'completed';
  return {
    state: { id: row.id, status: row.status, context: row.status_context },
    pagePath: `${sitePath(app.config)}/checkouts/${row.id}`,
    coin,
    isOpen,
    isElsewhere: status === 'paid' ? !isWhole : !isOpen && !hasReceived && status !== 'refunded',
    redirects: row.redirect_automatically,
    hasReceipt: isWhole && row.receipt,
    thanks: isWhole ? await thanksOf(app, row) : null,
  };
}

/** What the merchant wrote for those who have paid. */
export async function thanksOf(
  app: App,
  { project_id: projectId, payment_link_id: id }: CheckoutRow,
): Promise<Thanks | null> {
  const link = id === null ? null : await findLink(app.db, projectId, id);
  if (link === null) return null;
  return {
    text: link.terms.success_text,
    isDonation: donationOf(link) !== null,
    progress: await progressOfDonation(app, link),
  };
}

/** A donor is thanked in any case, and sees what was raised. */
export function thanksText(thanks: Thanks | null | undefined, locale: Locale): Html | null {
  if (!thanks) return null;
  const { text, isDonation, progress } = thanks;
  const own = text !== null && freeText(text);
  const shown = own || (isDonation && textsOf('payment-page', locale).donation.thanks);
  return html`${shown && html`<p class="thanks" id="thanks">${shown}</p>`}
${progress !== null && donationProgress(progress, locale)}`;
}

/** Attributes of the page's main element, for its script. */
export function checkoutData({ id, status, context }: CheckoutState): Html {
  return html` data-checkout="${id}" data-checkout-status="${status}" data-checkout-context="${context ?? ''}"`;
}

/** The checkout can still be paid, but not at the price of this invoice. */
export function needsNewPrice(view: PaymentPageView): boolean {
  const { checkout, status } = view;
  if (!checkout?.isOpen || isPayable(view)) return false;
  return status === 'waiting' || status === 'expired' || status === 'underpaid';
}

export function receiptLink({ pagePath, locale }: { pagePath: string; locale: Locale }): Html {
  const { view } = textsOf('payment-page', locale).checkout.receipt;
  return html`<a class="button" id="receipt" href="${pagePath}/receipt?locale=${locale}">${view}</a>`;
}

/** Null: the page has none, or the payment is on its way. */
export function waysBack(view: PaymentPageView): Html | null {
  const { checkout, locale, status } = view;
  if (checkout?.hasReceipt && status === 'paid')
    return html`<div class="links">${receiptLink({ ...checkout, locale })}</div>`;
  if (!checkout?.isOpen || !(isPayable(view) || needsNewPrice(view))) return null;
  const t = textsOf('payment-page', locale).checkout;
  const to = `${checkout.pagePath}?locale=${locale}`;
  return html`<div class="links">
${needsNewPrice(view) && html`<form class="links" method="post" action="${to}"><button class="button primary" id="new-price" name="pay_currency" value="${checkout.coin}">${t.newPrice}</button></form>`}
<a class="button" id="another-coin" href="${to}">${t.anotherCoin}</a>
</div>`;
}
