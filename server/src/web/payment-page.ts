// Renders a hosted payment page. With server/assets/payment-page.js, the page follows the payment live; without a
// script, the payer refreshes it with a button.
import { textsOf } from '../core/texts/texts.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { checkoutData, needsNewPrice, thanksText, waysBack } from './invoice-of-checkout.ts';
import { refunds } from './page-deposits.ts';
import {
  type AssetLinks,
  announcer,
  fact,
  freeText,
  type Html,
  html,
  icon,
  labelled,
  languageSwitch,
  markupOf,
  pageHead,
  plainAmount,
  priceText,
  refreshWithoutScript,
  shortened,
  timeElement,
  webUrl,
} from './page-parts.ts';
import { requestBlock } from './page-request.ts';
import { badgeOf, needsMerchant, statusText } from './payment-page-status.ts';
import {
  contactButton,
  isFinal,
  isPayable,
  merchantContact,
  merchantName,
  type PaymentPageView,
  secondsLeft,
  viewVersion,
} from './payment-page-view.ts';
import { copyButton, paymentRequest } from './payment-request.ts';

export function renderPaymentPage(view: PaymentPageView, links: AssetLinks): string {
  const title = statusText(view).title;
  const { locale, merchant } = view;
  const pageTitle = html`${title} – ${merchant.pageTitle ?? heading(view)}`;
  const page = html`${pageHead({ locale, title: pageTitle, links, merchant })}
${view.checkout?.thanks?.progress && html`<link rel="stylesheet" href="${links.checkoutStyle}">`}
<script type="module" src="${links.script}"></script>
</head>
<body>
${announcer()}
${languageSwitch(view.locale)}
${paymentMain(view, links)}
${sellerFooter(view)}
</body>
</html>
`;
  return markupOf(page);
}

/** The script replaces this part when the version changes. The `data-` attributes are the script's input. */
function paymentMain(view: PaymentPageView, { site }: AssetLinks): Html {
  const t = textsOf('payment-page', view.locale);
  const { title, text } = statusText(view);
  return html`<main id="payment" class="${isPayable(view) ? 'payable' : 'settled'}" data-version="${viewVersion(view)}" data-status="${view.status}" data-status-url="${view.pagePath}/status"${view.checkout && checkoutData(view.checkout.state)} data-final="${isFinal(view) ? 'yes' : 'no'}" data-announcement="${title}. ${text}" data-copied="${t.copied}" data-copy-failed="${t.copyFailed}" data-one-minute="${t.oneMinuteLeft}" data-time-left="${t.timeLeft({ time: '{time}' })}">
${view.isTestNetwork && html`<p class="test">${t.testNetwork}</p>`}
<div class="card">
<section class="summary">
${merchantLogo(view.merchant, site)}
${merchantName(view)}
<h1>${freeText(heading(view))}</h1>
${view.description && html`<p class="description">${freeText(view.description)}</p>`}
${amount(view)}
</section>
<section class="action">
${status(view)}
${isPayable(view) && paymentRequest(view)}
${view.status === 'paid' && thanksText(view.checkout?.thanks, view.locale)}
${refunds(view)}
${view.request && requestBlock(view.request, view)}
${waysBack(view)}
${links(view)}
${transactions(view)}
</section>
${facts(view)}
</div>
<p id="offline" class="hint" role="status" data-text="${t.connectionLost}"></p>
${!isFinal(view) && refreshWithoutScript(view.locale)}
</main>`;
}

function heading(view: PaymentPageView): string {
  return view.name?.trim() || textsOf('payment-page', view.locale).payment;
}

function amount(view: PaymentPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const { amounts, payCurrency } = view;
  if (amounts === null && !isPayable(view)) return html``;
  if (amounts === null) {
    return html`<h2 class="label">${t.sendAny}</h2><p class="amount"><span>${payCurrency}</span></p>`;
  }
  const isOpen = isPayable(view);
  const isRest = isOpen && amounts.remaining !== amounts.due;
  const shown = plainAmount(isRest ? amounts.remaining : amounts.due);
  const label = isRest ? t.sendRemaining : isOpen ? t.sendExactly : t.amount;
  return html`<h2 class="label">${label}</h2>
<p class="amount"><span class="digits" dir="ltr">${shown}</span> <span class="unit">${payCurrency}${isOpen && copyButton('copy-amount', t.copy, { text: shown, label: t.copyAmount })}</span></p>
${view.price && html`<p class="price">${isRest && labelled(t.price, view.locale)}${priceText(view.price, view.locale)}</p>`}`;
}

