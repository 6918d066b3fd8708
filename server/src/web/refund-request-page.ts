// The page where the payer of an invoice asks for a refund: a form for the address, and a check of what would arrive.
// It leads to the page of the request (refund-claim-page.ts), whose link only this payer has. Works without a script.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defined } from '../core/assert.ts';
import { notFound } from '../core/errors.ts';
import { askForRefund, newRequestId, refundOfferOf } from '../invoices/ask-for-refund.ts';
import { tokenOfClaim } from '../invoices/claims.ts';
import { findInvoiceById, type InvoiceRow } from '../invoices/store-invoices.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { admit } from './coin-choice.ts';
import { loneFormHeaders } from './headers.ts';
import { clientOf, localeOfRequest, sendMessage, type Web } from './page-answers.ts';
import { EMPTY, readForm, renderClaimPage, toClaim } from './refund-claim-page.ts';
import { addressOf, type Entered, problemOf, viewOfRequest } from './view-of-claim.ts';

const PATH = '/invoices/:id/refund';

export function addRefundRequestRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    handler: (request, reply) => show(web, { request, reply, entered: EMPTY }),
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
  fastify.route({
    method: 'POST',
    url: PATH,
    handler: async (request, reply) => {
      web.posts.take(clientOf(request.ip));
      const { entered, isFinal, id } = readForm(request);
      if (!isFinal || entered.address === '') return show(web, { request, reply, entered });
      const asked = await find(web, request);
      try {
        const claim = await askForRefund(web.app, { ...asked, id, address: addressOf(entered) });
        const token = claim && tokenOfClaim(web.app, claim);
        if (token !== null) return toClaim(web, { request, reply, token });
      } catch (error) {
        problemOf(error);
      }
      // Shows the problem, which may be new.
      return show(web, { request, reply, entered });
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

interface Asked {
  readonly invoice: InvoiceRow;
  readonly project: Project;
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
async function find(web: Web, request: FastifyRequest): Promise<Asked> {
  const invoice = await findInvoiceById(web.app.db, admit(web, request));
  if (invoice === null) throw notFound();
  const project = await loadProject(web.app.db, invoice.project_id);
  return { invoice, project: defined(project, 'an invoice has a project') };
}

async function show(
  web: Web,
  { request, reply, entered }: { request: FastifyRequest; reply: FastifyReply; entered: Entered },
): Promise<FastifyReply> {
  const asked = await find(web, request);
  const { app, links } = web;
  const locale = localeOfRequest(request);
  // The page of the payment says what became of it.
  if (!(await refundOfferOf(app.db, app, asked)).isOffered) {
    const target = `${links.site}/invoices/${asked.invoice.id}?locale=${locale}`;
    return reply.code(303).headers(loneFormHeaders()).header('location', target).send('');
  }
  const formId = newRequestId(app, asked.project);
  const view = await viewOfRequest(app, asked, { locale, entered, formId });
  return reply.headers(loneFormHeaders()).send(renderClaimPage(view, links));
}
