// Authorization: a role is a set of permissions, and an operation requires one of them. Instance roles apply to every
// project, project roles only to their own. docs/decisions/0101-people.md.
import { operatorPermissions } from './operator/operation.ts';

/** What a person with the permission can do, as text for people. */
export const permissions = operatorPermissions;

export type PersonPermission = keyof typeof permissions;

const every = Object.keys(permissions) as PersonPermission[];

export const installationRoles = {
  owner: every,
  operator: [
    'read',
    'inspect',
    'annotate',
    'write',
    'configure',
    'secrets',
    'rules',
    'money',
    'operate',
  ],
  auditor: ['read'],
} as const satisfies Readonly<Record<string, readonly PersonPermission[]>>;

export const projectRoles = {
  admin: [
    'read',
    'inspect',
    'annotate',
    'write',
    'payout',
    'configure',
    'secrets',
    'rules',
    'team',
  ],
  finance: ['read', 'annotate', 'write', 'payout'],
  support: ['read', 'annotate', 'write'],
  developer: ['read', 'inspect', 'annotate', 'write', 'configure', 'secrets'],
  approver: ['read', 'annotate', 'approve'],
  viewer: ['read'],
} as const satisfies Readonly<Record<string, readonly PersonPermission[]>>;

export type InstallationRole = keyof typeof installationRoles;
export type ProjectRole = keyof typeof projectRoles;

/** Permissions that require step-up authentication when the last one is more than a few minutes old. */
const PROVEN: readonly PersonPermission[] = [
  'payout',
  'money',
  'secrets',
  'rules',
  'approve',
  'operate',
  'team',
];

export function needsStepUp(permission: PersonPermission): boolean {
  return PROVEN.includes(permission);
}

/** The roles that grant the permission, in the instance and in a project. */
export function rolesWith(permission: PersonPermission) {
  const having = (roles: Readonly<Record<string, readonly PersonPermission[]>>) =>
    Object.keys(roles).filter((role) => roles[role]?.includes(permission));
  return { installation: having(installationRoles), project: having(projectRoles) };
}

export function permissionsOfRole(role: InstallationRole | null): ReadonlySet<PersonPermission> {
  return new Set<PersonPermission>(role === null ? [] : installationRoles[role]);
}

export function permissionsOfRoles(roles: readonly ProjectRole[]): ReadonlySet<PersonPermission> {
  return new Set(roles.flatMap((role): readonly PersonPermission[] => projectRoles[role]));
}
