// The code style of the dashboard: screens are independent of each other, styles are those of the components in use,
// and browser functions for money and times are used in one module only.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, filesBelow, linesWith, root } from '../../server/test/tidy/files.ts';

const files = filesBelow('dashboard/src', /\.tsx?$/);

test('no screen imports another one', () => {
  const between = files.flatMap(({ path, text }) => {
    const own = /^dashboard\/src\/screens\/([^/]+)\//.exec(path)?.[1];
    const others = [...text.matchAll(/from '\.\.\/([\w-]+)\//g)].map(([, name]) => name);
    return own === undefined ? [] : others.map((other) => `${path} imports ${other}`);
  });
  expect(between).toEqual([]);
});

test('shared parts do not import a screen', () => {
  const shared = files.filter(({ path }) => path.startsWith('dashboard/src/shared/'));
  const wrong = shared.filter(({ text }) => /from '[^']*\/(screens|routes|shell)\//.test(text));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('the styles of every component in use are included, and no others', () => {
  const styles = readFileSync(join(root, 'dashboard/src/shared/ui/styles.ts'), 'utf8');
  const present = [...styles.matchAll(/styles\/([A-Z]\w+)\.css/g)].map(([, name = '']) => name);
  const used = files.flatMap(({ text }) =>
    [...text.matchAll(/import \{([^}]+)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim()),
    ),
  );
  const missing = used.filter((name) => hasStyles(name) && !present.includes(name));
  expect([...new Set(missing)]).toEqual([]);
  const idle = present.filter((name) => !used.includes(name) && !INSIDE_OTHERS.has(name));
  expect(idle).toEqual([]);
});

/** Components that other components consist of. */
const INSIDE_OTHERS = new Set([
  'ActionIcon',
  'CloseButton',
  'InlineInput',
  'Loader',
  'Input',
  'ModalBase',
  'Overlay',
  'Popover',
  'Combobox',
  'ScrollArea',
]);

const COMPONENT_STYLES = new Set(
  filesBelow('node_modules/@mantine/core/styles', /\/[A-Z]\w+\.css$/).map(({ path }) =>
    path.replace(/^.*\/(\w+)\.css$/, '$1'),
  ),
);

function hasStyles(name: string): boolean {
  return COMPONENT_STYLES.has(name);
}

const bans = [
  { what: 'Date.now', pattern: /\bDate\.now\b/, homes: ['dashboard/src/shared/clock.ts'] },
  {
    what: 'timers',
    pattern: /\bset(Timeout|Interval)\(/,
    homes: ['dashboard/src/shared/clock.ts'],
  },
  { what: 'fetch', pattern: /\bfetch\(/, homes: ['dashboard/src/shared/api.ts'] },
  {
    what: 'numbers of texts',
    pattern: /\b(Number|parseFloat|parseInt)\(|\.toFixed\(/,
    // Positions of a chart. The figures that it shows stay texts.
    homes: ['dashboard/src/shared/chart/stacked.tsx'],
  },
  {
    what: 'a field for amounts',
    pattern: /inputMode="decimal"|'decimal' :/,
    homes: ['dashboard/src/shared/ui/amount-input.tsx'],
  },
  { what: 'markup from text', pattern: /dangerouslySetInnerHTML|innerHTML/, homes: [] },
] as const;

test.each(bans)('$what is used only in its own module', ({ pattern, homes }) => {
  const others = files.filter(({ path }) => !homes.some((home) => home === path));
  expect(others.flatMap((file) => linesWith(file, pattern))).toEqual([]);
});

/** Text joined with a colon, in a template or in an element; in the catalog each language defines it. */
const BY_HAND = [
  /\}: ?\$\{/,
  /`: \$\{/,
  /\{[\w.]+(\[\w+\]|\([^()]*\))?\}: ?([{<]|$)/,
  /<\/\w+>: ?(\{|$)/,
  /\{': '\}/,
  /\+ ': '/,
  /join\(': '\)/,
  /\}:\{' '\}/,
];
const MESSAGES = /-(en|de|fr|es)\.ts$/;

test('French requires a space before a colon: `labelled` of the catalog adds it', () => {
  const code = files.filter(({ path }) => !MESSAGES.test(path));
  const pattern = new RegExp(BY_HAND.map(({ source }) => source).join('|'));
  expect(code.flatMap((file) => linesWith(file, pattern))).toEqual([]);
});

const LINES_MAX = 300;

test(`a file has at most ${LINES_MAX} lines, except generated ones`, () => {
  const long = files.filter(
    ({ path, text }) => text.split('\n').length > LINES_MAX && !path.endsWith('/api-types.ts'),
  );
  expect(long.map(({ path }) => path)).toEqual([]);
});

test('every file starts with a comment on its purpose, and its name is in kebab case', () => {
  const silent = files.filter(({ text }) => !/^\/\/ .{30,}/.test(text));
  expect(silent.map(({ path }) => path)).toEqual([]);
  const named = files.filter(({ path }) => !/\/[a-z0-9-]+\.tsx?$/.test(path));
  expect(named.map(({ path }) => path)).toEqual([]);
});

test('all UI strings are in the catalog', () => {
  const spoken = /^\s*[A-Z][a-z]+( [a-z]+)+[.!?…]?$/;
  const screens = files.filter(({ path }) => path.endsWith('.tsx'));
  expect(
    screens.flatMap((file) => linesWith({ ...file, text: codeOf(file.text) }, spoken)),
  ).toEqual([]);
});
