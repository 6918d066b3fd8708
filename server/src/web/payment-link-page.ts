// The page of a payment link. A click makes the checkout: opening the page changes nothing, because programs open links
// to preview them. Amounts come from the link, never from its address. Works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unitOfCode } from '../coins/price-unit.ts';
import { isStorable } from '../contract/storable-text.ts';
import { notFound } from '../core/errors.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type ReadAnswers, readAnswers } from '../payment-links/answers.ts';
import { findLinkByToken, type LinkRow, type LinkState, linkUrl } from '../payment-links/links.ts';
import { isTooSmall, openCheckout } from '../payment-links/open-checkout.ts';
import { merchantLogo, sellerFooter } from './brand-parts.ts';
import { seeOther, statusBlock } from './coin-choice.ts';
import { donorList, endFact } from './donation-parts.ts';
import { donationProgress } from './donation-progress.ts';
import { choicePageHeaders, paymentPageHeaders } from './headers.ts';
import { linkForm, stockNote } from './link-form.ts';
import { clientOf, sendMessage, type Web } from './page-answers.ts';
import {
  type AssetLinks,
  freeText,
  type Html,
  html,
  languageSwitch,
  markupOf,
  pageHead,
  priceText,
} from './page-parts.ts';
import { renderPoster } from './payment-link-poster.ts';
import type { Badge } from './payment-page-status.ts';
import { merchantContact, merchantName } from './payment-page-view.ts';
import { renderProgressFrame } from './progress-frame.ts';
import {
  type LinkPageView,
  localeOfLink,
  NOTHING_ENTERED,
  type ShownLink,
  viewOfLink,
} from './view-of-link.ts';

const PATH = '/pay/:token';
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const NOTHING_SENT = { reference: '', entered: NOTHING_ENTERED, refusal: null };
const REFERENCE_MAX = 255;
const NONCE = /^[A-Za-z0-9_-]{22}$/;

