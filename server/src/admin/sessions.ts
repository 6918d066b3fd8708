// Coming in, who one is, and one's sessions.
import type { App } from '../app.ts';
import { sessionOperations } from '../contract/people/sessions.ts';
import { known } from '../core/assert.ts';
import { AppError } from '../core/errors.ts';
import { journaled } from '../operator/journaled.ts';
import { timeOf } from '../operator/present.ts';
import { takeLink } from '../people/links.ts';
import {
  beginSession,
  type Client,
  endSession,
  type ProvedBy,
  proveSession,
  sessionsOf,
} from '../people/sessions.ts';
import { listProjects } from '../projects/create.ts';
import { actorOf, type Person, permissionsIn, personOf } from './person.ts';
import type { PeopleHandlersOf, Visitor } from './visitor.ts';

export const sessionHandlers: PeopleHandlersOf<typeof sessionOperations> = {
  async 'session.link'(app, { token }, visitor) {
    const userId = await takeLink(app, token);
    await comeIn(app, visitor, { userId, provedBy: 'link' });
    return { done: true };
  },
  async 'session.step-up'(app, _input, visitor) {
    const { session } = signedIn(visitor);
    insistOnLinks(app);
    visitor.keepCookie(await proveSession(app, session.id, 'link'));
    return { done: true };
  },
  async 'session.end'(app, _input, visitor) {
    const { user, session } = signedIn(visitor);
    await endSession(app, user.id, session.id);
    visitor.keepCookie(null);
    return { id: session.id };
  },
  async 'me.show'(app, _input, visitor) {
    const person = signedIn(visitor);
    const { id, name, email, role, language } = person.user;
    const { session } = person;
    return {
      user: { id, name, email, role, language },
      mode: app.config.mode,
      public_url: app.publicUrl.value,
      permissions: [...person.everywhere],
      projects: await projectsOf(app, person),
      session: {
        id: session.id,
        proved_at: timeOf(session.provedAt),
        proved_by: session.provedBy,
      },
    };
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
};

/** Of an operation that nobody but who is signed in can ask. */
function signedIn({ person }: Visitor): Person {
  return known(person, 'the route let in who is signed in');
}

/** A new session, with its line in the journal. */
async function comeIn(
  app: App,
  { client, keepCookie }: { client: Client; keepCookie: Visitor['keepCookie'] },
  { userId, provedBy }: { userId: string; provedBy: ProvedBy },
): Promise<void> {
  const { token, session } = await beginSession(app, userId, { provedBy, client });
  const actor = actorOf(await personOf(app, token, client));
  const asked = { name: 'session.begin', operation: began, actor, values: {}, input: {} };
  await journaled(app, asked, async () => ({ id: session.id }));
  keepCookie(token);
}

const began = {
  input: {},
  output: sessionOperations['session.end'].output,
  about: { type: 'session', output: 'id' },
} as const;

/** Who came in by a link alone has nothing else to prove himself with: it is enough in the sandbox. */
function insistOnLinks({ config }: App): void {
  if (config.rules.linksSuffice) return;
  const message = 'set up a passkey, or a password with codes, first';
  throw new AppError({ code: 'nothing_to_prove_with', status: 403, message });
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
