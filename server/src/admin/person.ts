// Who asks the interface of people, and what he may do where. Read for each request: what was taken from somebody
// counts at once.
import type { App } from '../app.ts';
import type { Actor } from '../contract/operator/operation.ts';
import {
  type PersonPermission,
  type ProjectRole,
  permissionsOfRole,
  permissionsOfRoles,
} from '../contract/roles.ts';
import { AppError, type ErrorDetail, invalid } from '../core/errors.ts';
import { membershipsOf } from '../people/members.ts';
import { doesTokenCount, findToken, type TokenRow } from '../people/personal-tokens.ts';
import {
  type Client,
  doesSessionGoOn,
  findSession,
  isProven,
  type Session,
} from '../people/sessions.ts';
import { findUser, type UserRow } from '../people/users.ts';

export interface Place {
  readonly name: string;
  readonly roles: readonly ProjectRole[];
  readonly permissions: ReadonlySet<PersonPermission>;
}

interface Rights {
  /** By his role in the installation; they count in every project. */
  readonly everywhere: ReadonlySet<PersonPermission>;
  /** Of which he is a member, by id. */
  readonly places: ReadonlyMap<string, Place>;
}

export interface Person extends Rights {
  readonly user: UserRow;
  readonly client: Client;
  /** Null: a program asks, with his token. */
  readonly session: Session | null;
  /** What he may do is only what it names. */
  readonly token: TokenRow | null;
}

/** Somebody in front of a screen. */
export type Present = Person & { readonly session: Session };

/** Errors: 401 `unauthenticated`. */
export async function personOf(app: App, cookie: string | null, client: Client): Promise<Present> {
  const session = cookie === null ? null : await findSession(app, cookie, client);
  if (session === null) throw notSignedIn();
  const { user, rights } = await rightsOf(app, session.userId);
  return { ...rights, user, client, session, token: null };
}

/** Errors: 401 `unauthenticated`. */
export async function personOfToken(app: App, bearer: string, client: Client): Promise<Person> {
  const token = await findToken(app.db, bearer);
  if (token === null) throw notSignedIn();
  const { user, rights } = await rightsOf(app, token.user_id);
  return { ...withinToken(rights, token), user, client, session: null, token };
}

/**
 * Who asked for what takes long, as he may now. Nothing that goes on keeps his session from ending. Errors: 401
 * `unauthenticated`.
 */
export async function stillThere(app: App, person: Person): Promise<Person> {
  const { session, token } = person;
  const goesOn =
    token === null
      ? session !== null && (await doesSessionGoOn(app.db, session.id))
      : await doesTokenCount(app.db, token.id);
  if (!goesOn) throw notSignedIn();
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
  if (user === null || user.disabled_at !== null) throw notSignedIn();
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

/** In a project, or in the installation without one. */
export function permissionsIn(
  { everywhere, places }: Rights,
  projectId: string | null,
): ReadonlySet<PersonPermission> {
  const here = projectId === null ? undefined : places.get(projectId)?.permissions;
  return here === undefined ? everywhere : new Set([...everywhere, ...here]);
}

export function actorOf({ user, session, token, client }: Person): Actor {
  const who = { name: user.name, userId: user.id, address: client.address };
  if (token !== null) {
    const proof = { by: `token ${token.name}`, at: token.made_at.toISOString() };
    return { ...who, kind: 'token', face: 'api', proof };
  }
  const proof = session && { by: session.provedBy, at: session.provedAt.toISOString() };
  return { ...who, kind: 'user', face: 'screen', ...(proof && { proof }) };
}

/**
 * Errors: 403 `step_up_needed`: prove who you are (POST /admin/api/session/step-up), then ask again. What a token may
 * do was named under such a proof when it was made.
 */
export function insistOnStepUp({ session }: Person): void {
  if (session === null || isProven(session)) return;
  throw stepUpNeeded();
}

/** The same of what can be done: who mistyped something is told so, and not asked who they are first. */
export async function insistOnStepUpOfValid(
  person: Person,
  findProblems: () => Promise<readonly ErrorDetail[]>,
): Promise<void> {
  const { session } = person;
  if (session === null || isProven(session)) return;
  const problems = await findProblems();
  if (problems.length > 0) throw invalid(...problems);
  insistOnStepUp(person);
}

export function stepUpNeeded(): AppError {
  const message = 'prove once more who you are, then ask again';
  return new AppError({ code: 'step_up_needed', status: 403, message });
}

/** Live, a link is only the way to a passkey, or a password with codes. Errors: 403 `setup_required`. */
export function insistOnOwnStepUp(app: Pick<App, 'config'>, person: Person): void {
  if (!mustSetUp(app, person)) return;
  const message = 'set up a passkey, or a password with codes, first';
  throw new AppError({ code: 'setup_required', status: 403, message });
}

export function mustSetUp({ config }: Pick<App, 'config'>, { session }: Person): boolean {
  return session?.provedBy === 'link' && !config.rules.linksSuffice;
}

function notSignedIn(): AppError {
  const message = 'nobody is signed in, or not any more';
  return new AppError({ code: 'unauthenticated', status: 401, message });
}

export function forbidden(): AppError {
  const message = 'none of your roles allows this';
  return new AppError({ code: 'forbidden', status: 403, message });
}
