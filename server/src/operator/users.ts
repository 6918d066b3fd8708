// People, as an owner or the admin of a project lets them in.
import type { App } from '../app.ts';
import type { Actor } from '../contract/operator/operation.ts';
import type { usersOperations } from '../contract/operator/users.ts';
import { type ProjectRole, permissionsOfRoles } from '../contract/roles.ts';
import { isToldOf, notFound, rule } from '../core/errors.ts';
import { putMailToPerson } from '../mails/to-people.ts';
import { endAllOf } from '../people/end-all.ts';
import { invitationMail } from '../people/invitation-mail.ts';
import { createLink, endLinksOf, INVITATION_LASTS } from '../people/links.ts';
import { addMember, listMembers, membershipsOf, setMember } from '../people/members.ts';
import { hasSignedIn } from '../people/sessions.ts';
import {
  createUser,
  ensureOwner,
  findUser,
  forgetSubject,
  listUsers,
  setUser,
  type UserRow,
} from '../people/users.ts';
import { ownerNeeded } from '../policy/store.ts';
import { mayEverywhere } from './may-everywhere.ts';
import { type HandlersOf, withProblems } from './operator.ts';
import { timeOf, timeOrNull } from './present.ts';

type Operations = typeof usersOperations;

export const usersHandlers: HandlersOf<Operations> = {
  async 'users.list'(app) {
    return (await listUsers(app.db)).map((row) => ({
      ...shown(row),
      first_signed_in_at: timeOrNull(row.first_signed_in_at),
    }));
  },
  'users.invite': withProblems<Operations['users.invite']>(
    async (app, { name, email, role, owner }, { actor }) => {
      const inRole = owner === true ? 'owner' : (role ?? null);
      const user =
        name === undefined
          ? await ensureOwner(app)
          : await createUser(app, {
              ...{ name, email: email?.toLowerCase() ?? null, role: inRole },
              invitedBy: actor.userId,
            });
      return invitation(app, user, actor);
    },
    (_app, { name, owner }, problems) => {
      if (name === undefined && owner !== true && !isToldOf(problems, 'name'))
        problems.push(rule.filled('name'));
    },
  ),
  async 'users.link'(app, { user_id }, { actor }) {
    const user = await existing(app, user_id);
    await forgetSubject(app.db, user_id);
    return invitation(app, user, actor);
  },
  async 'users.set-role'(app, { user_id, role }) {
    return shown(await setUser(app, user_id, { role: role ?? null }));
  },
  async 'users.disable'(app, { user_id }) {
    const user = await setUser(app, user_id, { isDisabled: true });
    await endAllOf(app, user_id, null);
    await endLinksOf(app, user_id);
    return shown(user);
  },
  async 'users.enable'(app, { user_id }) {
    return shown(await setUser(app, user_id, { isDisabled: false }));
  },
  async 'members.list'(app, { project }) {
    return (await listMembers(app.db, project)).map(({ since, disabled_at, roles, ...row }) => ({
      ...{ ...row, roles: [...roles], since: timeOf(since) },
      disabled_at: timeOrNull(disabled_at),
      first_signed_in_at: timeOrNull(row.first_signed_in_at),
    }));
  },
  async 'members.invite'(app, { project, name, email, roles }, { actor }) {
    await insistOnApproversByOwner(app, actor, { roles, before: [] });
    const requested = {
      ...{ name, email: email?.toLowerCase() ?? null, role: null },
      invitedBy: actor.userId,
    };
    const user = await createUser(app, requested, { projectId: project, roles });
    return invitation(app, user, actor);
  },
  async 'members.link'(app, { project, user_id }, { actor }) {
    const user = await existing(app, user_id);
    const memberships = await membershipsOf(app.db, user_id);
    const own = memberships.find(({ project_id }) => project_id === project);
    if (own === undefined) throw notFound();
    await insistOnApproversByOwner(app, actor, { roles: own.roles, before: [] });
    // Those before it first: then he cannot come in by one of them while it is looked whether he did.
    await endLinksOf(app, user_id);
    const isElsewhere = user.role !== null || memberships.length > 1;
    if (isElsewhere || (await hasSignedIn(app.db, user_id)))
      throw ownerNeeded(
        'who came in already, or has a role elsewhere, gets his link from an owner',
      );
    return invitation(app, user, actor);
  },
  async 'members.add'(app, { project, user_id, roles }, { actor }) {
    await insistOnApproversByOwner(app, actor, { roles, before: [] });
    await existing(app, user_id);
    await addMember(app.db, { projectId: project, userId: user_id, roles });
    return { user_id, roles };
  },
  async 'members.set'(app, { project, user_id, roles }, { actor }) {
    const kept = roles ?? [];
    const memberships = await membershipsOf(app.db, user_id);
    const before = memberships.find(({ project_id }) => project_id === project)?.roles ?? [];
    await insistOnApproversByOwner(app, actor, { roles: kept, before });
    await setMember(app, { projectId: project, userId: user_id, roles: kept });
    return { user_id, roles: kept };
  },
};

/**
 * Who lets people into a project could be two people in it himself: who approves there is an owner's to say.
 * Errors: 403 `owner_needed`.
 */
async function insistOnApproversByOwner(
  app: App,
  actor: Actor,
  { roles, before }: Readonly<Record<'roles' | 'before', readonly ProjectRole[]>>,
): Promise<void> {
  const mayApprove = (of: readonly ProjectRole[]) => permissionsOfRoles(of).has('approve');
  if (!mayApprove(roles) || mayApprove(before)) return;
  if (!(await mayEverywhere(app.db, actor, 'team')))
    throw ownerNeeded('who approves withdrawals is for an owner of the installation to say');
}

async function existing(app: App, id: string): Promise<UserRow> {
  const user = await findUser(app.db, id);
  if (user === null || user.disabled_at !== null) throw notFound();
  return user;
}

/** Mailed as well, where there is a mail server and an address. Links before it end: one may have gone astray. */
async function invitation(app: App, { id, name, email, ...user }: UserRow, { userId }: Actor) {
  const language = user.language ?? (userId && (await findUser(app.db, userId))?.language) ?? null;
  await endLinksOf(app, id);
  const { url: link, expiresAt } = await createLink(app, id, INVITATION_LASTS);
  const mailed =
    email !== null &&
    (await app.db.transaction((tx) =>
      putMailToPerson(tx, invitationMail({ name, email, language, link, expiresAt })),
    ));
  return { user_id: id, name, link, expires_at: timeOf(expiresAt), mailed };
}

function shown({ id, name, email, role, created_at, disabled_at }: UserRow) {
  const times = { created_at: timeOf(created_at), disabled_at: timeOrNull(disabled_at) };
  return { id, name, email, role, ...times };
}
