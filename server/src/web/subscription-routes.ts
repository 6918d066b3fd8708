// The public routes of a subscription's page: the page, and its form, which creates (or finds) the invoice in the
// chosen coin and redirects to its page. Posting it from another site does not help an attacker, because it only
// requests a payment.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { payPeriod } from '../subscriptions/pay.ts';
import { subscriptionPageHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { renderSubscriptionPage } from './subscription-page.ts';
import { viewOfSubscription } from './view-of-subscription.ts';

const PATH = '/subscriptions/:id';
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

export function addSubscriptionRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: async (request, reply) => {
      const view = await viewOfSubscription(web.app, admit(web, request), localeOfRequest(request));
      if (view === null) throw notFound();
      return reply.headers(subscriptionPageHeaders()).send(renderSubscriptionPage(view, web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: PATH,
    handler: async (request, reply) => {
      const id = admit(web, request);
      const coin = chosenCoin(request);
      // For an unknown coin, the choice is shown again.
      const isCoin = coin !== null && web.app.coins.has(coin);
      const invoiceId = isCoin ? await payPeriod(web.app, id, coin) : null;
      const target = invoiceId === null ? `/subscriptions/${id}` : `/invoices/${invoiceId}`;
      return seeOther(reply, `${web.links.site}${target}?locale=${localeOfRequest(request)}`);
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** The id in the path. Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
function admit(web: Web, request: FastifyRequest): string {
  web.limit.take(clientOf(request.ip));
  const { id = '' } = request.params as { id?: string };
  if (!isUuid(id)) throw notFound();
  return id.toLowerCase();
}

function chosenCoin(request: FastifyRequest): string | null {
  const { body, headers } = request;
  if (!Buffer.isBuffer(body) || !FORM_TYPE.test(headers['content-type'] ?? '')) return null;
  return new URLSearchParams(body.toString('utf8')).get('pay_currency');
}

/** 303: the browser loads the target with GET, and reloading it does not post again. */
function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).headers(subscriptionPageHeaders()).header('location', path).send('');
}
