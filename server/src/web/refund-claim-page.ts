// The payer's page of a refund claim: a form for the address, a check of what arrives, and the progress of the refund.
// Opening it changes nothing, because programs open links to preview them. Works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { textsOf } from '../core/texts/texts.ts';
import { withdrawRequest } from '../invoices/ask-for-refund.ts';
import { type ClaimStatus, findClaimByToken } from '../invoices/claims.ts';
import { takeClaim } from '../invoices/take-claim.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { statusBlock } from './coin-choice.ts';
import { loneFormHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import {
  type AssetLinks,
  chunked,
  fact,
  freeText,
  type Html,
  html,
  languageSwitch,
  markupOf,
  pageHead,
  plainAmount,
  priceText,
  refreshButton,
  shortened,
  timeElement,
  webUrl,
} from './page-parts.ts';
import type { Badge } from './payment-page-status.ts';
import { merchantContact, merchantName, type StatusText } from './payment-page-view.ts';
import {
  addressOf,
  type ClaimPageView,
  type Entered,
  problemOf,
  viewOfClaim,
} from './view-of-claim.ts';

const PATH = '/refunds/:token';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const TEXT_MAX = 200;
export const EMPTY: Entered = { address: '', tag: '' };

export function addRefundClaimRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    config: { isSecretPath: true },
    handler: (request, reply) => show(web, { request, reply, entered: EMPTY }),
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: PATH,
    config: { isSecretPath: true },
    handler: async (request, reply) => {
      web.posts.take(clientOf(request.ip));
      const { entered, isFinal, isWithdrawn } = readForm(request);
      if (isWithdrawn) {
        await withdrawRequest(web.app, admit(web, request));
        return toClaim(web, { request, reply, token: admit(web, request) });
      }
      if (!isFinal || entered.address === '') return show(web, { request, reply, entered });
      const token = admit(web, request);
      try {
        await takeClaim(web.app, token, addressOf(entered));
      } catch (error) {
        problemOf(error);
        // Shows the problem, which may be new.
        return show(web, { request, reply, entered });
      }
      return toClaim(web, { request, reply, token });
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
function admit(web: Web, request: FastifyRequest): string {
  web.limit.take(clientOf(request.ip));
  const { token = '' } = request.params as { token?: string };
  if (!TOKEN.test(token)) throw notFound();
  return token;
}

async function show(
  web: Web,
  { request, reply, entered }: { request: FastifyRequest; reply: FastifyReply; entered: Entered },
): Promise<FastifyReply> {
  const token = admit(web, request);
  const claim = await findClaimByToken(web.app.db, token);
  if (claim === null) throw notFound();
  const locale = localeOfRequest(request);
  const view = await viewOfClaim(web.app, claim, { locale, token, entered });
  return reply.headers(loneFormHeaders()).send(renderClaimPage(view, web.links));
}

/** 303: the browser loads the target with GET, and a reload does not post again. */
export function toClaim(
  web: Web,
  { request, reply, token }: { request: FastifyRequest; reply: FastifyReply; token: string },
): FastifyReply {
  const target = `${web.links.site}/refunds/${token}?locale=${localeOfRequest(request)}`;
  return reply.code(303).headers(loneFormHeaders()).header('location', target).send('');
}

interface ClaimForm {
  readonly entered: Entered;
  readonly isFinal: boolean;
  readonly isWithdrawn: boolean;
  /** Of a request. */
  readonly id: string;
}

export function readForm({ body, headers }: FastifyRequest): ClaimForm {
  if (!Buffer.isBuffer(body) || !FORM_TYPE.test(headers['content-type'] ?? ''))
    return { entered: EMPTY, isFinal: false, isWithdrawn: false, id: '' };
  const form = new URLSearchParams(body.toString('utf8'));
  const read = (name: string) => (form.get(name) ?? '').trim().slice(0, TEXT_MAX);
  return {
    entered: { address: read('address'), tag: read('tag') },
    isFinal: form.get('step') === 'request',
    isWithdrawn: form.get('step') === 'withdraw',
    id: read('id'),
  };
}

const BADGES: Readonly<Record<ClaimStatus, Badge>> = {
  open: { icon: 'back', tone: 'calm' },
  claimed: { icon: 'clock', tone: 'calm' },
  approved: { icon: 'clock', tone: 'calm' },
  sent: { icon: 'clock', tone: 'calm' },
  completed: { icon: 'check', tone: 'good' },
  failed: { icon: 'alert', tone: 'bad' },
  declined: { icon: 'cross', tone: 'bad' },
  expired: { icon: 'clock', tone: 'bad' },
  revoked: { icon: 'cross', tone: 'bad' },
};

function statusText(view: ClaimPageView): StatusText {
  const { claim: t, refund, status } = textsOf('payment-page', view.locale);
  const place = { currency: view.currency, network: view.networkName };
  const enter = { title: t.enter.title, text: t.enter.text(place) };
  const texts: Readonly<Record<ClaimStatus, StatusText>> = {
    open: view.preview === null ? enter : t.check,
    claimed: t.claimed,
    approved: t.approved,
    sent: refund.sent,
    completed: status.refunded,
    failed: refund.stopped,
    declined: t.declined,
    expired: t.over,
    revoked: view.paymentPath === null ? t.over : t.ended,
  };
  return texts[view.status];
}

export function renderClaimPage(view: ClaimPageView, links: AssetLinks): string {
  const { claim: t, testNetwork } = textsOf('payment-page', view.locale);
  const { title, text } = statusText(view);
  const isOpen = view.status === 'open';
  const page = html`${pageHead({ locale: view.locale, title: html`${title} – ${t.title}`, links, merchant: view.merchant })}
</head>
<body>
${languageSwitch(view.locale)}
<main id="payment" class="${isOpen ? 'payable' : 'settled'}">
${view.isTestNetwork && html`<p class="test">${testNetwork}</p>`}
<div class="card">
<section class="summary">
${merchantLogo(view.merchant, links.site)}
${merchantName(view)}
<h1>${t.title}</h1>
${view.name !== null && html`<p class="description">${freeText(view.name)}</p>`}
<p class="amount"><span class="digits" dir="ltr">${priceText(view.amount, view.locale)}</span></p>
</section>
<section class="action">
${statusBlock(BADGES[view.status], { title, text, id: 'status-title' })}
${isOpen && (view.preview === null ? addressForm(view) : confirmation(view))}
${['claimed', 'approved', 'sent'].includes(view.status) && html`<div class="links">${refreshButton(view.locale)}</div>`}
${view.paymentPath !== null && requestLinks(view, view.paymentPath)}
</section>
${facts(view)}
</div>
${sellerFooter(view)}
</main>
</body>
</html>
`;
  return markupOf(page);
}

function requestLinks(view: ClaimPageView, paymentPath: string): Html {
  const { claim: t, subscription } = textsOf('payment-page', view.locale);
  const isWaiting = view.status === 'claimed';
  return html`${
    isWaiting &&
    html`<p class="hint">${t.keep}</p>
<form class="claim" method="post" action="${view.pagePath}?locale=${view.locale}">
<button class="button" id="withdraw" name="step" value="withdraw">${t.withdraw}</button>
</form>`
  }
<div class="links"><a class="button" id="payment-page" href="${paymentPath}?locale=${view.locale}">${subscription.viewPayment}</a></div>`;
}

function addressForm(view: ClaimPageView): Html {
  const { claim: t } = textsOf('payment-page', view.locale);
  const { problem, entered, tagName } = view;
  const place = { currency: view.currency, network: view.networkName };
  const texts = { wrong: t.wrong(place), refused: t.refused, small: t.small, later: t.later };
  const described = problem === null ? null : html` aria-invalid="true" aria-describedby="problem"`;
  return html`<form class="claim" method="post" action="${view.pagePath}?locale=${view.locale}">
${problem !== null && html`<p id="problem" class="warning" role="alert">${texts[problem]}</p>`}
<label for="address">${t.label({ currency: view.currency })}</label>
<input id="address" name="address" value="${entered.address}" maxlength="${TEXT_MAX}" required autocomplete="off" autocapitalize="off" spellcheck="false" dir="ltr"${described}>
${
  tagName !== null &&
  html`<label for="tag">${t.tag({ name: tagName })}</label>
<input id="tag" name="tag" value="${entered.tag}" maxlength="20" inputmode="numeric" autocomplete="off" dir="ltr">`
}
<button class="button primary" name="step" value="check">${t.go}</button>
</form>`;
}

function confirmation(view: ClaimPageView): Html | null {
  const { preview, entered, currency, locale } = view;
  if (preview === null) return null;
  const { claim: t, address, refund } = textsOf('payment-page', locale);
  const action = `${view.pagePath}?locale=${locale}`;
  return html`<div class="field"><h3>${address}</h3><p class="value">${chunked(preview.address)}</p></div>
<dl class="facts">
${fact(t.fee, `${plainAmount(preview.networkFee)} ${currency}`)}
${preview.fee !== null && fact(refund.fees, `${plainAmount(preview.fee)} ${currency}`)}
${fact(t.arrives, `${plainAmount(preview.received)} ${currency}`)}
</dl>
<form class="claim" method="post" action="${action}">
<input type="hidden" name="address" value="${entered.address}">
<input type="hidden" name="tag" value="${entered.tag}">
${view.formId !== null && html`<input type="hidden" name="id" value="${view.formId}">`}
<button class="button primary" name="step" value="request">${t.confirm}</button>
<a class="button" href="${action}">${t.change}</a>
</form>`;
}

function facts(view: ClaimPageView): Html {
  const { claim: t, address, network, refund } = textsOf('payment-page', view.locale);
  return html`<dl class="facts">
${view.address !== null && fact(address, chunked(view.address))}
${view.status === 'declined' && view.reason !== null && fact(t.reason, freeText(view.reason))}
${transaction(view, refund.transaction)}
${fact(network, view.networkName)}
${view.status === 'open' && view.expiresAt !== null && fact(t.validUntil, timeElement(view.expiresAt, view.locale))}
${merchantContact(view, t.title)}
</dl>`;
}

/** The transaction of an abandoned payout is not on the chain. */
function transaction(view: ClaimPageView, label: string): Html | null {
  if (view.txid === null || !['sent', 'completed'].includes(view.status)) return null;
  const shown = html`<code class="txid" dir="ltr">${shortened(view.txid)}</code>`;
  const url = webUrl(view.explorerUrl);
  if (url === null) return fact(label, shown);
  return fact(label, html`<a href="${url}" target="_blank" rel="noopener noreferrer">${shown}</a>`);
}
