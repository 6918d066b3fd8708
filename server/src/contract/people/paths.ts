// The paths of the three operation lists in the dashboard API, and the permission that each requires.
import type { Operation } from '../operation.ts';
import { isReadOnly } from '../operator/operation.ts';
import { type OperatorName, operatorOperations } from '../operator/operations.ts';
import type { PersonPermission } from '../roles.ts';

export const ADMIN_BASE = '/admin/api';
/** The path parameter of a merchant operation's project. */
export const PROJECT_PARAMETER = 'project_of_person';

export function operatorPath(name: OperatorName): string {
  return `${ADMIN_BASE}/operations/${name}`;
}

/** Read-only operations use GET, unless their input is too long for a URL. */
export function operatorMethod(name: OperatorName): 'GET' | 'POST' {
  const { permission, input } = operatorOperations[name];
  return isReadOnly(permission) && !('document' in input) ? 'GET' : 'POST';
}

export function merchantPath({ path }: Pick<Operation, 'path'>): string {
  return path.replace('/api/', `${ADMIN_BASE}/projects/{${PROJECT_PARAMETER}}/`);
}

/** Addresses to which high-risk money is returned without another confirmation. */
const DESTINATIONS = ['addresses', 'refund_addresses'] as const;

/**
 * Moving money, or changing its destination, requires more than creating an invoice, regardless of the permission that
 * an API key needs for it. `body`: as received.
 */
export function permissionFor(
  { permission, isSignatureOnce }: Operation,
  body: Readonly<Record<string, unknown>> = {},
): PersonPermission {
  const isDestination = DESTINATIONS.some((name) => body[name] !== undefined);
  return isSignatureOnce || (isDestination && permission === 'write') ? 'payout' : permission;
}
