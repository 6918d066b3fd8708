// Routes come from the `operations` list. Bodies stay raw bytes, because the signature covers them. Every error has
// the same body, and every request an id and one log line.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App } from '../app.ts';
import type { Operation } from '../contract/operation.ts';
import { operations } from '../contract/operations.ts';
import { mayWork, moment } from '../core/clock.ts';
import { apiError, methodNotAllowed, notFound } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { sitePath, targetBelow } from '../core/site-path.ts';
import { addShopPages } from '../greenfield/pages.ts';
import { addPairingRoutes } from '../greenfield/pairing.ts';
import { addGreenfieldRoutes } from '../greenfield/routes.ts';
import { addProofRoute, limitPayerHosts } from '../web/payer-hosts.ts';
import {
  addWebRoutes,
  PAGE_POSTS_PER_MINUTE,
  PAGE_REQUESTS_PER_MINUTE,
  TERMINAL_REQUESTS_PER_MINUTE,
} from '../web/routes.ts';
import { keyCache } from './authenticate.ts';
import { type Connections, watchConnections } from './connections.ts';
import { addDocumentRoutes, type KnownRoutes, knownRoutes } from './document-routes.ts';
import {
  answerClientError,
  answerError,
  type ErrorAnswer,
  type ErrorFacts,
  serviceUnavailable,
} from './errors.ts';
import type { Handlers } from './handlers.ts';
import { followRequests, type RequestNotes, requestNotes } from './note-requests.ts';
import { operationName, requestOf, routerPath } from './operation-request.ts';
import { OPEN_MILLISECONDS_PER_MINUTE } from './processor-budget.ts';
import { limitStrangers, rateLimit, STREAM } from './rate-limit.ts';
import { type Answer, type AnyHandler, type ApiAnswer, type Gate, serve } from './serve.ts';

const REQUEST_ID_BYTES = 16;
const PARAM_LENGTH_MAX = 2000;
/** For a whole request on any connection, for its headers, and for the first bytes on a new connection. */
const REQUEST_TIMEOUT_MILLISECONDS = 20_000;
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
const TIMEOUT_CHECK_INTERVAL = 2000;

/** Times the limit of a key: some shops ask for every unpaid invoice again and again. */
const READS_OF_SHOPS = 5;

/** Headers on every response of the published service (wire.md (b)). */
const apiHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
} as const;

export interface Server {
  readonly fastify: FastifyInstance;
  readonly connections: Connections;
  /** Clears the cached API keys, whichever process changed one. */
  clearKeys(): void;
  readonly routes: KnownRoutes;
  fail(error: unknown, requestId: string): Answer;
}

interface ServerOptions {
  /** False: serves only routes that are added explicitly, such as health. */
  readonly isPublic?: boolean;
  readonly openMilliseconds?: number;
}

export function createServer(
  app: App,
  handlers: Handlers,
  { isPublic = true, openMilliseconds = OPEN_MILLISECONDS_PER_MINUTE }: ServerOptions = {},
): Server {
  const gate: Gate = { keys: keyCache(app), limit: rateLimit(app.config.requestsPerMinute) };
  const notes = requestNotes(app, gate.keys);
  const send = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const answer = answerError(error, errorFacts(app, request.id));
    notes.refused({ request, reply }, { error, answer });
    return sendError(answer, { request, reply });
  };
  const refuse = (error: { readonly code?: string }, socket: Socket) =>
    answerClientError(error, socket, {
      ...errorFacts(app, newRequestId(app)),
      headers: apiHeaders,
    });
  const fastify = openFastify(app, { refuse, send });
  fastify.setErrorHandler(send);
  fastify.addHook('onClose', () => notes.finish());
  const routes = knownRoutes(fastify);
  fastify.setNotFoundHandler((request, reply) => {
    const allowed = routes.methodsOf(request.raw.url ?? '');
    if (allowed.length > 0) reply.header('allow', allowed.join(', '));
    const error = allowed.length > 0 ? methodNotAllowed(request.method, allowed) : notFound();
    return send(error, request, reply);
  });
  limitStrangers(fastify, gate.keys, openMilliseconds);
  fastify.addHook('onRequest', (request, _reply, done) =>
    done(wrongHost(request) ?? notWorking(app, request)),
  );
  // RFC 9110, 10.1.1: an unknown expectation may be ignored; Node would answer without a body.
  fastify.server.on('checkExpectation', (request, response) =>
    fastify.server.emit('request', request, response),
  );
  // This is not a proxy. Without a listener, Node would close the connection without a response.
  fastify.server.on('connect', (_request, socket: Socket) => refuse({}, socket));
  // These lines contain nothing to redact, and redaction is the most expensive part of a line.
  const log = app.log.child({}, { redact: [] });
  fastify.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply);
    measure(app, request, reply);
    done();
  });
  followRequests(app, fastify);

  if (isPublic) {
    const pageLimit = rateLimit(PAGE_REQUESTS_PER_MINUTE);
    limitPayerHosts(fastify, app, pageLimit);
    addProofRoute(fastify, app, pageLimit);
    addRoutes(app, fastify, { gate, handlers, notes });
    const posts = rateLimit(PAGE_POSTS_PER_MINUTE);
    const sessions = rateLimit(TERMINAL_REQUESTS_PER_MINUTE);
    const web = addWebRoutes(fastify, app, { limit: pageLimit, posts, sessions });
    addShopPages(fastify, web);
    addPairingRoutes(fastify, web);
    addGreenfieldRoutes(fastify, app, {
      changes: rateLimit(app.config.requestsPerMinute),
      reads: rateLimit(READS_OF_SHOPS * app.config.requestsPerMinute),
      strangers: pageLimit,
    });
    addDocumentRoutes(fastify, app, pageLimit);
  }
  const connections = watchConnections(fastify.server);
  const fail: Server['fail'] = (error, requestId) => failure(app, error, requestId);
  return { fastify, connections, routes, fail, clearKeys: () => gate.keys.clear() };
}

