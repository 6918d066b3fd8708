// Words that this product no longer uses. retired-words.json names each with its replacement: `names` are retired from
// identifiers and file names, `everywhere` from comments, guides and the English catalogs too. There, texts in quotes
// and snake_case names are not checked. `public` names each former operation, table, column, code, metric and job in
// full: it occurs nowhere, not even in quotes.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, filesBelow, pathsBelow, type SourceFile } from './files.ts';
import retired from './retired-words.json' with { type: 'json' };

const FOLDERS = ['bench', 'client', 'dashboard', 'packages', 'scripts', 'server', 'site'];
const OWN = 'server/test/tidy/retired-words';
/** Applied migrations, the recorded data of earlier versions and tests of it keep their names. */
const RECORDED = [
  'server/migrations/',
  'server/test/db/previous-version',
  'server/test/support/renamed-codes.ts',
];
const NAME = /[A-Za-z]\w*/g;
const QUOTED = /'[^'\n]*'|"[^"\n]*"|`[^`]*`/g;
/** With its dots and hyphens: `payouts.stops`, `x-chaintill-away`. */
const PUBLIC_NAME = /[a-z][\w-]*(?:\.[\w-]+)*/g;
/** Where stored secrets are decrypted, and tests of what earlier versions stored or of German. */
const KEEP_FORMER_NAMES = [
  'docs/acceptance.md',
  'server/src/alerts/destinations.ts',
  'server/src/backups/keys.ts',
  'server/test/db/stored-texts.test.ts',
];
const exceptions: readonly string[] = retired.exceptions;

const paths = FOLDERS.flatMap(pathsBelow).filter(isChecked);
const sources = FOLDERS.flatMap((folder) => filesBelow(folder, /\.(tsx?|js)$/)).filter((file) =>
  isChecked(file.path),
);
const guides = [...filesBelow('docs', /^docs\/[^/]*\.md$/), ...filesBelow('locales/en', /\.json$/)];

test('identifiers use no retired word', () => {
  const found = sources.flatMap((file) =>
    problems(file.path, codeOf(file.text).replace(QUOTED, "''"), retired.names),
  );
  expect(found).toEqual([]);
});

test('file and folder names use no retired word', () => {
  const found = paths.flatMap((path) => problems(path, path, retired.names));
  expect(found).toEqual([]);
});

test('comments, guides and English texts use no word that is retired everywhere', () => {
  const found = [...sources.map(commentsOf), ...guides].flatMap((file) =>
    problems(file.path, file.text, retired.everywhere),
  );
  expect(found).toEqual([]);
});

const PUBLISHED = [
  ...['server/src', 'dashboard', 'client', 'packages', 'bench', 'scripts'].flatMap((folder) =>
    filesBelow(folder, /\.(tsx?|js)$/),
  ),
  ...filesBelow('server/test', /\.ts$/),
  ...filesBelow('docs', /^docs\/[^/]*\.(md|json|sql)$/),
  ...filesBelow('locales/en', /\.json$/),
  ...filesBelow('deploy', /\.(json|ya?ml|md|sh|tpl)$/),
].filter(({ path }) => isChecked(path) && !KEEP_FORMER_NAMES.includes(path));

test('no operation, table, column, code, metric or job has a retired name', () => {
  const found = PUBLISHED.flatMap(({ path, text }) => {
    const names = new Set(text.match(PUBLIC_NAME) ?? []);
    return Object.entries(retired.public)
      .filter(([name]) => names.has(name))
      .map(([name, use]) => `${path}: ${name} → ${use}`);
  });
  expect(found).toEqual([]);
});

test('each retired word has a replacement, and a checked name is split into its words', () => {
  for (const [word, use] of Object.entries({ ...retired.names, ...retired.everywhere }))
    expect(use, word).toMatch(/\w/);
  expect(problems('a.ts', 'const heedClock = FOR_ALL_TILLS;', retired.names)).toEqual([
    'a.ts: heedClock: "heed" → handle, check, apply',
    'a.ts: FOR_ALL_TILLS: "tills" → instances',
  ]);
  expect(problems('a.ts', 'payments_untold', retired.names)).toEqual([]);
});

function problems(path: string, text: string, words: Readonly<Record<string, string>>): string[] {
  const names = [...new Set(text.match(NAME) ?? [])].filter((name) => !exceptions.includes(name));
  return names.flatMap((name) =>
    wordsOf(name)
      .filter((word) => Object.hasOwn(words, word))
      .map((word) => `${path}: ${name}: "${word}" → ${words[word]}`),
  );
}

/** The words of a camelCase or CAPITAL name. A snake_case name belongs to the interface or the database. */
function wordsOf(name: string): string[] {
  const isSnake = name.includes('_') && name !== name.toUpperCase();
  if (isSnake) return [];
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_');
}

function commentsOf({ path, text }: SourceFile): SourceFile {
  const code = codeOf(text).split('\n');
  const lines = text.split('\n').map((line, n) => line.slice((code[n] ?? '').trimEnd().length));
  return { path, text: lines.join('\n') };
}

function isChecked(path: string): boolean {
  const isOther = RECORDED.some((start) => path.startsWith(start)) || path.startsWith(OWN);
  return !isOther && !basename(path).endsWith('.snap') && !path.includes('/licences/');
}
