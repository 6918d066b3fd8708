// The documentation at /docs: pages and their files. Unsigned, because they describe the program and contain nothing
// about a merchant.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { notFound } from '../core/errors.ts';
import { sitePath } from '../core/site-path.ts';
import { trimTrailing } from '../core/trim-trailing.ts';
import { sendCoded } from './codings.ts';
import { dashboardAssetHeaders, documentsHeaders } from './headers.ts';
import { clientOf, type PageLimit } from './page-answers.ts';
import { loadSite } from './site-files.ts';

export function addSiteRoutes(fastify: FastifyInstance, app: App, limit: PageLimit): void {
  const files = loadSite();
  if (files === null) {
    app.log.warn({}, 'documentation is not built: npm run build');
    return;
  }
  const site = sitePath(app.config);
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    limit.take(clientOf(request.ip));
    const [path = ''] = request.url.split('?');
    const moved = movedTo(path, request);
    if (moved !== null) return reply.headers(documentsHeaders()).redirect(`${site}${moved}`, 301);
    const page = files.page(path, { url: app.publicUrl.value, site });
    if (page === undefined) throw notFound();
    return sendCoded(page, request, reply.headers(documentsHeaders()));
  };
  for (const url of ['/docs', '/docs/*']) fastify.route({ method: ['GET', 'HEAD'], url, handler });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/docs/assets/:name',
    handler: (request, reply) => {
      const { name = '' } = request.params as { name?: string };
      const asset = files.asset(name);
      if (asset === undefined) throw notFound();
      return sendCoded(asset, request, reply.headers(dashboardAssetHeaders(asset.contentType)));
    },
  });
}

/** The API reference was previously at /docs, and that of version 2 at /docs?version=2. */
function movedTo(path: string, request: FastifyRequest): string | null {
  const { version } = request.query as { version?: unknown };
  if (path === '/docs' && version !== undefined)
    return version === '2' ? '/docs/api-2' : '/docs/api';
  return path.endsWith('/') ? trimTrailing(path, '/') : null;
}
