// Pages on which a payer chooses a coin before an invoice is made: the routes, and the parts that the pages share.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { type Coin, networkLabel } from '../coins/coin.ts';
import { EMAIL } from '../contract/email.ts';
import { notFound } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import { isUuid } from '../core/ids.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { choicePageHeaders } from './headers.ts';
import type { Attempt } from './offer-form.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { type AssetLinks, type Html, html, icon } from './page-parts.ts';
import type { Badge } from './payment-page-status.ts';
import type { StatusText } from './payment-page-view.ts';

/** More than an address can have (RFC 5321). */
const EMAIL_SHOWN = 320;

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

interface Choice {
  readonly coin: string;
  /** Where the page asks for it. */
  readonly email?: string;
  /** Of the page. */
  readonly language: Locale;
  /** As it was sent. */
  readonly attempt: Attempt;
}

interface ChoicePage {
  readonly path: '/subscriptions' | '/checkouts';
  /** Null: unknown. */
  render(web: Web, id: string, locale: Locale): Promise<string | null>;
  /** The invoice. Null: the page shows why there is none. */
  choose(app: App, id: string, choice: Choice): Promise<string | null>;
  /** The page with what the payer must correct. Null: nothing. */
  renderProblem?(web: Web, id: string, locale: Locale, attempt: Attempt): Promise<string | null>;
}

export function addChoiceRoutes(fastify: FastifyInstance, web: Web, page: ChoicePage): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${page.path}/:id`,
    handler: async (request, reply) => {
      const markup = await page.render(web, admit(web, request), localeOfRequest(request));
      if (markup === null) throw notFound();
      return reply.headers(choicePageHeaders()).send(markup);
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: `${page.path}/:id`,
    handler: async (request, reply) => {
      const id = admit(web, request);
      const choice = readChoice(request);
      // For an unknown coin, the page shows the choice again.
      const isCoin = choice !== null && web.app.coins.has(choice.coin);
      const invoiceId = isCoin ? await page.choose(web.app, id, choice) : null;
      const locale = localeOfRequest(request);
      if (isCoin && invoiceId === null) {
        const markup = await page.renderProblem?.(web, id, locale, choice.attempt);
        if (markup) return reply.code(422).headers(choicePageHeaders()).send(markup);
      }
      const target = invoiceId === null ? `${page.path}/${id}` : `/invoices/${invoiceId}`;
      return seeOther(reply, `${web.links.site}${target}?locale=${locale}`);
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
export function admit(web: Web, request: FastifyRequest): string {
  web.limit.take(clientOf(request.ip));
  const { id = '' } = request.params as { id?: string };
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

function readChoice(request: FastifyRequest): Choice | null {
  const { body, headers } = request;
  if (!Buffer.isBuffer(body) || !FORM_TYPE.test(headers['content-type'] ?? '')) return null;
  const form = new URLSearchParams(body.toString('utf8'));
  const coin = form.get('pay_currency');
  if (coin === null) return null;
  const email = form.get('payer_email')?.trim() ?? '';
  const language = localeOfRequest(request);
  const chosen = { coin, language, attempt: { coin, email: email.slice(0, EMAIL_SHOWN) } };
  return EMAIL.test(email) ? { ...chosen, email } : chosen;
}

/** 303: the browser loads the target with GET, and a reload does not post again. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers(choicePageHeaders()).header('location', path).send('');
}

export function statusBlock(
  { icon: name, tone }: Badge,
  { title, text, id }: StatusText & { id: string },
): Html {
  return html`<div class="status ${tone}">
<span class="badge">${icon(name)}</span>
<h2 id="${id}" tabindex="-1">${title}</h2>
<p>${text}</p>
</div>`;
}

interface Choosing {
  readonly pagePath: string;
  readonly locale: Locale;
  readonly coins: readonly CoinToChoose[];
}

export interface CoinToChoose {
  readonly code: string;
  readonly currency: string;
  readonly name: string;
}

/** An asset on several networks is one choice per network. */
export function coinsToChoose(coins: Iterable<Coin>): readonly CoinToChoose[] {
  const byAsset = groupBy([...coins], ({ asset }) => asset.code);
  return [...byAsset.values()].flatMap((ofAsset) =>
    ofAsset.map((coin) => ({
      code: coin.code,
      currency: coin.asset.code,
      name: ofAsset.length === 1 ? coin.name : `${coin.name} (${networkLabel(coin)})`,
    })),
  );
}

export function coinForm({ pagePath, locale, coins }: Choosing, links: AssetLinks): Html {
  const t = textsOf('payment-page', locale).subscription;
  return html`<form class="coins" method="post" action="${pagePath}?locale=${locale}">
${coins.map(
  ({ code, currency, name }) =>
    html`<button class="button" id="pay-${code}" name="pay_currency" value="${code}"><img src="${links.site}/assets/coins/${currency.toLowerCase()}.svg" alt="" width="28" height="28"> ${t.payWith({ coin: name })}</button>
`,
)}</form>`;
}
