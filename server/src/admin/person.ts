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
import { AppError } from '../core/errors.ts';
import { membershipsOf } from '../people/members.ts';
import { type Client, findSession, isProven, type Session } from '../people/sessions.ts';
import { findUser, type UserRow } from '../people/users.ts';

export interface Place {
  readonly name: string;
  readonly roles: readonly ProjectRole[];
  readonly permissions: ReadonlySet<PersonPermission>;
}

export interface Person {
  readonly user: UserRow;
  readonly session: Session;
  readonly client: Client;
  /** By his role in the installation; they count in every project. */
  readonly everywhere: ReadonlySet<PersonPermission>;
  /** Of which he is a member, by id. */
  readonly places: ReadonlyMap<string, Place>;
}

/** Errors: 401 `unauthenticated`. */
export async function personOf(app: App, token: string | null, client: Client): Promise<Person> {
  const session = token === null ? null : await findSession(app, token);
  if (session === null) throw notSignedIn();
  const [user, memberships] = await Promise.all([
    findUser(app.db, session.userId),
    membershipsOf(app.db, session.userId),
  ]);
  if (user === null || user.disabled_at !== null) throw notSignedIn();
  const places = memberships.map(
    ({ project_id, project_name, roles }) =>
      [project_id, { name: project_name, roles, permissions: permissionsOfRoles(roles) }] as const,
  );
  const everywhere = permissionsOfRole(user.role);
  return { user, session, client, everywhere, places: new Map(places) };
}

/** In a project, or in the installation without one. */
export function permissionsIn(
  { everywhere, places }: Person,
  projectId: string | null,
): ReadonlySet<PersonPermission> {
  const here = projectId === null ? undefined : places.get(projectId)?.permissions;
  return here === undefined ? everywhere : new Set([...everywhere, ...here]);
}

export function actorOf({ user, session, client }: Person): Actor {
  return {
    ...{ kind: 'user', name: user.name, face: 'screen', address: client.address },
    ...{ userId: user.id, proof: { by: session.provedBy, at: session.provedAt.toISOString() } },
  };
}

/** Errors: 403 `step_up_needed`: prove who you are (POST /admin/api/session/step-up), then ask again. */
export function insistOnProof({ session }: Person): void {
  if (isProven(session)) return;
  const message = 'prove once more who you are, then ask again';
  throw new AppError({ code: 'step_up_needed', status: 403, message });
}

function notSignedIn(): AppError {
  const message = 'nobody is signed in, or not any more';
  return new AppError({ code: 'unauthenticated', status: 401, message });
}

export function forbidden(): AppError {
  const message = 'none of your roles allows this';
  return new AppError({ code: 'forbidden', status: 403, message });
}
