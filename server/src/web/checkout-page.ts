// Renders the hosted page of a checkout: the price, and a plain form with what it costs in each coin, and the items.
import type { FastifyInstance } from 'fastify';
import { chooseCoin } from '../checkouts/choose.ts';
import { textsOf } from '../core/texts/texts.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { addChoiceRoutes, statusBlock } from './coin-choice.ts';
import { checkoutData, receiptLink, thanksText } from './invoice-of-checkout.ts';
import { type Attempt, offerForm } from './offer-form.ts';
import type { Web } from './page-answers.ts';
import { refundBlock } from './page-deposits.ts';
import { itemFact } from './page-items.ts';
import {
  type AssetLinks,
  announcer,
  fact,
  freeText,
  type Html,
  html,
  languageSwitch,
  markupOf,
  pageHead,
  priceText,
  refreshWithoutScript,
  timeElement,
  webUrl,
} from './page-parts.ts';
import { requestBlock } from './page-request.ts';
import { type Badge, STATUS_BADGES } from './payment-page-status.ts';
import {
  isRefundMoving,
  merchantContact,
  merchantName,
  type PaymentPageStatus,
  type StatusText,
} from './payment-page-view.ts';
import { type CheckoutPageView, viewOfCheckout } from './view-of-checkout.ts';

export function addCheckoutRoutes(fastify: FastifyInstance, web: Web): void {
  addChoiceRoutes(fastify, web, {
    path: '/checkouts',
    async render({ app, links }, id, locale) {
      const view = await viewOfCheckout(app, id, locale);
      return view && renderCheckoutPage(view, links, null);
    },
    choose: chooseCoin,
    async renderProblem({ app, links }, id, locale, attempt) {
      const view = await viewOfCheckout(app, id, locale);
      if (view === null || !view.needsEmail || view.offers.length === 0) return null;
      return renderCheckoutPage(view, links, attempt);
    },
  });
}

const REFRESH_SECONDS = 20;

/** `attempt`: the page is shown again with what must be corrected. */
export function renderCheckoutPage(
  view: CheckoutPageView,
  links: AssetLinks,
  attempt: Attempt | null,
): string {
  const { locale, offers, name, merchant, isPayable } = view;
  const { title, text } = statusText(view);
  const isMoving = view.refunds.some((refund) => isRefundMoving(refund));
  const isOpen = isPayable || view.status === 'confirming' || isMoving;
  const shown = merchant.pageTitle ?? name;
  const pageTitle = shown === null ? html`${title}` : html`${title} – ${shown}`;
  // A page with an entry to correct stays as it is.
  const isFinal = !isOpen || attempt !== null;
  const page = html`${pageHead({ locale, title: pageTitle, links, merchant })}
<link rel="stylesheet" href="${links.checkoutStyle}">
<script type="module" src="${links.script}"></script>
</head>
<body>
${announcer()}
${languageSwitch(locale)}
<main id="payment" class="${offers.length > 0 ? 'payable' : 'settled'}" data-refresh-seconds="${REFRESH_SECONDS}" data-final="${isFinal ? 'yes' : 'no'}" data-status="${view.status}"${checkoutData(view.checkout)} data-announcement="${title}. ${text}">
${view.isTestNetwork && html`<p class="test">${textsOf('payment-page', locale).testNetwork}</p>`}
<div class="card">
${summary(view, links)}
<section class="action">
${action(view, links, attempt)}
${thanksText(view.thanks, locale)}
${view.refunds.map((refund) => refundBlock(refund, { locale, currency: refund.currency, asks: true, copyId: null }))}
${refundRequests(view)}
${returnLink(view)}
${view.hasReceipt && html`<div class="links">${receiptLink(view)}</div>`}
</section>
${facts(view)}
</div>
${isOpen && refreshWithoutScript(locale)}
</main>
${sellerFooter(view)}
</body>
</html>
`;
  return markupOf(page);
}

/** With the coin if there are several. */
function refundRequests({ requests, locale }: CheckoutPageView): (Html | null)[] {
  const isSeveral = requests.length > 1;
  return requests.map(({ coin, ...one }) =>
    requestBlock(one, { locale, coin: isSeveral ? coin : null }),
  );
}

