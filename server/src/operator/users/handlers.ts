// People: invited and managed by an owner or a project's admin.
import type { App } from '../../app.ts';
import type { Actor } from '../../contract/operator/operation.ts';
import {
  type InstallationRole,
  type ProjectRole,
  permissionsOfRoles,
} from '../../contract/roles.ts';
import { apiError, isReportedFor, notFound, rule } from '../../core/errors.ts';
import type { Sql } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { insistOnInvitationCaps } from '../../mails/outbox.ts';
import { queueMailToPerson } from '../../mails/to-people.ts';
import { endAllOf } from '../../people/end-all.ts';
import {
  addLink,
  endLinksOf,
  endLinksOfDormant,
  INVITATION_LASTS,
  type SignInLink,
} from '../../people/links.ts';
import { addMember, listMembers, membershipsOf, setMember } from '../../people/members.ts';
import { invitationMail } from '../../people/people-mails.ts';
import { hasSignedIn } from '../../people/sessions.ts';
import {
  addUser,
  clearSubject,
  ensureOwner,
  findUser,
  inviterOf,
  listUsers,
  type NewUser,
  setUser,
  type UserRow,
} from '../../people/users.ts';
import { type HandlersOf, mayEverywhere, type OperatorApp, withProblems } from '../operator.ts';
import { timeOf } from '../present.ts';
import type { usersOperations } from './contract.ts';

type Operations = typeof usersOperations;