export function addPaymentLinkRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: async (request, reply) => {
      const link = await requestedLink(web, request);
      const { ref } = request.query as { ref?: unknown };
      return show(web, { request, reply, link }, { reference: referenceOf(ref) });
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${PATH}/poster`,
    handler: async (request, reply) => {
      const link = await requestedLink(web, request);
      const locale = localeOf(link, request);
      const view = await viewOfLink(web.app, link, { ...NOTHING_SENT, locale });
      const poster = renderPoster(view, { url: linkUrl(web.app, link), links: web.links });
      return reply.headers(paymentPageHeaders()).send(poster);
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${PATH}/progress`,
    handler: async (request, reply) => {
      const link = await requestedLink(web, request);
      const locale = localeOf(link, request);
      const view = await viewOfLink(web.app, link, { ...NOTHING_SENT, locale });
      if (view.donation === null) throw notFound();
      return reply.headers(paymentPageHeaders()).send(renderProgressFrame(view, web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: PATH,
    handler: (request, reply) => click(web, { request, reply }),
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
async function requestedLink(web: Web, request: FastifyRequest): Promise<LinkRow> {
  web.limit.take(clientOf(request.ip));
  const { token = '' } = request.params as { token?: string };
  const link = TOKEN.test(token) ? await findLinkByToken(web.app.db, token) : null;
  if (link === null) throw notFound();
  return link;
}

interface Call {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function click(web: Web, { request, reply }: Call): Promise<FastifyReply> {
  web.posts.take(clientOf(request.ip));
  const { app } = web;
  const link = await requestedLink(web, request);
  const form = formOf(request);
  const unit = unitOfCode(app.currencies, link.terms.price_currency);
  const entered = readAnswers(link, unit, (name) => form.get(name) ?? '');
  const reference = referenceOf(form.get('ref'));
  const nonce = form.get('nonce') ?? '';
  const { answers } = entered;
  const again = { request, reply, link };
  if (answers === null) return show(web, again, { reference, entered, status: 422 });
  const requested = {
    answers,
    reference: reference || null,
    nonce: NONCE.test(nonce) ? nonce : null,
    client: clientOf(request.ip),
    language: localeOf(link, request),
  };
  try {
    const checkout = await openCheckout(app, link, requested);
    if (checkout === 'too_many')
      return show(web, again, { reference, entered, refusal: 'too_many', status: 429 });
    if (checkout !== 'gone') {
      const locale = localeOf(link, request);
      return seeOther(reply, `${web.links.site}/checkouts/${checkout.id}?locale=${locale}`);
    }
  } catch (error) {
    if (!isTooSmall(error)) throw error;
    return show(web, again, { reference, entered: withProblem(entered), status: 422 });
  }
  const changed = await requestedLink(web, request);
  const shown = { reference, entered: readAnswers(changed, unit, (name) => form.get(name) ?? '') };
  return show(web, { request, reply, link: changed }, { ...shown, refusal: 'gone', status: 409 });
}

/** The amount is within the limits of the link, but leaves nothing after the fee. */
function withProblem(entered: ReadAnswers): ReadAnswers {
  return { ...entered, problems: new Map([...entered.problems, ['amount', 'amount']]) };
}

function formOf({ body, headers }: FastifyRequest): URLSearchParams {
  const isForm = Buffer.isBuffer(body) && FORM_TYPE.test(headers['content-type'] ?? '');
  return new URLSearchParams(isForm ? body.toString('utf8') : '');
}

function referenceOf(sent: unknown): string {
  const text = typeof sent === 'string' ? sent.trim().slice(0, REFERENCE_MAX) : '';
  return isStorable(text) ? text : '';
}

function localeOf(link: LinkRow, { query, headers }: FastifyRequest) {
  const { locale } = query as { locale?: unknown };
  const accepted = headers['accept-language'] ?? null;
  return localeOfLink(link, typeof locale === 'string' ? locale : null, accepted);
}

interface Shown extends Partial<ShownLink> {
  readonly reference: string;
  readonly status?: number;
}

async function show(
  web: Web,
  { request, reply, link }: Call & { readonly link: LinkRow },
  { status = 200, reference, entered = NOTHING_ENTERED, refusal = null }: Shown,
): Promise<FastifyReply> {
  const locale = localeOf(link, request);
  const view = await viewOfLink(web.app, link, { locale, reference, entered, refusal });
  return reply.code(status).headers(choicePageHeaders()).send(renderLinkPage(view, web.links));
}

const BADGES: Readonly<Record<Exclude<LinkState, 'open'>, Badge>> = {
  off: { icon: 'cross', tone: 'bad' },
  over: { icon: 'clock', tone: 'bad' },
  sold_out: { icon: 'cross', tone: 'bad' },
};

export function renderLinkPage(view: LinkPageView, links: AssetLinks): string {
  const { locale, terms, merchant, reference } = view;
  const { testNetwork } = textsOf('payment-page', locale);
  const contact = merchantContact(view, terms.name);
  const ends = endFact(view);
  const kept = reference === '' ? '' : `&ref=${encodeURIComponent(reference)}`;
  const page = html`${pageHead({ locale, title: merchant.pageTitle ?? terms.name, links, merchant })}
<link rel="stylesheet" href="${links.checkoutStyle}">
<script type="module" src="${links.framedScript}"></script>
</head>
<body>
${languageSwitch(locale, kept)}
<main id="payment" class="${view.state === 'open' ? 'payable' : 'settled'}">
${view.isTestNetwork && html`<p class="test">${testNetwork}</p>`}
<div class="card">
${summary(view, links)}
<section class="action">
${action(view)}
</section>
${
  (contact ?? ends) !== null &&
  html`<dl class="facts">
${ends}
${contact}
</dl>`
}
${donorList(view)}
</div>
</main>
${sellerFooter(view)}
</body>
</html>
`;
  return markupOf(page);
}

function summary(view: LinkPageView, { site }: AssetLinks): Html {
  const { terms, price, locale } = view;
  return html`<section class="summary">
${merchantLogo(view.merchant, site)}
${merchantName(view)}
<h1>${freeText(terms.name)}</h1>
${terms.description !== null && html`<p class="description">${freeText(terms.description)}</p>`}
${price !== null && html`<p class="amount"><span class="digits" dir="ltr">${priceText(price, locale)}</span></p>`}
${stockNote(view)}
${view.donation?.progress && donationProgress(view.donation.progress, locale)}
</section>`;
}

function action(view: LinkPageView): Html {
  const { link: t, unavailable } = textsOf('payment-page', view.locale);
  if (view.state !== 'open')
    return statusBlock(BADGES[view.state], { ...t.states[view.state], id: 'status-title' });
  const refusal = view.entered.problems.size > 0 ? null : view.refusal;
  const why = refusal === 'too_many' ? t.tooManyUnpaid : unavailable;
  return html`${refusal !== null && statusBlock({ icon: 'alert', tone: 'careful' }, { ...why, id: 'status-title' })}
${linkForm(view)}`;
}
