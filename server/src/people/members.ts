// The members of a project and their roles.
import type { App } from '../app.ts';
import type { ProjectRole } from '../contract/roles.ts';
import { wallNow } from '../core/clock.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { INVITATION_MAIL, type MailStatus } from '../mails/to-people.ts';
import { endLinksOfDormant } from './links.ts';
import { FIRST_SIGNED_IN_AT, notifyRightsChanged } from './sessions.ts';

export interface Membership {
  readonly project_id: string;
  readonly project_name: string;
  readonly roles: readonly ProjectRole[];
}

export interface MemberRow {
  readonly user_id: string;
  readonly name: string;
  readonly email: string | null;
  readonly roles: readonly ProjectRole[];
  readonly since: Date;
  readonly disabled_at: Date | null;
  readonly first_signed_in_at: Date | null;
  readonly invitation_mail: MailStatus | null;
}

export interface Member {
  readonly projectId: string;
  readonly userId: string;
  readonly roles: readonly ProjectRole[];
}

const LIST_MAX = 1000;

export async function membershipsOf(sql: Sql, userId: string): Promise<readonly Membership[]> {
  return sql.query<Membership>(
    `select m.project_id, p.name as project_name, m.roles
     from project_members m join projects p on p.id = m.project_id where m.user_id = $1 order by p.name, p.id`,
    [userId],
  );
}

export async function listMembers(sql: Sql, projectId: string): Promise<readonly MemberRow[]> {
  return sql.query<MemberRow>(
    `select m.user_id, u.name, u.email, m.roles, m.since, u.disabled_at,
       ${FIRST_SIGNED_IN_AT} as first_signed_in_at, ${INVITATION_MAIL} as invitation_mail
     from project_members m join users u on u.id = m.user_id
     where m.project_id = $1 order by m.user_id limit ${LIST_MAX}`,
    [projectId],
  );
}

/** Without roles, the member leaves the project. Errors: 404 for a person who is not a member. */
export function setMember(app: App, { projectId, userId, roles }: Member): Promise<void> {
  return app.db.transaction(async (tx) => {
    const rows =
      roles.length === 0
        ? await tx.query(
            'delete from project_members where project_id = $1 and user_id = $2 returning 1',
            [projectId, userId],
          )
        : await tx.query(
            'update project_members set roles = $3 where project_id = $1 and user_id = $2 returning 1',
            [projectId, userId, distinct(roles)],
          );
    if (rows.length === 0) throw notFound();
    await endLinksOfDormant(tx, userId);
    await notifyRightsChanged(tx);
  });
}

/** Errors: 422 without a role, or for an existing member. */
export async function addMember(sql: Sql, { projectId, userId, roles }: Member): Promise<void> {
  if (roles.length === 0) throw invalid(rule.filled('roles'));
  const added = await sql.query(
    `insert into project_members (project_id, user_id, roles, since) values ($1, $2, $3, $4)
     on conflict do nothing returning 1`,
    [projectId, userId, distinct(roles), new Date(wallNow())],
  );
  if (added.length === 0) throw invalid(rule.unique('user_id'));
  await notifyRightsChanged(sql);
}

const distinct = (roles: readonly ProjectRole[]) => [...new Set(roles)];
