// Texts for codes and names that the service sends. None needs more than the texts of every page.
import type { Permission } from './api-types.ts';
import { useTexts } from './i18n.tsx';

/** Null for a code without a text here. */
export const textOf = (texts: Readonly<Record<string, string>>, code: unknown): string | null =>
  typeof code === 'string' ? (texts[code] ?? null) : null;

/** `bitcoin_cash` becomes `Bitcoin Cash`. Words with another spelling are in `SPELLED`. */
export function networkText(code: string): string {
  const labels = code
    .split('_')
    .map((word) => SPELLED[word] ?? word[0]?.toUpperCase() + word.slice(1));
  return labels.join(' ');
}

const SPELLED: Readonly<Record<string, string>> = { bnb: 'BNB' };

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

/** `ChainUnavailable: the node is away` becomes `the node is away`. */
export const refusalOf = (error: string): string => error.replace(/^(?:[A-Z][a-z]+)+: /, '');

/** Null for a cause without a text here. */
export function useNodeCause(): (cause: unknown) => string | null {
  const { nodeCauses } = useTexts('common');
  return (cause) => textOf(nodeCauses, cause);
}

/** Null for a cause without a text here. */
export function usePauseCause(): (cause: unknown) => string | null {
  const { pauseCauses } = useTexts('common');
  return (cause) => textOf(pauseCauses, cause);
}

/** `usePermissionText().list` joins several in one line. */
export function usePermissionText() {
  const names: Readonly<Record<Permission, string>> = useTexts('common').permissions;
  const t: Readonly<Record<string, string>> = names;
  const one = (permission: string) => t[permission] ?? permission;
  const list = (permissions: readonly string[]) => permissions.map(one).join(', ');
  return { one, list };
}

export function whyOf(
  t: { readonly illicit_resource: string; readonly channel_disabled: string },
  context: string | null,
): string {
  if (context === 'illicit_resource') return t.illicit_resource;
  return context === 'channel_disabled' ? t.channel_disabled : (context ?? '–');
}
