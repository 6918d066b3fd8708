// What a request is called in figures and traces: the operation of merchants, or method and path of its route. There
// are as many as there are routes.
import type { FastifyRequest } from 'fastify';

export function operationName(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  const route = url === undefined ? 'unknown' : `${request.method} ${url}`;
  return (config as { operation?: string }).operation ?? route;
}
