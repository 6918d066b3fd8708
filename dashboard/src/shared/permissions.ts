// The permissions of a role, key or token, as text. A permission without a text is shown by its code.
import type { Permission } from './api-types.ts';
import { useTexts } from './texts.ts';

/** `usePermissionText().list` joins several in one line. */
export function usePermissionText() {
  const names: Readonly<Record<Permission, string>> = useTexts('common').permissions;
  const t: Readonly<Record<string, string>> = names;
  const one = (permission: string) => t[permission] ?? permission;
  const list = (permissions: readonly string[]) => permissions.map(one).join(', ');
  return { one, list };
}
