// Sign-in by link, the current user, and their sessions.
import type { App } from '../app.ts';
import type { PeopleInputOf, PeopleOperation, PeopleOutputOf } from '../contract/people/fields.ts';
import { sessionOperations, type ssoOperations } from '../contract/people/sessions.ts';
import { defined } from '../core/assert.ts';
import { journaled } from '../operator/journaled.ts';
import type { OperatorApp, Presentable } from '../operator/operator.ts';
import { endAllOf } from '../people/end-all.ts';
import { findLink, isKnownBrowser, knowBrowser, takeLink } from '../people/links.ts';
import {
  type AuthMethod,
  beginSession,
  type Client,
  endReplaced,
  endSession,
  findSession,
  sessionsOf,
  stepUpSession,
} from '../people/sessions.ts';
import { signInMethodsOf } from '../people/sign-in-methods.ts';
import { goToProvider, returnFromProvider } from '../people/sso.ts';
import { findUser, setPreferences, type UserRow } from '../people/users.ts';
import { listProjects } from '../projects/create.ts';
import {
  actorOf,
  mustSetUp,
  type Person,
  type Present,
  permissionsIn,
  personOf,
} from './person.ts';

export const ssoHandlers: PeopleHandlersOf<typeof ssoOperations> = {
  async 'session.sso'(app) {
    const { challengeId, url } = await goToProvider(app);
    return { challenge_id: challengeId, url };
  },
  async 'session.sso-finish'(app, { challenge_id: challengeId, answer }, visitor) {
    const { userId, authenticatedAt } = await returnFromProvider(app, { challengeId, answer });
    await signIn(app, visitor, { userId, authMethod: 'oidc', authenticatedAt });
    return { done: true };
  },
};

interface Authenticated {
  readonly userId: string;
  readonly authMethod: AuthMethod;
  /** Default: now. Earlier if the authentication happened elsewhere. */
  readonly authenticatedAt?: Date;
}

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

export async function verifyNow(app: App, visitor: Visitor, by: AuthMethod): Promise<void> {
  const { session } = signedIn(visitor);
  visitor.setCookie(await stepUpSession(app, session.id, by));
}

const began = {
  input: {},
  output: sessionOperations['session.end'].output,
  about: { type: 'session', output: 'id' },
} as const;

export interface Visitor {
  readonly client: Client;
  /** Null: not signed in, or not relevant. */
  readonly person: Person | null;
  /** The session token that the browser sent, if any. The session may have ended. */
  readonly cookie: string | null;
  /** The token of a browser in which a person has signed in before. */
  readonly browser: string | null;
  /** Sets the browser's session cookie. Null removes it. */
  setCookie(token: string | null): void;
  /** Sets the cookie that identifies the browser. */
  rememberBrowser(token: string): void;
}

export type PeopleHandler<O extends PeopleOperation> = (
  app: OperatorApp,
  input: PeopleInputOf<O>,
  visitor: Visitor,
) => Promise<Presentable<PeopleOutputOf<O>>>;

export type PeopleHandlersOf<Area extends Readonly<Record<string, PeopleOperation>>> = {
  readonly [Name in keyof Area]: PeopleHandler<Area[Name]>;
};

export const sessionHandlers: PeopleHandlersOf<typeof sessionOperations> = {
  async 'session.show-link'(app, { token }, visitor) {
    const { userId, expiresAt } = await findLink(app.db, token);
    const { name } = defined(await findUser(app.db, userId), 'the user of a sign-in link exists');
    return { name, expires_at: expiresAt, signed_in_as: await findSignedInUser(app, visitor) };
  },
  async 'session.link'(app, { token }, visitor) {
    const userId = await takeLink(app, token);
    await signIn(app, visitor, { userId, authMethod: 'link' });
    return { done: true };
  },
  async 'session.sign-in-methods'({ config }) {
    const { mode, rules, sso } = config;
    return {
      mode,
      passkey: true,
      password_needs_code: !rules.linksSuffice,
      sso: sso?.name ?? null,
    };
  },
  async 'session.end'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    await endSession(app, user.id, session.id);
    visitor.setCookie(null);
    return { id: session.id };
  },
  async 'me.show'(app, _input, { person: caller }) {
    const person = defined(caller, 'the route let in who is signed in');
    const { session, user } = person;
    return {
      user: await presented(app, user),
      must_set_up: mustSetUp(app, person),
      mode: app.config.mode,
      public_url: app.publicUrl.value,
      permissions: [...person.everywhere],
      projects: await projectsOf(app, person),
      session: session && {
        id: session.id,
        proved_at: session.authenticatedAt,
        proved_by: session.authMethod,
      },
    };
  },
  async 'me.set'(app, { language, number_format, time_zone, theme }, visitor) {
    const { id } = signedIn(visitor).user;
    await setPreferences(app.db, id, {
      language: language ?? null,
      number_format: number_format ?? null,
      time_zone: time_zone ?? null,
      theme: theme ?? null,
    });
    return { id };
  },
  async 'me.sessions'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    const sessions = await sessionsOf(app.db, user.id);
    return sessions.map((row) => ({ ...row, is_this: row.id === session.id }));
  },
  async 'me.end-session'(app, { session_id: id }, visitor) {
    await endSession(app, signedIn(visitor).user.id, id);
    return { id };
  },
  async 'me.end-all'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    await endAllOf(app, user.id, session.id);
    return { id: user.id };
  },
};

/** Who is signed in in this browser. Does not count as session activity. */
async function findSignedInUser(app: App, { cookie }: Visitor): Promise<string | null> {
  const session = cookie === null ? null : await findSession(app, cookie, { isAway: true });
  return session === null ? null : ((await findUser(app.db, session.userId))?.name ?? null);
}

async function presented(app: App, user: UserRow) {
  const { passkeys, hasPassword, hasTotp, recoveryCodes } = await signInMethodsOf(app.db, user.id);
  return {
    ...user,
    has_passkey: passkeys > 0,
    has_password: hasPassword,
    has_totp: hasTotp,
    recovery_codes: recoveryCodes,
  };
}

async function projectsOf(app: App, person: Person) {
  const everywhere = person.everywhere.size > 0;
  const rows = everywhere
    ? await listProjects(app)
    : [...person.places].map(([id, { name }]) => ({ id, name }));
  return rows.map(({ id, name }) => ({
    id,
    name,
    roles: person.places.get(id)?.roles ?? [],
    permissions: [...permissionsIn(person, id)],
  }));
}
