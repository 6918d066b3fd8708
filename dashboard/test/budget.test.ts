// The downloads of a browser stay small: the entry, each screen, the styles; compressed, as the service sends them.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../dist');
const KB = 1000;
/** With what most screens share: before that was one chunk, an entry of 95 kB caused 36 requests, now 22. */
const ENTRY_MAX = 137 * KB;
const SCREEN_MAX = 25 * KB;
const STYLES_MAX = 25 * KB;
/** Scripts of the first screen, with its texts in one language. */
const HOME_MAX = 165 * KB;
/** Home's files, texts included: each is a request. */
const HOME_FILES_MAX = 13;
/** Entry, layout, one screen and styles together. */
const FIRST_SCREEN_MAX = 200 * KB;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = JSON.parse(readFileSync(join(DIST, 'manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>;
const ENTRY = 'index.html';
const FRAME = 'src/shell/app-frame.tsx';

/** The texts that every page loads, in one language. */
const COMMON_TEXTS = '../locales/fr/common.json';

test('the entry is within its budget', () => {
  expect(sizeOf([...neededBy(ENTRY), ...neededBy(COMMON_TEXTS)])).toBeLessThan(ENTRY_MAX);
});

test('the scripts of home are within their budget', () => {
  const names = [
    ENTRY,
    FRAME,
    COMMON_TEXTS,
    'src/screens/home/home.tsx',
    '../locales/fr/home.json',
  ];
  const files = new Set(names.flatMap((name) => [...neededBy(name)]));
  expect(sizeOf(files)).toBeLessThan(HOME_MAX);
  expect(files.size).toBeLessThanOrEqual(HOME_FILES_MAX);
});

const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/'));

test.each(screens)('%s is within the budget of a screen', (screen) => {
  const there = new Set([...neededBy(ENTRY), ...neededBy(FRAME), ...neededBy(COMMON_TEXTS)]);
  const added = [...neededBy(screen)].filter((file) => !there.has(file));
  expect(sizeOf(added)).toBeLessThan(SCREEN_MAX);
  const styles = [ENTRY, FRAME, screen].flatMap(stylesOf);
  const all = sizeOf([...there, ...added]) + sizeOf(new Set(styles));
  expect(all).toBeLessThan(FIRST_SCREEN_MAX);
});

test('the styles are within their budget', () => {
  const styles = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.css'));
  expect(sizeOf(styles.map((name) => `assets/${name}`))).toBeLessThan(STYLES_MAX);
});

/** The scripts that it loads immediately, including its own. */
function neededBy(name: string, found = new Set<string>()): ReadonlySet<string> {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const each of chunk.imports ?? []) neededBy(each, found);
  return found;
}

/** The styles of those scripts. */
function stylesOf(name: string): readonly string[] {
  const files = neededBy(name);
  return Object.values(manifest).flatMap(({ file, css = [] }) => (files.has(file) ? css : []));
}

function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + statSync(join(DIST, `${file}.gz`)).size, 0);
}
