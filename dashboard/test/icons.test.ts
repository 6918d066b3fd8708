// The file of icons has a drawing for each name that the dashboard uses, and no others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../src/shared/ui');
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const quoted = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name);

test('every icon and coin logo is drawn, and every drawing is used', () => {
  const [, icons = ''] = textOf('icon.tsx').split('export type IconName =');
  const [, coins = ''] = textOf('coin-logo.tsx').split('new Set([');
  const names = [...quoted(icons.split(';')[0] ?? ''), ...quoted(coins.split(']')[0] ?? '')];
  const drawn = [...textOf('icons.svg').matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(drawn.toSorted()).toEqual(names.toSorted());
});
