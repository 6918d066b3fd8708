// What a role, a key or a token may do, in words; a permission that has none here is shown as it is called.
import type { Permission } from './api-types.ts';
import { useTexts } from './texts.ts';

/** Of one, and `usePermissionText().list` of several in one line. */
export function usePermissionText() {
  const names: Readonly<Record<Permission, string>> = useTexts('common').permissions;
  const t: Readonly<Record<string, string>> = names;
  const one = (permission: string) => t[permission] ?? permission;
  const list = (permissions: readonly string[]) => permissions.map(one).join(', ');
  return { one, list };
}