type Refuse = (error: { readonly code?: string }, socket: Socket) => void;
type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

function openFastify(app: App, on: { refuse: Refuse; send: SendError }): FastifyInstance {
  const path = sitePath(app.config);
  const fastify = Fastify({
    rewriteUrl: ({ url = '/' }: IncomingMessage) => targetBelow(path, url),
    loggerInstance: app.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // The per-request logger is unused and costs more than it would log.
    childLoggerFactory: (logger) => logger,
    bodyLimit: app.config.bodyBytesMax,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: app.config.trustedProxies.length > 0 ? [...app.config.trustedProxies] : false,
    genReqId: () => newRequestId(app),
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    http: {
      // wrongHost answers a request without Host, with a body.
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL,
    },
    clientErrorHandler: on.refuse,
    frameworkErrors: (error, request, reply) => void on.send(error, request, reply),
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  return fastify;
}

function addRoutes(
  app: App,
  fastify: FastifyInstance,
  { gate, handlers, notes }: { gate: Gate; handlers: Handlers; notes: RequestNotes },
): void {
  for (const operation of Object.values(operations) as Operation[]) {
    const handler = handlers[operation.id as keyof Handlers] as AnyHandler;
    addRoute(app, fastify, { gate, operation, handler, notes });
  }
}

function addRoute(
  app: App,
  fastify: FastifyInstance,
  route: { gate: Gate; operation: Operation; handler: AnyHandler; notes: RequestNotes },
): void {
  const { operation, gate, handler, notes } = route;
  fastify.route({
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
    url: routerPath(operation.path),
    config: { operation: operation.id },
    handler: async (request, reply) => {
      const requested = requestOf(operation, request);
      const answer = await serve(app, gate, {
        operation,
        handler,
        request: requested,
        fail: (error) => failure(app, error, request.id),
      });
      (request as { projectId?: string }).projectId = answer.projectId;
      reply.code(answer.status).headers(headersOf(answer, request.id));
      notes.answered({ request, reply }, { operation, requested, answer });
      return reply.send(answer.body);
    },
  });
}

function failure(app: App, error: unknown, requestId: string): Answer {
  const { body, ...answer } = answerError(error, errorFacts(app, requestId));
  return { ...answer, body: JSON.stringify(body) };
}

function headersOf(answer: ApiAnswer, requestId: string): Record<string, string> {
  const { retryAfterSeconds } = answer;
  return {
    ...apiHeaders,
    ...answer.headers,
    'x-request-id': requestId,
    'api-version': String(answer.apiVersion),
    ...(retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(answer.isReplayed ? { 'idempotent-replayed': 'true' } : {}),
    'content-type': 'application/json; charset=utf-8',
  };
}

/** RFC 9112, 3.2: every HTTP/1.1 request names its host exactly once. */
function wrongHost(request: FastifyRequest): Error | undefined {
  const { httpVersion, headers } = request.raw;
  const isMissing = httpVersion === '1.1' && headers.host === undefined;
  if (isMissing) return apiError('bad_request.host_missing');
  const names = request.raw.rawHeaders.filter((name, n) => n % 2 === 0 && isHost(name));
  return names.length > 1 ? apiError('bad_request.several_hosts') : undefined;
}

/** A wrong clock would decide deadlines wrongly, and the schema of another release would be misread. */
function notWorking(app: App, { raw: { url = '' } }: FastifyRequest): Error | undefined {
  const isWorking = app.schema.mismatch === null && mayWork(app.machineClock, moment());
  return isWorking || url.startsWith('/health/') ? undefined : serviceUnavailable();
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host';

function newRequestId(app: App): string {
  return app.random.bytes(REQUEST_ID_BYTES).toString('hex');
}

function errorFacts(app: App, requestId: string): ErrorFacts {
  return {
    requestId,
    log: app.log.child({ request_id: requestId }),
    revealsHints: app.config.rules.revealsHints,
  };
}

async function sendError(
  answer: ErrorAnswer,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  reply.code(answer.status).headers(apiHeaders).header('x-request-id', request.id);
  if (answer.retryAfterSeconds !== null)
    reply.header('retry-after', String(answer.retryAfterSeconds));
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      request_id: request.id,
      project_id: (request as { projectId?: string }).projectId,
      method: request.method,
      path: loggedPath(request),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
    },
    'request',
  );
}

/** The path of a route whose address is a secret shows the parameter instead. */
function loggedPath({ raw, routeOptions }: FastifyRequest): string | undefined {
  const { isSecretPath = false } = routeOptions.config as { isSecretPath?: boolean };
  return isSecretPath ? routeOptions.url : raw.url?.split('?')[0];
}

function measure({ measures }: App, request: FastifyRequest, reply: FastifyReply): void {
  const operation = operationName(request);
  const milliseconds = request.routeOptions.url === STREAM ? null : reply.elapsedTime;
  measures.answered({ operation, status: reply.statusCode, milliseconds });
}
