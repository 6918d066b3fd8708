// Operations get their path with merchant-defined ids, and the body as bytes.
import type { FastifyRequest } from 'fastify';
import type { Operation } from '../contract/operation.ts';
import type { ApiRequest } from './serve.ts';

const EMPTY = Buffer.alloc(0);
/** Merchant-defined ids may contain slashes. */
const OWN_ID = /\{(custom_id|customer_id)\}$/;

/** An id at the end takes the rest of the path, because a published client sends the first slash in it unescaped. */
export function routerPath(path: string): string {
  return path.replace(OWN_ID, '*').replace(/\{(\w+)\}/g, ':$1');
}

function ownIdAt(path: string): number | null {
  const at = path.search(OWN_ID);
  return at < 0 ? null : at;
}

function namedParams(operation: Operation, params: Record<string, string>): Record<string, string> {
  const name = OWN_ID.exec(operation.path)?.[1];
  if (name === undefined) return params;
  const { '*': rest = '', ...others } = params;
  return { ...others, [name]: rest };
}

export function requestOf(operation: Operation, request: FastifyRequest): ApiRequest {
  return {
    method: request.method,
    target: request.raw.url ?? '',
    headers: request.headers,
    body: Buffer.isBuffer(request.body) ? request.body : EMPTY,
    ip: request.ip,
    ownIdAt: ownIdAt(operation.path),
    params: namedParams(operation, request.params as Record<string, string>),
    query: request.query as Record<string, unknown>,
  };
}

export function operationName(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  const route = url === undefined ? 'unknown' : `${request.method} ${url}`;
  return (config as { operation?: string }).operation ?? route;
}
