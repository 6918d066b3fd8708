// The people who request and decide manual adjustments: dashboard users and system users.
import { rolesWith } from '../contract/roles.ts';
import type { Sql } from '../db/database.ts';
import { areOnePerson, isOwnRequest, PERSON } from '../policy/one-person.ts';

const SYSTEM_USER = 'system:';

export interface CorrectionPerson {
  readonly key: string;
  readonly name: string;
}

export function personOf(actor: { name: string; userId?: string | undefined }): CorrectionPerson {
  const { name, userId } = actor;
  return { key: userId === undefined ? `${SYSTEM_USER}${name}` : `${PERSON}${userId}`, name };
}

/** A system user counts as the dashboard user of the same name. */
function identityOf({ key, name }: CorrectionPerson) {
  const userId = key.startsWith(PERSON) ? key.slice(PERSON.length) : null;
  return { name, user_id: userId, api_key: null };
}

/** Whether one person could be behind both. See docs/decisions/0180-one-person-one-approval.md. */
export async function isSamePerson(
  sql: Sql,
  one: CorrectionPerson,
  other: CorrectionPerson,
): Promise<boolean> {
  return one.key === other.key || (await areOnePerson(sql, identityOf(one), identityOf(other)));
}

/** As for withdrawals, also true if one person invited the other. */
export async function isOwnCorrection(
  sql: Sql,
  { projectId, requester }: { projectId: string; requester: CorrectionPerson },
  approver: CorrectionPerson,
): Promise<boolean> {
  if (approver.key === requester.key) return true;
  const requestedBy = await keysOf(sql, requester);
  return isOwnRequest(sql, projectId, { approver: identityOf(approver), requestedBy });
}

async function keysOf(sql: Sql, { key, name }: CorrectionPerson): Promise<string[]> {
  if (key.startsWith(PERSON)) return [key];
  const rows = await sql.query<{ id: string }>(
    'select id from users where lower(name) = lower($1)',
    [name],
  );
  return rows.map(({ id }) => `${PERSON}${id}`);
}

/** Whether a dashboard user can approve. Other system users are not in the database. */
export async function hasSecondPerson(
  sql: Sql,
  projectId: string,
  requester: CorrectionPerson,
): Promise<boolean> {
  const people = await sql.query<{ id: string; name: string }>(
    'select id, name from users where role = any($1::text[]) and disabled_at is null',
    [rolesWith('money').installation],
  );
  for (const { id, name } of people) {
    const approver = { key: `${PERSON}${id}`, name };
    if (!(await isOwnCorrection(sql, { projectId, requester }, approver))) return true;
  }
  return false;
}
