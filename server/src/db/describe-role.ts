// Describes, for the startup log and the doctor, whether code in the service's database session could remove the
// evidence in the ledger.
import type { Sql } from './database.ts';
import { excessOf, type RoleStatus } from './service-role.ts';

export interface DescribedRole {
  /** False: the role may do something that the database should reject. */
  readonly isGood: boolean;
  readonly text: string;
  readonly hint: string | null;
  /** Rights that this release does not need. Not checked for an owner. */
  readonly excess: readonly string[];
}

const HINT = 'docs/operations.md, "Two roles", says how to part the service from the owner';

export async function describeRoleStatus(sql: Sql, roleStatus: RoleStatus): Promise<DescribedRole> {
  const { role } = roleStatus;
  if (roleStatus.ownsTables || roleStatus.isSuperuser) {
    const what = roleStatus.isSuperuser ? 'is a superuser' : 'owns its tables';
    const text = `the service ${what}: its role ${role} could switch the proofs of the books off`;
    return { isGood: true, text, hint: HINT, excess: [] };
  }
  const excess = await excessOf(sql);
  const text = `the service owns nothing: its role ${role}`;
  return excess.length === 0
    ? {
        isGood: true,
        text: `${text} has the rights of this release and no others`,
        hint: null,
        excess,
      }
    : {
        isGood: false,
        text: `${text} may do more than it needs: ${excess.join(', ')}`,
        hint: 'take that from it, or from everybody: docs/operations.md, "Two roles"',
        excess,
      };
}