export const usersHandlers: HandlersOf<Operations> = {
  async 'users.list'(app) {
    return listUsers(app.db);
  },
  'users.invite': withProblems<Operations['users.invite']>(
    async (app, { name, email, role, owner }, { actor }) => {
      const inRole = owner === true ? 'owner' : (role ?? null);
      if (name === undefined) {
        const first = await ensureOwner(app);
        return app.db.transaction((tx) => invite(tx, first, actor));
      }
      const user = newUser(app, actor, { name, email, role: inRole });
      return app.db.transaction(async (tx) => invite(tx, await addUser(tx, user), actor));
    },
    (_app, { name, owner }, problems) => {
      if (name === undefined && owner !== true && !isReportedFor(problems, 'name'))
        problems.push(rule.filled('name'));
    },
  ),
  'users.sign-in-link'(app, { user_id }, { actor }) {
    return app.db.transaction(async (tx) => {
      const user = await existing(tx, user_id);
      await clearSubject(tx, user_id);
      return invite(tx, user, actor);
    });
  },
  async 'users.set-role'(app, { user_id, role }) {
    return setUser(app, user_id, { role: role ?? null });
  },
  async 'users.disable'(app, { user_id }) {
    const user = await setUser(app, user_id, { isDisabled: true });
    await endAllOf(app, user_id, null);
    await endLinksOf(app.db, user_id);
    return user;
  },
  async 'users.enable'(app, { user_id }) {
    return setUser(app, user_id, { isDisabled: false });
  },
  async 'members.list'(app, { project }) {
    return listMembers(app.db, project);
  },
  async 'members.invite'(app, { project, name, email, roles }, { actor }) {
    await insistOnApproversByOwner(app, actor, { roles, before: [] });
    return app.db.transaction(async (tx) => {
      const invited = newUser(app, actor, { name, email, role: null });
      return invite(tx, await addUser(tx, invited, { projectId: project, roles }), actor);
    });
  },
  'members.sign-in-link'(app, { project, user_id }, { actor }) {
    return app.db.transaction(async (tx) => {
      const user = await existing(tx, user_id);
      const memberships = await membershipsOf(tx, user_id);
      const own = memberships.find(({ project_id }) => project_id === project);
      if (own === undefined) throw notFound();
      await insistOnOwnInvitation(tx, actor, { user, roles: own.roles });
      // Must run first: it waits for a link that is being redeemed.
      await endLinksOf(tx, user_id);
      if (user.role !== null || memberships.length > 1 || (await hasSignedIn(tx, user_id)))
        throw apiError('owner_required.link_of_user');
      return invite(tx, user, actor);
    });
  },
  async 'members.with-permission'(app, { project, permission }) {
    const members = await listMembers(app.db, project);
    return members.filter(
      ({ roles, disabled_at: disabledAt }) =>
        disabledAt === null && permissionsOfRoles(roles).has(permission),
    );
  },
  async 'members.add'(app, { project, user_id, roles }, { actor }) {
    await insistOnApproversByOwner(app, actor, { roles, before: [] });
    await app.db.transaction(async (tx) => {
      await existing(tx, user_id);
      await addMember(tx, { projectId: project, userId: user_id, roles });
      await endLinksOfDormant(tx, user_id);
    });
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
 * A person who invites others to a project could act as two people in it. So only an owner decides who may approve
 * there. Errors: 403 `owner_required`.
 */
async function insistOnApproversByOwner(
  app: App,
  actor: Actor,
  { roles, before }: Readonly<Record<'roles' | 'before', readonly ProjectRole[]>>,
): Promise<void> {
  const mayApprove = (of: readonly ProjectRole[]) => permissionsOfRoles(of).has('approve');
  if (!mayApprove(roles) || mayApprove(before)) return;
  if (!(await mayEverywhere(app.db, actor, 'team'))) throw apiError('owner_required.approver');
}

/**
 * A link lets its creator act as the person. Errors: 403 `owner_required` for a person whom someone else invited, or
 * who approves withdrawals.
 */
async function insistOnOwnInvitation(
  tx: Tx,
  actor: Actor,
  { user, roles }: { user: UserRow; roles: readonly ProjectRole[] },
): Promise<void> {
  if (await mayEverywhere(tx, actor, 'team')) return;
  if (permissionsOfRoles(roles).has('approve') || (await inviterOf(tx, user.id)) !== actor.userId)
    throw apiError('owner_required.link_of_invited');
}

interface Invited {
  readonly name: string;
  readonly email: string | undefined;
  readonly role: InstallationRole | null;
}

/** Without a mail server, nothing can confirm an address, so the person with access to the machine vouches for it. */
function newUser({ config }: OperatorApp, actor: Actor, { name, email, role }: Invited): NewUser {
  const isEmailConfirmed =
    email !== undefined && actor.kind === 'system_user' && config.smtpUrl === null;
  const address = email?.toLowerCase() ?? null;
  return { name, email: address, role, invitedBy: actor.userId, isEmailConfirmed };
}

async function existing(sql: Sql, id: string): Promise<UserRow> {
  const user = await findUser(sql, id);
  if (user === null || user.disabled_at !== null) throw notFound();
  return user;
}

/** Earlier links become invalid, because one may have been intercepted. */
async function invite(tx: Tx, user: UserRow, actor: Actor) {
  const { id, name } = user;
  await endLinksOf(tx, id);
  const mailed = await mailLink(tx, user, actor);
  // The CLI also shows its own link. Opening that one confirms no email address.
  const isShown = mailed === null || actor.kind === 'system_user';
  const made = isShown ? await showLink(tx, id, actor) : mailed;
  return {
    user_id: id,
    name,
    link: isShown ? made.url : null,
    mailed: mailed !== null,
    expires_at: timeOf(made.expiresAt),
  };
}

function showLink(tx: Tx, userId: string, actor: Actor): Promise<SignInLink> {
  return addLink(tx.instance, tx, { userId, lasts: INVITATION_LASTS, shownTo: actor.userId });
}

/** Null without a mail server or an address. Errors: 429 `rate_limit_exceeded`. */
async function mailLink(tx: Tx, user: UserRow, { userId }: Actor): Promise<SignInLink | null> {
  const { id, name, email } = user;
  if (email === null || tx.instance.config.smtpUrl === null) return null;
  await insistOnInvitationCaps(tx, { to: email, madeBy: userId });
  const language = user.language ?? (userId && (await findUser(tx, userId))?.language) ?? null;
  const made = await addLink(tx.instance, tx, {
    userId: id,
    lasts: INVITATION_LASTS,
    mailedTo: email,
  });
  const { url: link, expiresAt } = made;
  const mail = invitationMail({ name, email, language, link, expiresAt });
  await queueMailToPerson(tx, mail, { userId: id, madeBy: userId });
  return made;
}
