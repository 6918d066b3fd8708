// Serves the dashboard to browsers: one page at every address below /dashboard, whose script reads the rest of the
// address, and its files. Its data comes from /admin/api. The root redirects browsers to the dashboard, and this
// machine's IP address redirects to its host name, because sessions and passkeys are bound to it.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { sitePath } from '../core/site-path.ts';
import { browserUrl } from '../people/links.ts';
import { sendCoded } from './codings.ts';
import { type DashboardFiles, loadDashboard } from './dashboard-files.ts';
import { dashboardAssetHeaders, dashboardHeaders } from './headers.ts';
import { clientOf, type PageLimit } from './page-answers.ts';

const NONCE_BYTES = 16;

export function addDashboardRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  const files = loadDashboard();
  if (files === null) {
    app.log.warn({}, 'dashboard is not built: npm run build');
    return;
  }
  addRoot(fastify, app, limit);
  addPage(fastify, { app, limit, files });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/dashboard/assets/:name',
    handler: (request, reply) => {
      const { name = '' } = request.params as { name?: string };
      const asset = files.assets.get(name);
      if (asset === undefined) throw notFound();
      reply.headers(dashboardAssetHeaders(asset.contentType));
      return sendCoded(asset, request, reply);
    },
  });
}

function addRoot(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => {
      limit.take(clientOf(request.ip));
      if (request.headers.accept?.includes('text/html') !== true) throw notFound();
      const place = otherName(app, request) ?? '';
      reply.headers({ 'cache-control': 'no-store', vary: 'accept, host' });
      return reply.redirect(`${place}${sitePath(app.config)}/dashboard/`);
    },
  });
}

function addPage(
  fastify: FastifyInstance,
  { app, limit, files }: { app: App; limit: PageLimit; files: DashboardFiles },
): void {
  const site = sitePath(app.config);
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    limit.take(clientOf(request.ip));
    const nonce = app.random.bytes(NONCE_BYTES).toString('base64');
    reply.headers(dashboardHeaders(nonce));
    const place = otherName(app, request);
    if (place === null) return reply.send(files.page({ nonce, site }));
    return reply.header('vary', 'host').redirect(`${place}${site}${request.url}`);
  };
  for (const url of ['/dashboard', '/dashboard/*'])
    fastify.route({ method: ['GET', 'HEAD'], url, handler });
}

/** The origin to redirect to when the request used this machine's IP address; null: serve it here. */
function otherName({ publicUrl }: App, { headers }: FastifyRequest): string | null {
  const asListened = new URL(publicUrl.value);
  const asOpened = new URL(browserUrl(publicUrl.value));
  const isOther = asOpened.host !== asListened.host && headers.host === asListened.host;
  return isOther ? asOpened.origin : null;
}
