// The authenticated person of a dashboard request and their permissions. Read for each request, so that a revoked
// permission takes effect immediately.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { Actor } from '../contract/operator/operation.ts';
import {
  type PersonPermission,
  type ProjectRole,
  permissionsOfRole,
  permissionsOfRoles,
} from '../contract/roles.ts';
import { type AppError, apiError, type ErrorDetail, invalid } from '../core/errors.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { type Answer, readBody } from '../http/serve.ts';
import type { OperatorApp } from '../operator/operator.ts';
import { membershipsOf } from '../people/members.ts';
import { doesTokenCount, findToken, type TokenRow } from '../people/personal-tokens.ts';
import {
  type Client,
  doesSessionGoOn,
  findSession,
  isStepUpFresh,
  type Session,
} from '../people/sessions.ts';
import { findUser, type UserRow } from '../people/users.ts';
import { insistOnOwnOrigin } from '../web/own-origin.ts';
import { clientOf } from '../web/page-answers.ts';
import { bearerOf, sessionToken } from './browser.ts';
import type { Refusals } from './note-refusal.ts';

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
const IDLE_HEADER = 'x-chaintill-idle';

/** Accepts a request within its rate limit, and from our own origin if it changes something. */
export function admit({ app, limit }: Admin, request: FastifyRequest): Client {
  const { headers, method, ip } = request;
  limit.take(clientOf(ip));
  // Requests with a bearer token are exempt: another site's page cannot know the token.
  if (method !== 'GET' && bearerOf(headers) === null) insistOnOwnOrigin(app, headers);
  const isAway = headers[IDLE_HEADER] !== undefined;
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

export interface Place {
  readonly name: string;
  readonly roles: readonly ProjectRole[];
  readonly permissions: ReadonlySet<PersonPermission>;
}

interface Rights {
  /** Permissions from their role in the instance, valid in every project. */
  readonly everywhere: ReadonlySet<PersonPermission>;
  /** The projects in which they are members, by ID. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface Person extends Rights {
  readonly user: UserRow;
  readonly client: Client;
  /** Null: a program with a personal token. */
  readonly session: Session | null;
  /** Limits the permissions to those that it names. */
  readonly token: TokenRow | null;
}

export type Present = Person & { readonly session: Session };

/** Errors: 401 `unauthenticated`. */
export async function personOf(app: App, cookie: string | null, client: Client): Promise<Present> {
  const session = cookie === null ? null : await findSession(app, cookie, client);
  if (session === null) throw apiError('unauthenticated.no_session');
  const { user, rights } = await rightsOf(app, session.userId);
  return { ...rights, user, client, session, token: null };
}

/** Errors: 401 `unauthenticated`. */
async function personOfToken(app: App, bearer: string, client: Client): Promise<Person> {
  const token = await findToken(app.db, bearer);
  if (token === null) throw apiError('unauthenticated.no_session');
  const { user, rights } = await rightsOf(app, token.user_id);
  return { ...withinToken(rights, token), user, client, session: null, token };
}

/**
 * Reloads the person of a long-running request with their current permissions. Does not count as session activity.
 * Errors: 401 `unauthenticated`.
 */
export async function stillThere(app: App, person: Person): Promise<Person> {
  const { session, token } = person;
  const goesOn =
    token === null
      ? session !== null && (await doesSessionGoOn(app.db, session.id))
      : await doesTokenCount(app.db, token.id);
  if (!goesOn) throw apiError('unauthenticated.no_session');
  const { user, rights } = await rightsOf(app, person.user.id);
  return {
    ...person,
    ...(person.token === null ? rights : withinToken(rights, person.token)),
    user,
  };
}

async function rightsOf(app: App, userId: string): Promise<{ user: UserRow; rights: Rights }> {
  const [user, memberships] = await Promise.all([
    findUser(app.db, userId),
    membershipsOf(app.db, userId),
  ]);
  if (user === null || user.disabled_at !== null) throw apiError('unauthenticated.no_session');
  const places = memberships.map(
    ({ project_id, project_name, roles }) =>
      [project_id, { name: project_name, roles, permissions: permissionsOfRoles(roles) }] as const,
  );
  return { user, rights: { everywhere: permissionsOfRole(user.role), places: new Map(places) } };
}

function withinToken(
  rights: Rights,
  { permissions, project_id: only, project_name }: TokenRow,
): Rights {
  const kept = (own: ReadonlySet<PersonPermission>) =>
    new Set(permissions.filter((each) => own.has(each)));
  if (only === null) {
    const places = [...rights.places].map(
      ([id, place]) => [id, { ...place, permissions: kept(place.permissions) }] as const,
    );
    return { everywhere: kept(rights.everywhere), places: new Map(places) };
  }
  const own = permissionsIn(rights, only);
  const { roles = [] } = rights.places.get(only) ?? {};
  const place = { name: project_name ?? '', roles, permissions: kept(own) };
  return { everywhere: new Set(), places: new Map(own.size === 0 ? [] : [[only, place]]) };
}

/** The permissions in a project, or in the instance when no project is specified. */
export function permissionsIn(
  { everywhere, places }: Rights,
  projectId: string | null,
): ReadonlySet<PersonPermission> {
  const here = projectId === null ? undefined : places.get(projectId)?.permissions;
  return here === undefined ? everywhere : new Set([...everywhere, ...here]);
}

export function actorOf({ user, session, token, client }: Person): Actor {
  const identity = { name: user.name, userId: user.id, address: client.address };
  if (token !== null) {
    const stepUp = { by: `token ${token.name}`, at: token.made_at.toISOString() };
    return { ...identity, kind: 'token', source: 'api', proof: stepUp };
  }
  const stepUp = session && { by: session.authMethod, at: session.authenticatedAt.toISOString() };
  return { ...identity, kind: 'user', source: 'dashboard', ...(stepUp && { proof: stepUp }) };
}

/**
 * Errors: 403 `step_up_needed`: authenticate (POST /admin/api/session/step-up), then retry. A token is exempt: it was
 * created after a step-up.
 */
export function insistOnStepUp({ session }: Person): void {
  if (session === null || isStepUpFresh(session)) return;
  throw stepUpNeeded();
}

/** Like `insistOnStepUp`, only for a valid request: validation errors are reported before a step-up is requested. */
export async function insistOnStepUpOfValid(
  person: Person,
  findProblems: () => Promise<readonly ErrorDetail[]>,
): Promise<void> {
  const { session } = person;
  if (session === null || isStepUpFresh(session)) return;
  const problems = await findProblems();
  if (problems.length > 0) throw invalid(...problems);
  insistOnStepUp(person);
}

export function stepUpNeeded(): AppError {
  return apiError('step_up_needed');
}

/**
 * On a live instance, a link only serves to set up a passkey, or a password with one-time codes. Errors: 403
 * `setup_required`.
 */
export function insistOnOwnStepUp(app: Pick<App, 'config'>, person: Person): void {
  if (!mustSetUp(app, person)) return;
  throw apiError('setup_required');
}

export function mustSetUp({ config }: Pick<App, 'config'>, { session }: Person): boolean {
  return session?.authMethod === 'link' && !config.rules.linksSuffice;
}

export function forbidden(): AppError {
  return apiError('forbidden');
}
