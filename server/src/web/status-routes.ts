// The status page, which merchants may view, embed and share: `/status` for people, `/status.json` for programs. Added
// by routes.ts.
import type { FastifyInstance } from 'fastify';
import { paymentPageHeaders, paymentStatusHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { renderStatusPage } from './status-page.ts';
import { type StatusView, viewOfStatus } from './view-of-status.ts';

export function addStatusRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/status',
    handler: async (request, reply) => {
      web.limit.take(clientOf(request.ip));
      const view = await viewOfStatus(web.app);
      return reply
        .headers(paymentPageHeaders())
        .send(renderStatusPage(view, localeOfRequest(request), web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/status.json',
    handler: async (request, reply) => {
      web.limit.take(clientOf(request.ip));
      return reply.headers(paymentStatusHeaders()).send(present(await viewOfStatus(web.app)));
    },
  });
}

/** `{status, parts: [{part, coin, status}], at}`, with the API's coin codes. Always 200: the status is in the body. */
function present({ status, parts, at }: StatusView): string {
  return JSON.stringify({
    status,
    parts: parts.map(({ part, coin, status: own }) => ({
      ...{ part, coin: coin?.code ?? null, status: own },
    })),
    at: at.toISOString(),
  });
}
