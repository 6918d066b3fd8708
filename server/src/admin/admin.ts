// What the routes of people share: the application, a budget for each client, who asks, and the form of an answer.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit } from '../http/rate-limit.ts';
import { type Answer, readBody } from '../http/serve.ts';
import type { OperatorApp } from '../operator/operator.ts';
import type { Client } from '../people/sessions.ts';
import { clientOf } from '../web/page-answers.ts';
import { bearerOf, insistOnOwnOrigin, sessionToken } from './browser.ts';
import type { Refusals } from './note-refusal.ts';
import { insistOnOwnStepUp, type Person, personOf, personOfToken } from './person.ts';

export interface Admin {
  readonly app: OperatorApp;
  readonly limit: RateLimit;
  /** Lines of the journal about what somebody was not let do. */
  readonly refusals: Refusals;
  /** Lines of the journal about what people do for themselves. */
  readonly ownChanges: Refusals;
  /** The error body of whatever was thrown. */
  readonly fail: (error: unknown, requestId: string) => Answer;
}

/** Every answer, refusals too: for this browser alone, and of nobody's frame. */
export const safeHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export const adminHeaders = {
  ...safeHeaders,
  'content-type': 'application/json; charset=utf-8',
} as const;

/** Our own pages say with it that nobody has touched them for a while. */
const AWAY_HEADER = 'x-chaintill-away';

/** A request that may be answered at all: within its budget, and from our own page when it changes something. */
export function admit({ app, limit }: Admin, request: FastifyRequest): Client {
  const { headers, method, ip } = request;
  limit.take(clientOf(ip));
  // No page can send a token of which it does not know.
  if (method !== 'GET' && bearerOf(headers) === null) insistOnOwnOrigin(app, headers);
  const isAway = headers[AWAY_HEADER] !== undefined;
  return { address: ip, agent: headers['user-agent'] ?? null, isAway };
}

/** By his token, or by the cookie of his session. Errors: 401 `unauthenticated`. */
export async function whoIsThere(
  { app }: Admin,
  request: FastifyRequest,
  client: Client,
): Promise<Person> {
  const { headers } = request;
  const bearer = bearerOf(headers);
  const person = await (bearer === null
    ? personOf(app, sessionToken(app, headers), client)
    : personOfToken(app, bearer, client));
  // Not charged to the budget of strangers (http/server.ts).
  (request as { isOfPerson?: boolean }).isOfPerson = true;
  return person;
}

/** Of whatever is about more than himself. Errors: 401 `unauthenticated`, 403 `setup_required`. */
export async function authenticatePerson(
  admin: Admin,
  request: FastifyRequest,
  client: Client,
): Promise<Person> {
  const person = await whoIsThere(admin, request, client);
  insistOnOwnStepUp(admin.app, person);
  return person;
}

/** The fields of a request: those of the query when it changes nothing, else those of the body. */
export function valuesOf({
  method,
  query,
  body,
  headers,
}: FastifyRequest): Record<string, unknown> {
  if (method === 'GET') return { ...(query as Record<string, unknown>) };
  return readBody({ headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) });
}

export function sendData(
  reply: FastifyReply,
  request: FastifyRequest,
  data: unknown,
): FastifyReply {
  reply.headers(adminHeaders).header('x-request-id', request.id);
  return reply.send(JSON.stringify({ data }));
}
