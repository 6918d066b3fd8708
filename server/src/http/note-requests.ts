// Records requests and the last use of keys after the response, without delaying it. Also records unauthenticated
// requests that name an existing key, because a wrong signature is the first mistake of every integrator
// (docs/decisions/0108-a-log-of-requests.md).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Operation } from '../contract/operation.ts';
import { inTime, SECOND, steadyNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { OpenRequest } from '../core/traces.ts';
import { storableText } from '../operator/without-secrets.ts';
import { keyUses } from '../projects/api-keys.ts';
import { type Described, requestLog } from '../requests/log.ts';
import type { Problem } from '../requests/store-requests.ts';
import type { KeyCache } from './authenticate.ts';
import type { ErrorAnswer } from './errors.ts';
import { notedInput } from './logged-input.ts';
import { operationName } from './operation-request.ts';
import type { ApiAnswer, ApiRequest } from './serve.ts';
import { parseAuthorization } from './signature.ts';
import { IGNORED_HEADER } from './versions.ts';

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

export interface RequestNotes {
  answered(exchange: Exchange, requested: Request): void;
  /** Includes requests that failed before authentication. */
  refused(exchange: Exchange, failure: { error: unknown; answer: ErrorAnswer }): void;
  finish(): Promise<void>;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

interface Request {
  readonly operation: Operation;
  readonly requested: ApiRequest;
  readonly answer: ApiAnswer;
}

const NO_NOTES: RequestNotes = {
  answered: () => undefined,
  refused: () => undefined,
  finish: async () => undefined,
};

const REFUSED = 400;
const PATH_LENGTH_MAX = 500;
const MESSAGE_LENGTH_MAX = 1000;
const PROBLEMS_MAX = 50;
/** Unauthenticated clients can name nonexistent keys. Above this many lookups, requests are not recorded. */
const LOOKUPS_MAX = 20;
/** Whatever state the database is in, the workers must still have time to stop. */
const FINISHED_WITHIN = SECOND;

export function requestNotes(app: App, keys: KeyCache): RequestNotes {
  if (app.config.requestLogDays === 0) return NO_NOTES;
  const uses = keyUses(app);
  const log = requestLog(app);
  let lookups = 0;
  return {
    answered(exchange, requested) {
      const { apiKey, projectId, status } = requested.answer;
      uses.note(apiKey);
      const kind = status < REFUSED ? 'succeeded' : 'refused';
      log.note(projectId, kind, () => signed(exchange, requested));
    },
    refused(exchange, failure) {
      const { url = '', headers } = exchange.request.raw;
      const credential = parseAuthorization(headers.authorization);
      if (credential === null || !url.startsWith('/api/') || lookups >= LOOKUPS_MAX) return;
      lookups += 1;
      void keys
        .find(credential.key)
        .then((key) => {
          if (key === null) return;
          log.note(key.project.id, 'unsigned', () => unsigned(exchange, key.key, failure));
        })
        // Without its database, the instance records nothing here; other checks report the outage.
        .catch(() => undefined)
        .finally(() => {
          lookups -= 1;
        });
    },
    async finish() {
      const late = () => new Error('the database did not take them in time');
      const finished = Promise.all([uses.finish(), log.finish()]);
      await inTime(finished, FINISHED_WITHIN, late).catch((error: unknown) =>
        app.log.warn({ err: error }, 'request log entries dropped'),
      );
    },
  };
}

function signed(exchange: Exchange, { operation, requested, answer }: Request): Described {
  const { status, body, apiKey: key } = answer;
  const facts = { ...factsOf(exchange), apiKey: key, isSigned: true, status };
  const ignored = answer.headers?.[IGNORED_HEADER] ?? null;
  if (status < REFUSED)
    return { ...facts, code: null, message: null, details: null, input: null, ignored };
  const { error } = JSON.parse(body) as Pick<ErrorAnswer['body'], 'error'>;
  return { ...facts, ...problemOf(error), input: notedInput(operation, requested), ignored };
}

function unsigned(
  exchange: Exchange,
  apiKey: string,
  { error, answer }: { error: unknown; answer: ErrorAnswer },
): Described {
  const problem = problemOf(answer.body.error);
  const reason = error instanceof AppError ? error.log['reason'] : undefined;
  return {
    ...factsOf(exchange),
    apiKey,
    isSigned: false,
    status: answer.status,
    ...problem,
    message: typeof reason === 'string' ? reason : problem.message,
    input: null,
    ignored: null,
  };
}

function factsOf({ request, reply }: Exchange) {
  const [path = ''] = (request.raw.url ?? '').split('?');
  return {
    requestId: request.id,
    method: request.method,
    path: storableText(path.slice(0, PATH_LENGTH_MAX)),
    milliseconds: Math.round(reply.elapsedTime),
  };
}

function problemOf({ code, message, details }: ErrorAnswer['body']['error']) {
  return {
    code,
    message: truncate(message),
    details: (details as Problem[]).slice(0, PROBLEMS_MAX).map(({ target, code, message }) => ({
      target: truncate(target),
      code,
      message: truncate(message),
    })),
  };
}

const truncate = (text: string) => storableText(text.slice(0, MESSAGE_LENGTH_MAX));