function facts(view: PaymentPageView): Html {
  const t = textsOf('payment-page', view.locale);
  const { amounts, payCurrency, expiresAt } = view;
  const coin = (text: string) => `${plainAmount(text)} ${payCurrency}`;
  const isShort = amounts !== null && view.status === 'underpaid';
  const hasArrived = amounts !== null && plainAmount(amounts.received) !== '0';
  const payBefore = isPayable(view) ? t.payBefore : t.expired;
  const requests = view.status === 'expired' || isPayable(view);
  return html`<dl class="facts">
${isShort && fact(t.amount, coin(amounts.due))}
${hasArrived && fact(t.received, coin(amounts.received))}
${isShort && !isPayable(view) && fact(t.remaining, coin(amounts.remaining))}
${rate(view)}
${fact(t.network, view.networkName)}
${view.createdAt && !isPayable(view) && fact(t.created, timeElement(view.createdAt, view.locale))}
${expiresAt && requests && fact(payBefore, timeElement(expiresAt, view.locale))}
${merchantContact(view, subject(view))}
</dl>`;
}

function rate({ price, rate, payCurrency, locale }: PaymentPageView): Html | null {
  if (price === null || rate === null) return null;
  const worth = priceText({ ...price, amount: rate }, locale);
  return fact(textsOf('payment-page', locale).rate, html`<bdi>1 ${payCurrency} = ${worth}</bdi>`);
}

function subject(view: PaymentPageView): string {
  const id = view.pagePath.split('/').at(-1);
  return `${heading(view)} (${id})`;
}

function status(view: PaymentPageView): Html {
  const badge = badgeOf(view);
  const { title, text } = statusText(view);
  return html`<div class="status ${badge.tone}">
<span class="badge">${icon(badge.icon)}</span>
<h2 id="status-title" tabindex="-1" aria-describedby="status-text">${title}</h2>
<p id="status-text">${text}</p>
${countdown(view)}
</div>
${confirmations(view)}`;
}

/** The script fills the countdown. Without a script, the absolute time next to it is correct. */
function countdown(view: PaymentPageView): Html | null {
  const left = secondsLeft(view);
  if (left === null || !isPayable(view)) return null;
  return html`<p id="countdown" role="timer" data-seconds-left="${left}"></p>`;
}

function confirmations(view: PaymentPageView): Html | null {
  if (view.confirmations === null || view.status !== 'confirming') return null;
  const { seen, needed } = view.confirmations;
  const { locale } = view;
  const text = textsOf('payment-page', locale).confirmations({ seen, needed });
  return html`<div class="confirmations"><progress max="${needed}" value="${seen}" aria-labelledby="confirmations"></progress><p id="confirmations">${text}</p></div>`;
}

function links(view: PaymentPageView): Html | null {
  const back = returnLink(view);
  const contact = needsMerchant(view)
    ? contactButton(view, { subject: subject(view), isPrimary: back === null && !isPayable(view) })
    : null;
  return back === null && contact === null
    ? null
    : html`<div class="links">${back}${contact}</div>`;
}

/** `_top` leaves the frame when the page is embedded. */
function returnLink(view: PaymentPageView): Html | null {
  const t = textsOf('payment-page', view.locale);
  const isGood = view.status === 'paid' || view.status === 'overpaid';
  // A payer who returns to the cart while the payment is in progress or under review might pay twice.
  const isStillOpen =
    isPayable(view) || needsNewPrice(view) || ['confirming', 'on_hold'].includes(view.status);
  const url = webUrl(isGood ? view.successUrl : view.unsuccessUrl);
  if (url === null || isStillOpen) return null;
  const host = new URL(url).host;
  // A payer with a refund needs time to read about it.
  const isAutomatic =
    view.status === 'paid' && view.refunds.length === 0 && view.checkout?.redirects !== false;
  return html`<a class="button primary" id="return" target="_top" rel="noreferrer" href="${url}"${isAutomatic && html` data-redirect="${t.redirecting({ host })}"`}>${t.returnTo({ host })}</a>
<p id="redirecting" class="hint"></p>
`;
}

function transactions(view: PaymentPageView): Html | null {
  if (view.transactions.length === 0) return null;
  const t = textsOf('payment-page', view.locale);
  return html`<div class="transactions"><h3>${t.transactions}</h3><ul>${view.transactions.map(
    (item) => {
      const shown = html`<code class="on-screen" dir="ltr">${shortened(item.txid)}</code>${inPrint(item.txid)}`;
      const url = webUrl(item.explorerUrl);
      const label = t.viewTransaction({ txid: shortened(item.txid) });
      return html`<li>${url === null ? shown : html`<a href="${url}" target="_blank" rel="noopener noreferrer" aria-label="${label}">${shown}</a>`}${item.amount !== null && html`<span>${plainAmount(item.amount)} ${view.payCurrency}${item.isConfirmed && confirmedMark(t.confirmed)}</span>`}</li>`;
    },
  )}</ul></div>`;
}

/** On paper, nobody can follow a link. */
function inPrint(text: string): Html {
  return html`<code class="in-print txid" dir="ltr">${text}</code>`;
}

function confirmedMark(text: string): Html {
  return html`<span class="confirmed">${icon('check')}<span class="unseen"> ${text}</span></span>`;
}
