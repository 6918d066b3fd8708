// Which people count as one for approvals. Someone who saw another person's sign-in link could have signed in as them,
// so the two count as one, and so do two people whose links the same person saw. See
// docs/decisions/0180-one-person-one-approval.md.
import { rolesWith } from '../contract/roles.ts';
import { isUuid } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import type { Approver } from './approvers.ts';

/** Where withdrawals record the requester, this prefix marks a person's ID; without it, the value is an API key. */
export const PERSON = 'user:';

type Identified = Pick<Approver, 'name' | 'user_id'>;

/** SQL: adds everyone who could act as a person in `set (id)`. */
const holdersOf = (set: string) =>
  `select l.shown_to from ${set} s join sign_in_links l on l.user_id = s.id
   where l.redeemed_at is not null and l.shown_to is not null`;

/** SQL: the person behind an approver. An approver with only a code is the person with the same name. */
const personOfApprover = (userId: string, name: string) =>
  `select u.id from users u
   where u.id = ${userId}::uuid or (${userId}::uuid is null and lower(u.name) = lower(${name}))`;

/**
 * Whether the approver could be a requester: through their own API key or one that they created, a commit of the quote,
 * or a sign-in link that they saw. People whom the approver invited, directly or indirectly, count as well, unless the
 * approver is an owner of the instance.
 */
export async function isOwnRequest(
  sql: Sql,
  projectId: string,
  {
    approver,
    requestedBy,
  }: { approver: Identified & Pick<Approver, 'api_key'>; requestedBy: readonly (string | null)[] },
): Promise<boolean> {
  const requesters = requestedBy.filter((each) => each !== null);
  if (requesters.length === 0) return false;
  if (approver.api_key !== null && requesters.includes(approver.api_key)) return true;
  const { installation } = rolesWith('team');
  const rows = await sql.query(
    `with recursive requesting as (
       select u.id from users u
       where u.id = any($3::uuid[])
         or u.id in (select k.made_by from api_keys k where k.project_id = $1 and k.key = any($2::text[]))
       union ${holdersOf('requesting')}),
     above as (
       select id from requesting
       union select i.id from above a join users u on u.id = a.id
         cross join lateral (
           select u.invited_by as id where u.invited_by is not null
           union all select l.shown_to from sign_in_links l
             where l.user_id = u.id and l.redeemed_at is not null and l.shown_to is not null) i),
     approving as (
       ${personOfApprover('$4', '$5')}
       union ${holdersOf('approving')})
     select 1 from approving p join users u on u.id = p.id
     where p.id in (select id from requesting)
       or (p.id in (select id from above) and (u.role is null or u.role <> all($6)))
     limit 1`,
    [
      projectId,
      requesters,
      requesters.flatMap(personIn),
      approver.user_id,
      approver.name,
      installation,
    ],
  );
  return rows.length > 0;
}

export async function areOnePerson(sql: Sql, one: Identified, other: Identified): Promise<boolean> {
  const rows = await sql.query(
    `with recursive first as (
       ${personOfApprover('$1', '$2')}
       union ${holdersOf('first')}),
     second as (
       ${personOfApprover('$3', '$4')}
       union ${holdersOf('second')})
     select 1 from first join second using (id) limit 1`,
    [one.user_id, one.name, other.user_id, other.name],
  );
  return rows.length > 0;
}

function personIn(requester: string): string[] {
  const id = requester.startsWith(PERSON) ? requester.slice(PERSON.length) : '';
  return isUuid(id) ? [id] : [];
}
