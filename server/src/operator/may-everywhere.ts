// Operations that a project-level permission does not cover.
import type { Actor } from '../contract/operator/operation.ts';
import { type PersonPermission, permissionsOfRole } from '../contract/roles.ts';
import type { Sql } from '../db/database.ts';
import { findUser } from '../people/users.ts';

/** Permissions from the person's role in the instance. A user of the CLI on the machine may do everything. */
export async function mayEverywhere(
  sql: Sql,
  { kind, userId }: Actor,
  permission: PersonPermission,
): Promise<boolean> {
  if (kind === 'system_user') return true;
  const user = userId === undefined ? null : await findUser(sql, userId);
  return user !== null && permissionsOfRole(user.role).has(permission);
}
