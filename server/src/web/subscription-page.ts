// Renders the hosted page of a subscription: the amount due, the deadline, and a plain form with the coins to pay in.

import type { FastifyInstance } from 'fastify';
import { languageTag } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { payPeriod } from '../subscriptions/pay.ts';
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
import type { Badge } from './payment-page-status.ts';
import { merchantContact, merchantName, type StatusText } from './payment-page-view.ts';
import { type SubscriptionPageView, viewOfSubscription } from './view-of-subscription.ts';

export function addSubscriptionRoutes(fastify: FastifyInstance, web: Web): void {
  addChoiceRoutes(fastify, web, {
    path: '/subscriptions',
    async render({ app, links }, id, locale) {
      const view = await viewOfSubscription(app, id, locale);
      return view && renderSubscriptionPage(view, links);
    },
    choose: (app, id, { coin }) => payPeriod(app, id, coin),
  });
}

const REFRESH_SECONDS = 20;

const BADGES: Readonly<Record<SubscriptionPageView['status'], Badge>> = {
  due: { icon: 'wallet', tone: 'calm' },
  confirming: { icon: 'clock', tone: 'calm' },
  paid: { icon: 'check', tone: 'good' },
  cancelled: { icon: 'cross', tone: 'bad' },
};

export function renderSubscriptionPage(view: SubscriptionPageView, links: AssetLinks): string {
  const { title, text } = statusText(view);
  const isOpen = view.status === 'due' || view.status === 'confirming';
  const { locale, merchant } = view;
  const pageTitle = html`${title} – ${merchant.pageTitle ?? view.name}`;
  const page = html`${pageHead({ locale, title: pageTitle, links, merchant })}
${isOpen && html`<script type="module" src="${links.script}"></script>`}
</head>
<body>
${isOpen && announcer()}
${languageSwitch(view.locale)}
<main id="payment" class="${view.status === 'due' ? 'payable' : 'settled'}" data-refresh-seconds="${REFRESH_SECONDS}" data-announcement="${title}. ${text}">
${view.isTestNetwork && html`<p class="test">${textsOf('payment-page', view.locale).testNetwork}</p>`}
<div class="card">
${summary(view, links)}
<section class="action">
${statusBlock(BADGES[view.status], { title, text, id: 'status-title' })}
${startedPayment(view, links)}
${view.status === 'due' && coinForm(view, links)}
${returnLink(view)}
</section>
${facts(view)}
</div>
${isOpen && refreshWithoutScript(view.locale)}
</main>
${sellerFooter(view)}
</body>
</html>
`;
  return markupOf(page);
}

function summary(view: SubscriptionPageView, { site }: AssetLinks): Html {
  return html`<section class="summary">
${merchantLogo(view.merchant, site)}
${merchantName(view)}
<h1>${freeText(view.name)}</h1>
${view.description && html`<p class="description">${freeText(view.description)}</p>`}
<h2 class="label">${textsOf('payment-page', view.locale).amount}</h2>
<p class="amount"><span class="digits" dir="ltr">${priceText(view.price, view.locale)}</span></p>
</section>`;
}

function statusText(view: SubscriptionPageView): StatusText {
  const t = textsOf('payment-page', view.locale);
  const texts: Readonly<Record<SubscriptionPageView['status'], StatusText>> = {
    due: t.subscription.choose,
    confirming: t.status.confirming,
    paid: t.subscription.paid,
    cancelled: t.subscription.ended,
  };
  return texts[view.status];
}

/** Shown before the form, so that a payer does not pay twice by accident. */
function startedPayment(view: SubscriptionPageView, links: AssetLinks): Html | null {
  if (view.startedInvoice === null || view.status === 'paid') return null;
  const t = textsOf('payment-page', view.locale).subscription;
  const link = html`<a class="button" id="started" href="${links.site}/invoices/${view.startedInvoice}?locale=${view.locale}">${t.viewPayment}</a>`;
  if (view.status !== 'due') return html`<div class="links">${link}</div>`;
  return html`${statusBlock({ icon: 'alert', tone: 'careful' }, { ...t.started, id: 'started-title' })}
<div class="links">${link}</div>`;
}

function facts(view: SubscriptionPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const isDue = view.status === 'due' || view.status === 'confirming';
  const end = timeElement(view.periodEndsAt, view.locale);
  return html`<dl class="facts">
${fact(t.subscription.interval, intervalText(view))}
${isDue && fact(t.payBefore, end)}
${view.status === 'paid' && fact(t.subscription.nextFrom, end)}
${merchantContact(view, subject(view))}
</dl>`;
}

function subject({ name, pagePath }: SubscriptionPageView): string {
  return `${name} (${pagePath.split('/').at(-1)})`;
}

function intervalText(view: SubscriptionPageView): string {
  const format = new Intl.NumberFormat(languageTag(view.locale), {
    style: 'unit',
    unit: view.period,
    unitDisplay: 'long',
  });
  return format.format(view.periodQuantity);
}

/** `_top` leaves the frame when the page is embedded. */
function returnLink(view: SubscriptionPageView): Html | null {
  const requested = view.status === 'paid' ? view.successUrl : view.unsuccessUrl;
  const url = webUrl(requested);
  if (url === null || view.status === 'due' || view.status === 'confirming') return null;
  const text = textsOf('payment-page', view.locale).returnTo({ host: new URL(url).host });
  return html`<div class="links"><a class="button primary" target="_top" rel="noreferrer" href="${url}">${text}</a></div>`;
}
