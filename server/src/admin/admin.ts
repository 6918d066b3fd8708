// Shared by the routes of the dashboard API: the application, a rate limit per client, authentication, and the response
// format.
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
  /** Audit-log entries about denied operations. */
  readonly refusals: Refusals;
  /** Audit-log entries about people's changes to their own account. */
  readonly ownChanges: Refusals;
  /** The error body for any thrown error. */
  readonly fail: (error: unknown, requestId: string) => Answer;
}

/** Sent with every response, including errors: not cacheable by others, and not embeddable in frames. */
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

/** Our own pages send it while the user is idle. */
const AWAY_HEADER = 'x-chaintill-away';

/** Accepts a request within its rate limit, and from our own origin if it changes something. */
export function admit({ app, limit }: Admin, request: FastifyRequest): Client {
  const { headers, method, ip } = request;
  limit.take(clientOf(ip));
  // Requests with a bearer token are exempt: another site's page cannot know the token.
  if (method !== 'GET' && bearerOf(headers) === null) insistOnOwnOrigin(app, headers);
  const isAway = headers[AWAY_HEADER] !== undefined;
  return { address: ip, agent: headers['user-agent'] ?? null, isAway };
}

/** Identifies the person by bearer token or session cookie. Errors: 401 `unauthenticated`. */
export async function findPerson(
  { app }: Admin,
  request: FastifyRequest,
  client: Client,
): Promise<Person> {
  const { headers } = request;
  const bearer = bearerOf(headers);
  const person = await (bearer === null
    ? personOf(app, sessionToken(app, headers), client)
    : personOfToken(app, bearer, client));
  // Exempt from the rate limit of unauthenticated clients (http/server.ts).
  (request as { isOfPerson?: boolean }).isOfPerson = true;
  return person;
}

/** For operations beyond the person's own account. Errors: 401 `unauthenticated`, 403 `setup_required`. */
export async function authenticatePerson(
  admin: Admin,
  request: FastifyRequest,
  client: Client,
): Promise<Person> {
  const person = await findPerson(admin, request, client);
  insistOnOwnStepUp(admin.app, person);
  return person;
}

/** The fields of a request: from the query if it is read-only, otherwise from the body. */
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
