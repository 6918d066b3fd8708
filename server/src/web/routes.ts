// The public routes of the hosted pages: pages, the status that their script polls, and assets. A page's address is
// its only credential, so unknown and malformed addresses get the same response.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import type { Locale } from '../core/languages.ts';
import { sitePath } from '../core/site-path.ts';
import { type Assets, assetLinks, type CodedFile, loadAssets, sendCoded } from './assets.ts';
import { addBrandRoutes } from './brand-routes.ts';
import { addCheckoutRoutes } from './checkout-page.ts';
import { seeOther } from './coin-choice.ts';
import { addDashboardRoutes } from './dashboard-routes.ts';
import {
  assetHeaders,
  choicePageHeaders,
  paymentPageHeaders,
  paymentStatusHeaders,
} from './headers.ts';
import {
  clientOf,
  localeOfRequest,
  type PageLimit,
  sendMessage,
  type Web,
} from './page-answers.ts';
import { addPayScripts } from './pay-script.ts';
import { addPaymentLinkRoutes } from './payment-link-page.ts';
import { renderPaymentPage } from './payment-page.ts';
import {
  isFinal,
  type PaymentPageStatus,
  type PaymentPageView,
  secondsLeft,
  viewVersion,
} from './payment-page-view.ts';
import { addReceiptRoute } from './receipt-page.ts';
import { addRefundClaimRoutes } from './refund-claim-page.ts';
import { addRefundRequestRoutes } from './refund-request-page.ts';
import { addReminderRoutes } from './reminder-page.ts';
import { addSiteRoutes } from './site-files.ts';
import { addStatusRoutes } from './status-page.ts';
import { addSubscriptionRoutes } from './subscription-page.ts';
import { addTerminalApi } from './terminal-api.ts';
import { terminalBudgets } from './terminal-budgets.ts';
import { addTerminalPages } from './terminal-page.ts';
import { addUnsubscribeRoutes } from './unsubscribe-page.ts';
import { viewOfChannel } from './view-of-channel.ts';
import { viewOfInvoice } from './view-of-invoice.ts';

interface PaymentStatus {
  readonly version: string;
  readonly status: PaymentPageStatus;
  readonly is_final: boolean;
  readonly seconds_left: number | null;
}

/**
 * Per minute and client. An open page polls 20 times a minute, and many payers may share the address of a mobile
 * network or of an untrusted proxy (CHAINTILL_TRUSTED_PROXIES).
 */
export const PAGE_REQUESTS_PER_MINUTE = 600;

/** Per minute and session of staff, or display: five times what its page requests. */
export const TERMINAL_REQUESTS_PER_MINUTE = 600;

/** Per minute and client: each one assesses an address, or makes a checkout. */
export const PAGE_POSTS_PER_MINUTE = 20;

interface PageKind {
  readonly path: string;
  view(app: App, id: string, locale: Locale): Promise<PaymentPageView | null>;
}

const kinds: readonly PageKind[] = [
  { path: '/invoices', view: viewOfInvoice },
  { path: '/channels', view: viewOfChannel },
];

/** Returns what other pages need. */
export function addWebRoutes(
  fastify: FastifyInstance,
  app: App,
  { limit, posts, sessions }: Pick<Web, 'limit' | 'posts'> & { readonly sessions: PageLimit },
): Web {
  const assets = loadAssets();
  const links = assetLinks(assets, sitePath(app.config));
  const web: Web = { app, limit, posts, terminals: terminalBudgets({ limit, sessions }), links };
  for (const kind of kinds) {
    addPage(fastify, web, kind);
    addStatus(fastify, web, kind);
  }
  addSubscriptionRoutes(fastify, web);
  addBrandRoutes(fastify, web);
  addCheckoutRoutes(fastify, web);
  addPaymentLinkRoutes(fastify, web);
  addReceiptRoute(fastify, web);
  addRefundClaimRoutes(fastify, web);
  addRefundRequestRoutes(fastify, web);
  addReminderRoutes(fastify, web);
  addStatusRoutes(fastify, web);
  addTerminalApi(fastify, web);
  addTerminalPages(fastify, web, assets);
  addUnsubscribeRoutes(fastify, web);
  addAssets(fastify, assets);
  addPayScripts(fastify, assets);
  addDashboardRoutes(fastify, app, limit);
  addSiteRoutes(fastify, app, limit);
  return web;
}

function addPage(fastify: FastifyInstance, web: Web, kind: PageKind): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${kind.path}/:id`,
    handler: async (request, reply) => {
      const view = await findView(web, kind, request);
      const { checkout } = view;
      if (checkout?.isElsewhere)
        return seeOther(reply, `${checkout.pagePath}?locale=${view.locale}`);
      // It may post to its checkout, for a new price.
      const headers = checkout ? choicePageHeaders() : paymentPageHeaders();
      return reply.headers(headers).send(renderPaymentPage(view, web.links));
    },
    errorHandler: (error, request, reply) => sendMessage(web, { error, request, reply }),
  });
}

function addStatus(fastify: FastifyInstance, web: Web, kind: PageKind): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: `${kind.path}/:id/status`,
    handler: async (request, reply) => {
      reply.headers(paymentStatusHeaders());
      const view = await findView(web, kind, request);
      return reply.send(JSON.stringify(presentPaymentStatus(view)));
    },
  });
}

/** Errors: 404 `not_found`, 429 `rate_limit_exceeded`. */
async function findView(
  web: Web,
  kind: PageKind,
  request: FastifyRequest,
): Promise<PaymentPageView> {
  web.limit.take(clientOf(request.ip));
  const { id = '' } = request.params as { id?: string };
  if (!isUuid(id)) throw notFound();
  const view = await kind.view(web.app, id, localeOfRequest(request));
  if (view === null) throw notFound();
  return view;
}

function addAssets(fastify: FastifyInstance, assets: Assets): void {
  for (const [path, asset] of assets) {
    fastify.route({
      method: ['GET', 'HEAD'],
      url: `/assets/${path}`,
      handler: (request, reply) => sendAsset(asset, request, reply),
    });
  }
}

function sendAsset(asset: CodedFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { v } = request.query as { v?: unknown };
  reply.headers(assetHeaders(asset.contentType, { isImmutable: v === asset.version }));
  return sendCoded(asset, request, reply);
}

/** Reports only that something changed. The script then fetches the page again, so that there is only one renderer. */
export function presentPaymentStatus(view: PaymentPageView): PaymentStatus {
  return {
    version: viewVersion(view),
    status: view.status,
    is_final: isFinal(view),
    seconds_left: secondsLeft(view),
  };
}
