// Routes for a person's own account: sign-in, profile, sessions.
import type { FastifyInstance } from 'fastify';
import { readFields } from '../contract/fields.ts';
import type { PeopleOperation } from '../contract/people/fields.ts';
import {
  type PeopleName,
  type PeopleOperations,
  peopleOperations,
} from '../contract/people/operations.ts';
import { HOUR, SECOND } from '../core/clock.ts';
import { type AppError, apiError, invalid } from '../core/errors.ts';
import { journaled } from '../operator/journaled.ts';
import { presented } from '../operator/present.ts';
import { mayStillSetUp } from '../people/sessions.ts';
import { browserToken, cookieOf, insistOnSafeMethod, sessionToken } from './browser.ts';
import { listHandlers } from './lists.ts';
import { sendOnce } from './once.ts';
import { passkeyHandlers, stepUpHandlers } from './passkeys.ts';
import { passwordHandlers } from './passwords.ts';
import {
  type Admin,
  actorOf,
  admit,
  findPerson,
  forbidden,
  type Person,
  sendData,
  stepUpNeeded,
  valuesOf,
} from './person.ts';
import {
  type PeopleHandler,
  type PeopleHandlersOf,
  sessionHandlers,
  ssoHandlers,
  type Visitor,
} from './sessions.ts';
import { noticeHandlers, tokenHandlers } from './tokens.ts';

const peopleHandlers: PeopleHandlersOf<PeopleOperations> = {
  ...sessionHandlers,
  ...listHandlers,
  ...noticeHandlers,
  ...passkeyHandlers,
  ...passwordHandlers,
  ...ssoHandlers,
  ...stepUpHandlers,
  ...tokenHandlers,
};

export function addPeopleRoute(fastify: FastifyInstance, admin: Admin, name: PeopleName): void {
  const operation: PeopleOperation = peopleOperations[name];
  fastify.route({
    method: operation.method,
    url: `/admin/api${operation.path}`,
    handler: async (request, reply) => {
      const client = admit(admin, request);
      insistOnSafeMethod(admin.app);
      const person =
        operation.access === 'anyone' ? null : await findPerson(admin, request, client);
      if (person !== null) insistOnPresence(operation, person);
      const keep = (cookie: string) => void reply.header('set-cookie', cookie);
      const visitor: Visitor = {
        client,
        person,
        cookie: sessionToken(admin.app, request.headers),
        browser: browserToken(admin.app, request.headers),
        setCookie: (token) => keep(cookieOf(admin.app, 'session', token)),
        rememberBrowser: (token) => keep(cookieOf(admin.app, 'browser', token)),
      };
      const requested = { name, values: valuesOf(request), visitor };
      // Sign-in and sign-out responses set a cookie and must never be replayed.
      if (operation.method === 'GET' || person === null || name.startsWith('session.'))
        return sendData(reply, request, await perform(admin, requested));
      return sendOnce(admin, { request, reply, person }, () => perform(admin, requested));
    },
  });
}

/** A token may never change its owner's sign-in methods. Errors: 403 `forbidden`, `step_up_needed`. */
function insistOnPresence(operation: PeopleOperation, { session }: Person): void {
  if (session === null && operation.alsoByToken !== true) throw forbidden();
  if (operation.requiresStepUp && session !== null && !mayStillSetUp(session)) throw stepUpNeeded();
}

interface Request {
  readonly name: PeopleName;
  readonly values: Record<string, unknown>;
  readonly visitor: Visitor;
}

async function perform(
  { app, ownChanges }: Admin,
  { name, values, visitor }: Request,
): Promise<unknown> {
  const operation: PeopleOperation = peopleOperations[name];
  const handler = peopleHandlers[name] as PeopleHandler<PeopleOperation>;
  const problems: Parameters<typeof invalid> = [];
  const codes = { coin: app.coins, currency: app.currencies };
  const input = readFields(operation.input, values, { problems, prefix: '', codes });
  const work = async () => {
    if (problems.length > 0) throw invalid(...problems);
    return presented(operation.output, await handler(app, input as never, visitor));
  };
  const { person } = visitor;
  if (operation.method === 'GET' || operation.leavesNoLine || person === null) return work();
  if (!ownChanges.take(person.user.id)) throw tooManyChanges();
  return journaled(app, { name, operation, actor: actorOf(person), values, input }, work);
}

/** Each change writes to the audit log, which must not be flooded. */
function tooManyChanges(): AppError {
  const retryAfterSeconds = HOUR / SECOND;
  return apiError('rate_limit_exceeded.account_changes', {}, { retryAfterSeconds });
}
