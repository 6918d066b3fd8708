// The addresses that shops build themselves from the id of an invoice: pages of payers, and the merchant's screen.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { isLocale } from '../core/languages.ts';
import { uuidOf } from '../shops/ids.ts';
import { choicePageHeaders } from '../web/headers.ts';
import { clientOf, sendMessage, type Web } from '../web/page-answers.ts';
import { addPullPaymentPage } from './pull-payment-pages.ts';

export function addShopPages(fastify: FastifyInstance, web: Web): void {
  addPullPaymentPage(fastify, web);
  const to = (id: string | undefined, rest = '') => {
    const uuid = uuidOf(id ?? '');
    if (uuid === null) throw notFound();
    return `/checkouts/${uuid}${rest}`;
  };
  const paramsOf = ({ params }: FastifyRequest) => params as { id?: string };
  const pages: Readonly<Record<string, (request: FastifyRequest) => string>> = {
    '/i/:id': (request) => to(paramsOf(request).id),
    '/i/:id/receipt': (request) => to(paramsOf(request).id, '/receipt'),
    '/i/:id/:method': (request) => to(paramsOf(request).id),
    // For the merchant. Where the ID is unknown, the dashboard says so to those who may know.
    '/invoices/:id(^[A-Za-z0-9_-]{22}$)': (request) => {
      const uuid = uuidOf(paramsOf(request).id ?? '');
      if (uuid === null) throw notFound();
      return `/dashboard/open?id=${uuid}`;
    },
    '/invoice': ({ query }) => to((query as { id?: string }).id),
  };
  for (const [url, targetOf] of Object.entries(pages))
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        web.limit.take(clientOf(request.ip));
        const target = targetOf(request);
        // The dashboard has the language of the person.
        const language = target.includes('?') ? '' : languageOf(request);
        return seeOther(reply, web.links.site + target + language);
      },
      errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
    });
}

function languageOf({ query }: FastifyRequest): string {
  const { lang } = query as { lang?: unknown };
  const code = typeof lang === 'string' ? lang.slice(0, 2).toLowerCase() : '';
  return isLocale(code) ? `?locale=${code}` : '';
}

function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(302).headers(choicePageHeaders()).header('location', path).send('');
}
