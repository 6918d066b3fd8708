// On the page of a receipt: where it was emailed, and a button that emails it there again. The address is masked, as
// anyone with the link can open the page, and no other address can be entered.
import type { FastifyInstance } from 'fastify';
import { type ReceiptEmail, repeatForPayer } from '../checkouts/resend-receipt.ts';
import type { Locale } from '../core/languages.ts';
import { textsOf } from '../core/texts/texts.ts';
import { admit, seeOther } from './coin-choice.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { type Html, html } from './page-parts.ts';

/** Opening a page sends nothing: only this does. */
export function addReceiptEmailRoute(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: 'POST',
    url: '/checkouts/:id/receipt',
    handler: async (request, reply) => {
      web.posts.take(clientOf(request.ip));
      const id = admit(web, request);
      const locale = localeOfRequest(request);
      await repeatForPayer(web.app, id, locale);
      return seeOther(reply, `${web.links.site}/checkouts/${id}/receipt?locale=${locale}#email`);
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

export function receiptEmail(email: ReceiptEmail | null, locale: Locale): Html | null {
  if (email === null) return null;
  const { receipt: t } = textsOf('payment-page', locale).checkout;
  const { status, canRepeat } = email;
  const says = { pending: t.emailing, sent: t.emailed, failed: t.emailFailed }[status];
  return html`<section class="receipt-email" id="email">
<p>${says({ address: maskedEmail(email.to) })}</p>
${status !== 'pending' && repeat(canRepeat, locale)}
</section>`;
}

function repeat(canRepeat: boolean, locale: Locale): Html {
  const { receipt: t } = textsOf('payment-page', locale).checkout;
  if (!canRepeat) return html`<p>${t.emailLimit}</p>`;
  return html`<form class="links" method="post" action="?locale=${locale}"><button class="button">${t.emailAgain}</button></form>`;
}

/** `a•••@e•••.com`: enough to recognize the own address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const end = dot > 0 ? domain.slice(dot) : '';
  return `${firstOf(email)}•••@${firstOf(domain)}•••${end}`;
}

const firstOf = (text: string) => [...text][0] ?? '';
