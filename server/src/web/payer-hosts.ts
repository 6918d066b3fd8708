// What a project's own domain serves: the pages of that project's payers with their assets, and nothing else. Pages of
// other projects, the API and the dashboard are as unknown there as a path that does not exist.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { findChannelById } from '../channels/store-channels.ts';
import { findCheckoutById } from '../checkouts/store-checkouts.ts';
import { notFound } from '../core/errors.ts';
import { isUuid } from '../core/ids.ts';
import { projectAtHost } from '../core/payer-site.ts';
import type { Sql } from '../db/database.ts';
import { findClaimByToken } from '../invoices/claims.ts';
import { findInvoiceById } from '../invoices/store-invoices.ts';
import { findLinkByToken } from '../payment-links/links.ts';
import { findReminder } from '../payment-links/reminders.ts';
import { PROOF_PATH, proofOf } from '../projects/check-domain.ts';
import { uuidOf } from '../shops/ids.ts';
import { findSubscriptionById } from '../subscriptions/store-subscriptions.ts';
import { findTerminalByToken } from '../terminals/terminals.ts';
import { paymentStatusHeaders } from './headers.ts';
import { clientOf, type PageLimit } from './page-answers.ts';

type Find = (sql: Sql, id: string, app: App) => Promise<{ readonly project_id: string } | null>;

interface Pages {
  /** Of the address: which of its parts is the id. */
  readonly param: 'id' | 'token';
  readonly find: Find;
}

const whole = (find: Find): Pages => ({
  param: 'id',
  find: async (sql, id, app) => (isUuid(id) ? find(sql, id.toLowerCase(), app) : null),
});

/** Shops build these addresses from short ids. */
const ofShops: Pages = {
  param: 'id',
  async find(sql, id) {
    const uuid = uuidOf(id);
    return uuid === null ? null : findCheckoutById(sql, uuid);
  },
};

const secret = (find: Find, param: Pages['param'] = 'token'): Pages => ({ param, find });

/** By the first part of the address. */
const PAGES: Readonly<Record<string, Pages>> = {
  invoices: whole(findInvoiceById),
  channels: whole(findChannelById),
  checkouts: whole(findCheckoutById),
  subscriptions: whole(findSubscriptionById),
  reminders: whole(async (sql, id, { clock }) => {
    const found = await findReminder(sql, id, new Date(clock.now()));
    return found === null ? null : { project_id: found.project.id };
  }),
  pay: secret(findLinkByToken),
  pos: secret(findTerminalByToken),
  refunds: secret(findClaimByToken),
  'pull-payments': secret(findClaimByToken, 'id'),
  i: ofShops,
  invoice: ofShops,
};

/** The same for all projects, or named by a hash of their content. */
const SHARED = ['assets', 'brand', 'pay.js', 'modal', '.well-known'];

export function limitPayerHosts(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const projectId = projectAtHost(app, request.headers.host);
    if (projectId === null) return done();
    insistOnOwn(app, request, projectId).then(
      () => done(),
      (error: Error) => {
        // A page counts the requests that it answers.
        try {
          limit.take(clientOf(request.ip));
          done(error);
        } catch (late) {
          done(late as Error);
        }
      },
    );
  });
}

/** Errors: 404 `not_found`. */
async function insistOnOwn(app: App, request: FastifyRequest, projectId: string): Promise<void> {
  const part = (request.routeOptions.url ?? '').split('/')[1] ?? '';
  if (SHARED.includes(part)) return;
  const pages = Object.hasOwn(PAGES, part) ? PAGES[part] : undefined;
  if (pages === undefined) throw notFound();
  const named = { ...(request.query as object), ...(request.params as object) };
  const id = (named as Readonly<Record<string, unknown>>)[pages.param];
  const found = typeof id === 'string' ? await pages.find(app.db, id, app) : null;
  if (found?.project_id !== projectId) throw notFound();
}

/** Any host may ask: the answer says only that this instance received the request under that name. */
export function addProofRoute(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  fastify.route({
    method: 'POST',
    url: PROOF_PATH,
    handler: (request, reply) => {
      limit.take(clientOf(request.ip));
      return reply
        .headers(paymentStatusHeaders())
        .send(JSON.stringify(proofOf(app, request.headers.host)));
    },
  });
}
