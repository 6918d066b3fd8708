// Personal tokens, with which people sign in programs.

import type { noticeOperations } from '../contract/people/notices.ts';
import type { tokenOperations } from '../contract/people/tokens.ts';
import type { PersonPermission } from '../contract/roles.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { chooseNotices, chosenNotices, noticesFor } from '../people/notices.ts';
import { createToken, revokeToken, TOKEN_DAYS, tokensOf } from '../people/personal-tokens.ts';
import { loadProject } from '../projects/project.ts';
import { insistOnOwnStepUp, insistOnStepUp, type Person, permissionsIn } from './person.ts';
import { type PeopleHandlersOf, signedIn } from './sessions.ts';

export const noticeHandlers: PeopleHandlersOf<typeof noticeOperations> = {
  async 'me.notices'({ db, config }, _input, visitor) {
    const person = signedIn(visitor);
    const [offered, chosen] = [offeredTo(person), await chosenNotices(db, person.user.id)];
    const { email, email_confirmed_at: confirmed } = person.user;
    return {
      email: confirmed === null ? null : email,
      is_mail_set_up: config.smtpUrl !== null,
      offered,
      chosen: chosen.filter((kind) => offered.includes(kind)),
    };
  },
  async 'me.choose-notices'(app, { kinds }, visitor) {
    const person = signedIn(visitor);
    const offered = offeredTo(person);
    if (kinds.some((kind) => !offered.includes(kind)))
      throw invalid(rule.oneOf('kinds', [...offered]));
    await chooseNotices(app, person.user.id, kinds);
    return { id: person.user.id };
  },
};

function offeredTo({ user, places }: Person) {
  return noticesFor(user.role, [...places.values()]);
}

export const tokenHandlers: PeopleHandlersOf<typeof tokenOperations> = {
  async 'me.tokens'(app, _input, visitor) {
    return tokensOf(app.db, signedIn(visitor).user.id);
  },
  async 'me.create-token'(app, { name, permissions, project_id: projectId = null, days }, visitor) {
    const person = signedIn(visitor);
    insistOnOwnStepUp(app, person);
    insistOnStepUp(person);
    insistOnOwn(person, { permissions, projectId });
    if (projectId !== null && (await loadProject(app.db, projectId)) === null) throw notFound();
    const { row, token } = await createToken(app, person.user.id, {
      name,
      permissions,
      project_id: projectId,
      days: days ?? TOKEN_DAYS,
    });
    return { ...row, token };
  },
  async 'me.revoke-token'(app, { token_id: id }, visitor) {
    await revokeToken(app.db, signedIn(visitor).user.id, id);
    return { id };
  },
};

/** Errors: 404 for a project in which the person is not a member; 422 for permissions that the person does not have. */
function insistOnOwn(
  person: Person,
  {
    permissions,
    projectId,
  }: { permissions: readonly PersonPermission[]; projectId: string | null },
): void {
  const { everywhere, places } = person;
  const isHis = projectId === null || everywhere.size > 0 || places.has(projectId);
  if (!isHis) throw notFound();
  const own = new Set(
    projectId === null
      ? [...everywhere, ...[...places.values()].flatMap((place) => [...place.permissions])]
      : permissionsIn(person, projectId),
  );
  if (permissions.length === 0) throw invalid(rule.filled('permissions'));
  if (permissions.some((each) => !own.has(each)))
    throw invalid(rule.oneOf('permissions', [...own]));
}
