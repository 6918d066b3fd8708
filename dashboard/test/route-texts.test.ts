// Each route loads exactly the text areas that its screen uses: a component that has to wait for its texts would hide
// the screen around it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROUTES = join(import.meta.dirname, '../src/routes');
const SCREEN = /\bscreen\(\s*\(\) => import\('([^']+)'\),\s*'\w+'((?:,\s*'[a-z-]+')*),?\s*\)/g;
const IMPORT = /^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';|\bimport\('(\.[^']+)'\)/gm;
const AREA = /\b(?:useTexts\(|textsIn\(language, )'([a-z-]+)'/g;

const readOnce = new Map<string, string>();
function textOf(file: string): string {
  const text = readOnce.get(file) ?? readFileSync(file, 'utf8');
  readOnce.set(file, text);
  return text;
}

/** All areas that the module and its imports use, except `common`, which every page has. */
function areasOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const text = textOf(file);
  const own = [...text.matchAll(AREA)].map(([, area = '']) => area);
  const imported = [...text.matchAll(IMPORT)].flatMap(([, from, lazily]) =>
    areasOf(join(dirname(file), from ?? lazily ?? ''), seen),
  );
  return [...own, ...imported].filter((area) => area !== 'common');
}

const screens = readdirSync(ROUTES)
  .map((name) => join(ROUTES, name))
  .flatMap((route) =>
    [...textOf(route).matchAll(SCREEN)].map(([, module = '', areas = '']) => ({
      module,
      loaded: [...areas.matchAll(/'([a-z-]+)'/g)].map(([, area]) => area),
      used: [...new Set(areasOf(join(ROUTES, module)))],
    })),
  );

test('every screen is loaded with its texts', () => {
  expect(screens.length).toBeGreaterThan(40);
  const all = readdirSync(ROUTES).map((name) => textOf(join(ROUTES, name)));
  const lazy = all.flatMap((text) => text.match(/import\('\.\.\/screens\//g) ?? []);
  expect(screens).toHaveLength(lazy.length);
});

test.each(screens)('$module has the texts that it uses', ({ loaded, used }) => {
  expect(loaded.toSorted()).toEqual(used.toSorted());
});
