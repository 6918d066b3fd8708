// The roles of people, and the permissions of each, as text.

export const installationRoles = ['owner', 'operator', 'auditor'] as const;
export const projectRoles = [
  'admin',
  'finance',
  'support',
  'developer',
  'approver',
  'viewer',
] as const;

/** A role without a text in this version is shown by its code. */
export function roleText(names: Readonly<Record<string, string>>, role: string): string {
  return names[role] ?? role;
}
