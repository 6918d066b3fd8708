// Traces requests from when they are read to when they are answered. Registered only when tracing is on.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import { steadyNow } from '../core/clock.ts';
import type { OpenRequest } from '../core/traces.ts';
import { operationName } from './operation-name.ts';

/** Node's threshold for a server error. */
const FAILED = 500;

export function followRequests({ traces }: Pick<App, 'traces'>, fastify: FastifyInstance): void {
  if (traces === null) return;
  const open = new WeakMap<FastifyRequest, OpenRequest>();
  // Starts when the body has arrived: reading it is not the request's own work.
  fastify.addHook('preHandler', (request, reply, next) => {
    open.set(request, traces.request(steadyNow() - reply.elapsedTime, next));
  });
  fastify.addHook('onResponse', (request, { statusCode }, done) => {
    const { projectId } = request as { projectId?: string };
    const { url: route } = request.routeOptions;
    open.get(request)?.end({
      name: route === undefined ? request.method : `${request.method} ${route}`,
      facts: {
        'http.request.method': request.method,
        'http.response.status_code': statusCode,
        'chaintill.operation': operationName(request),
        'chaintill.request_id': request.id,
        ...(route !== undefined && { 'http.route': route }),
        ...(projectId !== undefined && { 'chaintill.project_id': projectId }),
      },
      hasFailed: statusCode >= FAILED,
      traceparent: projectId === undefined ? null : traceparentOf(request),
    });
    done();
  });
}

function traceparentOf({ headers }: FastifyRequest): string | null {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : null;
}
