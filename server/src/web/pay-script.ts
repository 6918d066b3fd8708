// Serves the scripts with which shops open a payment page above their own: `/pay.js`, and `/modal/btcpay.js` for
// plugins of BTCPay Server (docs/plugins.md).
import type { FastifyInstance } from 'fastify';
import { defined } from '../core/assert.ts';
import { locales } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { type Assets, type CodedFile, codedFile, sendCoded } from './assets.ts';
import { assetHeaders } from './headers.ts';

const PLACE = '{ close: {}, payment: {} }';

export function addPayScripts(fastify: FastifyInstance, assets: Assets): void {
  const textOf = (path: string) => defined(assets.get(path), path).content;
  const pay = `${textOf('pay.js')}`.replace(PLACE, () => JSON.stringify(words()));
  const scripts: Readonly<Record<string, CodedFile>> = {
    '/pay.js': codedFile(pay, 'text/javascript; charset=utf-8'),
    '/modal/btcpay.js': codedFile(`${pay}${textOf('btcpay.js')}`, 'text/javascript; charset=utf-8'),
  };
  for (const [url, file] of Object.entries(scripts))
    fastify.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        reply.headers(assetHeaders(file.contentType, { isImmutable: false }));
        return sendCoded(file, request, reply);
      },
    });
}

/** By language. */
function words(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const inAll = (wordIn: (t: ReturnType<typeof textsOf<'payment-page'>>) => string) =>
    Object.fromEntries(locales.map((locale) => [locale, wordIn(textsOf('payment-page', locale))]));
  return { close: inAll((t) => t.close), payment: inAll((t) => t.payment) };
}
