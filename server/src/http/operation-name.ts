// The name of a request in metrics and traces: the merchant operation, or method and path of the route. There are as
// many names as routes.
import type { FastifyRequest } from 'fastify';

export function operationName(request: FastifyRequest): string {
  const { url, config } = request.routeOptions;
  const route = url === undefined ? 'unknown' : `${request.method} ${url}`;
  return (config as { operation?: string }).operation ?? route;
}
