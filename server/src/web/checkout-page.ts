// Renders the hosted page of a checkout: the price, and a plain form with what it costs in each coin.
import type { FastifyInstance } from 'fastify';
import { chooseCoin } from '../checkouts/choose.ts';
import { textsOf } from '../core/texts/texts.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { addChoiceRoutes, coinForm, statusBlock } from './coin-choice.ts';
import type { Web } from './page-answers.ts';
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
import { STATUS_BADGES } from './payment-page-status.ts';
import { merchantContact, merchantName, type StatusText } from './payment-page-view.ts';
import { type CheckoutPageView, viewOfCheckout } from './view-of-checkout.ts';

export function addCheckoutRoutes(fastify: FastifyInstance, web: Web): void {
  addChoiceRoutes(fastify, web, {
    path: '/checkouts',
    async render({ app, links }, id, locale) {
      const view = await viewOfCheckout(app, id, locale);
      return view && renderCheckoutPage(view, links);
    },
    choose: chooseCoin,
  });
}

const REFRESH_SECONDS = 20;

function renderCheckoutPage(view: CheckoutPageView, links: AssetLinks): string {
  const { locale, coins, name, merchant } = view;
  const { title, text } = statusText(view);
  const isOpen = coins.length > 0 || view.status === 'confirming';
  const shown = merchant.pageTitle ?? name;
  const pageTitle = shown === null ? html`${title}` : html`${title} – ${shown}`;
  const page = html`${pageHead({ locale, title: pageTitle, links, merchant })}
${isOpen && html`<script type="module" src="${links.script}"></script>`}
</head>
<body>
${isOpen && announcer()}
${languageSwitch(locale)}
<main id="payment" class="${coins.length > 0 ? 'payable' : 'settled'}" data-refresh-seconds="${REFRESH_SECONDS}" data-announcement="${title}. ${text}">
${view.isTestNetwork && html`<p class="test">${textsOf('payment-page', locale).testNetwork}</p>`}
<div class="card">
${summary(view, links)}
<section class="action">
${statusBlock(STATUS_BADGES[view.status], { title, text, id: 'status-title' })}
${startedPayment(view, links)}
${coins.length > 0 && coinForm(view, links)}
${returnLink(view)}
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

function statusText({ status, locale, coins }: CheckoutPageView): StatusText {
  const t = textsOf('payment-page', locale);
  if (status === 'waiting') return t.subscription.choose;
  // Its text is about one address.
  if (status === 'underpaid')
    return {
      title: t.status.underpaid.title,
      text: coins.length > 0 ? t.subscription.choose.text : t.status.late.text,
    };
  return t.status[status];
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
${view.remaining !== null && fact(t.price, priceText(view.price, view.locale))}
${view.coins.length > 0 && fact(t.payBefore, end)}
${view.status === 'expired' && fact(t.expired, end)}
${merchantContact(view, view.name ?? view.pagePath)}
</dl>`;
}

/** `_top` leaves the frame when the page is embedded. */
function returnLink(view: CheckoutPageView): Html | null {
  const isPaid = view.status === 'paid' || view.status === 'overpaid';
  const url = webUrl(isPaid ? view.successUrl : view.unsuccessUrl);
  if (url === null || view.coins.length > 0 || view.status === 'confirming') return null;
  const text = textsOf('payment-page', view.locale).returnTo({ host: new URL(url).host });
  return html`<div class="links"><a class="button primary" target="_top" rel="noreferrer" href="${url}">${text}</a></div>`;
}
