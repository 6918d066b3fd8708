// The public files of brands: a style sheet for each color, and logos. Both are addressed by their content.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../core/errors.ts';
import { accentStyle, isAccent, type Scheme } from '../projects/accent.ts';
import { findLogo } from '../projects/store-logos.ts';
import { assetHeaders, logoHeaders } from './headers.ts';
import { clientOf, type Web } from './page-answers.ts';
import { colorVersion } from './style-links.ts';

const COLOR = /^([0-9a-f]{6})-(light|dark)\.css$/;

export function addBrandRoutes(fastify: FastifyInstance, web: Web): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/brand/colors/:name',
    handler: (request, reply) => {
      const [, hex = '', scheme = 'light'] = COLOR.exec(nameIn(request)) ?? [];
      if (!isAccent(`#${hex}`)) throw notFound();
      return sendColor({ accent: `#${hex}`, scheme: scheme as Scheme }, request, reply);
    },
  });
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/brand/logos/:name',
    handler: async (request, reply) => {
      web.limit.take(clientOf(request.ip));
      const logo = await findLogo(web.app.db, nameIn(request));
      if (logo === null) throw notFound();
      return reply.headers(logoHeaders(logo.contentType)).send(logo.content);
    },
  });
}

function nameIn(request: FastifyRequest): string {
  return (request.params as { readonly name?: string }).name ?? '';
}

function sendColor(
  { accent, scheme }: { readonly accent: string; readonly scheme: Scheme },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { v } = request.query as { v?: unknown };
  const isImmutable = v === colorVersion(accent, scheme);
  return reply
    .headers(assetHeaders('text/css; charset=utf-8', { isImmutable }))
    .send(accentStyle(accent, scheme));
}
