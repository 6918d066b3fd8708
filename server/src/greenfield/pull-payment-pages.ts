// What payers and shops reach with the link of a refund, without a key: the page where the address is entered, and the
// state of the refund. The link is a secret, so no path of it is logged.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { loneFormHeaders } from '../web/headers.ts';
import { clientOf, type PageLimit, sendMessage, type Web } from '../web/page-answers.ts';
import { showPayouts, showPullPayment } from './pull-payments.ts';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;
const idOf = ({ params }: FastifyRequest) => (params as { id?: string }).id ?? '';

export function addPullPaymentPage(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/pull-payments/:id',
    config: { isSecretPath: true },
    handler: (request, reply) => {
      web.limit.take(clientOf(request.ip));
      const id = idOf(request);
      if (!TOKEN.test(id)) throw notFound();
      const target = `${web.links.site}/refunds/${id}`;
      return reply.code(302).headers(loneFormHeaders()).header('location', target).send('');
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

/** The two calls that need no key. */
export function publicCalls(app: App, strangers: PageLimit) {
  const calls = { '': showPullPayment, '/payouts': showPayouts } as const;
  return Object.entries(calls).map(([rest, show]) => ({
    url: `/pull-payments/:id${rest}`,
    run: (request: FastifyRequest) => {
      strangers.take(clientOf(request.ip));
      return show(app, idOf(request));
    },
  }));
}
