// Where the operations of the three lists are in the interface of people, and what a person needs for each.
import type { Operation } from '../operation.ts';
import { onlyLooks } from '../operator/operation.ts';
import { type OperatorName, operatorOperations } from '../operator/operations.ts';
import type { PersonPermission } from '../roles.ts';

export const ADMIN_BASE = '/admin/api';
/** In a path, whose project it is. */
export const PROJECT_PARAMETER = 'project_of_person';

export function operatorPath(name: OperatorName): string {
  return `${ADMIN_BASE}/operations/${name}`;
}

/** What only looks is asked for by GET, unless what is given is too long for an address. */
export function operatorMethod(name: OperatorName): 'GET' | 'POST' {
  const { permission, input } = operatorOperations[name];
  return onlyLooks(permission) && !('document' in input) ? 'GET' : 'POST';
}

export function merchantPath({ path }: Pick<Operation, 'path'>): string {
  return path.replace('/api/', `${ADMIN_BASE}/projects/{${PROJECT_PARAMETER}}/`);
}

/** Where money of high risk goes back to, without anybody asking again. */
const DESTINATIONS = ['addresses', 'refund_addresses'] as const;

/**
 * What moves money, or says where it will go, is more than what only makes an invoice, whatever a key needs for it.
 * `body`: as it was given.
 */
export function permissionFor(
  { permission, isSignatureOnce }: Operation,
  body: Readonly<Record<string, unknown>> = {},
): PersonPermission {
  const isDestination = DESTINATIONS.some((name) => body[name] !== undefined);
  return isSignatureOnce || (isDestination && permission === 'write') ? 'payout' : permission;
}