/** Before the first payment, the choice of the coin is the first thing seen. */
function action(view: CheckoutPageView, links: AssetLinks, attempt: Attempt | null): Html {
  const { title, text } = statusText(view);
  const isFirst = view.status === 'waiting' && view.offers.length > 0;
  const badge =
    view.isPayable && view.offers.length === 0 ? NOT_NOW : STATUS_BADGES[shownStatus(view)];
  return html`${!isFirst && statusBlock(badge, { title, text, id: 'status-title' })}
${startedPayment(view, links)}
${view.offers.length > 0 && offerForm(view, links, { isFirst, attempt })}`;
}

const NOT_NOW: Badge = { icon: 'alert', tone: 'careful' };

function summary(view: CheckoutPageView, { site }: AssetLinks): Html {
  const t = textsOf('payment-page', view.locale);
  const shown = view.remaining ?? view.price;
  return html`<section class="summary">
${merchantLogo(view.merchant, site)}
${merchantName(view)}
<h1>${freeText(view.name ?? t.payment)}</h1>
${view.description && html`<p class="description">${freeText(view.description)}</p>`}
<h2 class="label">${view.remaining === null ? t.amount : t.remaining}</h2>
<p class="amount"><span class="digits" dir="ltr">${priceText(shown, view.locale)}</span></p>
</section>`;
}

/** A refund says what happens to what was paid too much. */
function shownStatus({ status, refunds }: CheckoutPageView): PaymentPageStatus {
  return status === 'overpaid' && refunds.length > 0 ? 'paid' : status;
}

function statusText(view: CheckoutPageView): StatusText {
  const { locale } = view;
  const status = shownStatus(view);
  const t = textsOf('payment-page', locale);
  if (view.isPayable && view.offers.length === 0)
    return view.isExhausted ? t.exhausted : t.unavailable;
  if (status === 'waiting') return t.subscription.choose;
  // Its text is about one address.
  if (status !== 'underpaid') return t.status[status];
  if (view.isPayable) return { ...t.status.underpaid, text: t.subscription.started.text };
  const { title, text } = t.underpaidExpired;
  return { title, text: text({ currency: view.receivedIn.join(', ') }) };
}

/** Shown before the form, so that a payer does not pay twice by accident. */
function startedPayment(view: CheckoutPageView, links: AssetLinks): Html | null {
  if (view.startedInvoice === null) return null;
  const t = textsOf('payment-page', view.locale).subscription;
  return html`<div class="links"><a class="button" id="started" href="${links.site}/invoices/${view.startedInvoice}?locale=${view.locale}">${t.viewPayment}</a></div>`;
}

function facts(view: CheckoutPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const end = timeElement(view.expiresAt, view.locale);
  return html`<dl class="facts">
${view.items.map((item) => itemFact(item, view.locale))}
${view.remaining !== null && fact(t.price, priceText(view.price, view.locale))}
${view.isPayable && fact(t.payBefore, end)}
${view.status === 'expired' && fact(t.expired, end)}
${merchantContact(view, view.name ?? view.pagePath)}
</dl>`;
}

function redirects(view: CheckoutPageView): boolean {
  // A payer with a refund needs time to read about it.
  const isWhole = view.status === 'paid' && view.refunds.length === 0;
  return isWhole && view.redirects && webUrl(view.successUrl) !== null;
}

/** `_top` leaves the frame when the page is embedded. */
function returnLink(view: CheckoutPageView): Html | null {
  const isPaid = view.status === 'paid' || view.status === 'overpaid';
  const url = webUrl(isPaid ? view.successUrl : view.unsuccessUrl);
  if (url === null || view.isPayable || view.status === 'confirming') return null;
  const { host } = new URL(url);
  const t = textsOf('payment-page', view.locale);
  const soon = redirects(view) && html` data-redirect="${t.redirecting({ host })}"`;
  return html`<div class="links"><a class="button primary" id="return" target="_top" rel="noreferrer" href="${url}"${soon}>${t.returnTo({ host })}</a>
<p id="redirecting" class="hint"></p></div>`;
}
