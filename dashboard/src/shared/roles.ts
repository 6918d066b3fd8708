// The roles of people, and what each may do, in words.

export const installationRoles = ['owner', 'operator', 'auditor'] as const;
export const projectRoles = [
  ...(['admin', 'finance', 'support', 'developer', 'approver', 'viewer'] as const),
];

/** Of a role that this version has no word for, its name. */
export function roleText(names: Readonly<Record<string, string>>, role: string): string {
  return names[role] ?? role;
}
