// Shared by all sign-in methods: a new session with its audit-log entry, and a step-up in an existing one.
import type { App } from '../app.ts';
import { sessionOperations } from '../contract/people/sessions.ts';
import { defined } from '../core/assert.ts';
import { journaled } from '../operator/journaled.ts';
import { isKnownBrowser, knowBrowser } from '../people/known-browsers.ts';
import { type AuthMethod, beginSession, endReplaced, stepUpSession } from '../people/sessions.ts';
import { actorOf, type Present, personOf } from './person.ts';
import type { Visitor } from './visitor.ts';

export interface Authenticated {
  readonly userId: string;
  readonly authMethod: AuthMethod;
  /** Default: now. Earlier if the authentication happened elsewhere. */
  readonly authenticatedAt?: Date;
}

/** For operations that require a signed-in person. */
export function signedIn({ person }: Visitor): Present {
  const { session, ...rest } = defined(person, 'the route let in who is signed in');
  return { ...rest, session: defined(session, 'the route refused a token') };
}

/**
 * Replaces the browser's session with a new one and writes an audit-log entry. From now on, password attempts in this
 * browser are counted separately.
 */
export async function signIn(
  app: App,
  visitor: Visitor,
  authenticated: Authenticated,
): Promise<void> {
  const { userId, ...auth } = authenticated;
  const { client } = visitor;
  const { token, session } = await beginSession(app, userId, { ...auth, client });
  const actor = actorOf(await personOf(app, token, client));
  const requested = { name: 'session.begin', operation: began, actor, values: {}, input: {} };
  await journaled(app, requested, async () => ({ id: session.id }));
  visitor.setCookie(token);
  if (visitor.cookie !== null) await endReplaced(app, visitor.cookie);
  if (!(await isKnownBrowser(app.db, userId, visitor.browser)))
    visitor.rememberBrowser(await knowBrowser(app, userId));
}

/** Records a step-up in this session. */
export async function verifyNow(app: App, visitor: Visitor, by: AuthMethod): Promise<void> {
  const { session } = signedIn(visitor);
  visitor.setCookie(await stepUpSession(app, session.id, by));
}

const began = {
  input: {},
  output: sessionOperations['session.end'].output,
  about: { type: 'session', output: 'id' },
} as const;
