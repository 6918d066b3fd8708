// Guarantee: the table of roles in the documentation matches the code.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PersonPermission } from '../../src/contract/roles.ts';
import {
  installationRoles,
  needsStepUp,
  permissions,
  projectRoles,
} from '../../src/contract/roles.ts';

const text = readFileSync(new URL('../../../docs/people.md', import.meta.url), 'utf8');

test('docs/people.md has every role, its permissions, and those that require step-up', () => {
  const rows = [...text.matchAll(/^\| `(\w+)` \| (installation|project) \| (.+) \|$/gm)].map(
    ([, role, place, may = '']) => [role, place, may.replaceAll('`', '').split(', ').sort()],
  );
  const expected = (place: string, roles: Readonly<Record<string, readonly string[]>>) =>
    Object.entries(roles).map(([role, may]) => [role, place, [...may].sort()]);
  expect(rows).toEqual([
    ...expected('installation', installationRoles),
    ...expected('project', projectRoles),
  ]);
  const [, proven = ''] = /^(`payout`.*?) require that/m.exec(text) ?? [];
  const named = [...proven.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort();
  const all = Object.keys(permissions) as PersonPermission[];
  expect(named).toEqual(all.filter(needsStepUp).sort());
});
