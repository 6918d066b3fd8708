// Sign-in by link, the current user, and their sessions.

import type { App } from '../app.ts';
import type { sessionOperations } from '../contract/people/sessions.ts';
import { defined } from '../core/assert.ts';
import { timeOf } from '../operator/present.ts';
import { endAllOf } from '../people/end-all.ts';
import { findLink, takeLink } from '../people/links.ts';
import { endSession, findSession, sessionsOf } from '../people/sessions.ts';
import { signInMethodsOf } from '../people/sign-in-methods.ts';
import { findUser, setPreferences, type UserRow } from '../people/users.ts';
import { listProjects } from '../projects/create.ts';
import { mustSetUp, type Person, permissionsIn } from './person.ts';
import { signedIn, signIn } from './sign-in.ts';
import type { PeopleHandlersOf, Visitor } from './visitor.ts';

export const sessionHandlers: PeopleHandlersOf<typeof sessionOperations> = {
  async 'session.show-link'(app, { token }, visitor) {
    const { userId, expiresAt } = await findLink(app.db, token);
    const { name } = defined(await findUser(app.db, userId), 'a link is of somebody');
    return {
      name,
      expires_at: timeOf(expiresAt),
      signed_in_as: await findSignedInUser(app, visitor),
    };
  },
  async 'session.link'(app, { token }, visitor) {
    const userId = await takeLink(app, token);
    await signIn(app, visitor, { userId, authMethod: 'link' });
    return { done: true };
  },
  async 'session.ways'({ config }) {
    const { mode, rules, sso } = config;
    return {
      ...{ mode, passkey: true, password_needs_code: !rules.linksSuffice },
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
        proved_at: timeOf(session.authenticatedAt),
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
    return (await sessionsOf(app.db, user.id)).map((row) => ({
      id: row.id,
      began_at: timeOf(row.began_at),
      seen_at: timeOf(row.seen_at),
      ends_at: timeOf(row.ends_at),
      address: row.address,
      agent: row.agent,
      is_this: row.id === session.id,
    }));
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
  const { id, name, email, role, language, number_format, time_zone, theme } = user;
  const { passkeys, hasPassword, hasTotp, recoveryCodes } = await signInMethodsOf(app.db, id);
  return {
    ...{ id, name, email, role, language, number_format, time_zone, theme },
    ...{ has_passkey: passkeys > 0, has_password: hasPassword, has_totp: hasTotp },
    recovery_codes: recoveryCodes,
  };
}

async function projectsOf(app: App, person: Person) {
  const everywhere = person.everywhere.size > 0;
  const rows = everywhere
    ? await listProjects(app)
    : [...person.places].map(([id, { name }]) => ({ id, name }));
  return rows.map(({ id, name }) => ({
    ...{ id, name, roles: [...(person.places.get(id)?.roles ?? [])] },
    permissions: [...permissionsIn(person, id)],
  }));
}
