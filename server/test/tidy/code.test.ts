// The code style of CONTRIBUTING.md as a test: calls with a single home, header comments, sizes and names. Justified
// exceptions are listed here with their reason.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, filesBelow, linesWith, sources } from './files.ts';
import { functionsOf } from './functions.ts';

const ours = sources(
  'server/src',
  'server/scripts',
  'client/src',
  'packages/embedded-postgres/src',
  'packages/vendure-plugin/src',
);
const everything = sources('server', 'client', 'packages', 'bench', 'scripts', 'site');

interface Ban {
  readonly what: string;
  readonly pattern: RegExp;
  readonly homes: readonly string[];
}

/** Each has one home, for the given reason. */
const bans: readonly Ban[] = [
  // The clock can be moved: code that reads the machine's time would see another time than the rest. The client is a
  // separate package and gets both from its options.
  {
    what: 'Date.now',
    pattern: /\bDate\.now\b/,
    homes: [
      'server/src/core/clock.ts',
      'client/src/http.ts',
      'client/src/callbacks.ts',
      'packages/embedded-postgres/src/clock.ts',
    ],
  },
  { what: 'new Date()', pattern: /\bnew Date\(\s*\)/, homes: [] },
  {
    what: 'Math.random',
    pattern: /\bMath\.random\b/,
    homes: ['client/src/http.ts'],
  },
  { what: 'parseFloat', pattern: /\bparseFloat\b|\.toFixed\(/, homes: [] },
  {
    what: 'process.env',
    pattern: /\bprocess\.env\b/,
    homes: ['server/src/core/config/environment.ts'],
  },
  { what: 'console', pattern: /\bconsole\./, homes: [] },
  {
    // Outside text is escaped for terminals first (core/terminal-text.ts).
    what: 'standard output',
    pattern: /\bstd(out|err)\.write\(/,
    homes: [
      'server/src/cli/run.ts',
      'server/src/cli/program.ts',
      'server/src/cli/read-secret.ts',
      'server/src/cli/export-journal.ts',
      'server/scripts/generate.ts',
    ],
  },
  {
    // `sleep` ends with its signal and leaves no timer behind. serve.ts: the timeout of the shutdown. log.ts: writes
    // buffered lines independently of other work. The client imports nothing of Node.
    what: 'timers',
    pattern: /\b(setTimeout|setInterval)\(/,
    homes: [
      'server/src/core/clock.ts',
      'server/src/core/log.ts',
      'server/src/serve.ts',
      'server/src/core/watchdog.ts',
      'server/src/core/watchdog-thread.js',
      'packages/embedded-postgres/src/clock.ts',
      'client/src/http.ts',
    ],
  },
  {
    what: 'process.exit',
    pattern: /\bprocess\.exit\(/,
    homes: [
      'server/src/serve.ts',
      'server/src/cli/serve.ts',
      'server/src/cli/interruption.ts',
      'server/src/cli/interruptible.ts',
    ],
  },
  {
    // The driver's connections end the process at the first error without a listener; ours do not.
    what: 'a connection of the driver',
    pattern: /\bnew pg\.Client\b|\bextends pg\.Client\b/,
    homes: [
      'server/src/db/database-client.ts',
      'packages/embedded-postgres/src/keeper.ts',
      // Copies take as long as they need, and handle their errors themselves.
      'server/src/db/copy-rows.ts',
    ],
  },
  {
    what: 'a pool of the driver',
    pattern: /\bnew pg\.Pool\b/,
    homes: ['server/src/db/open-pool.ts'],
  },
  { what: 'any', pattern: /(:|\bas|<|\|)\s*any\b(?!\s+\w)/, homes: [] },
  { what: 'enum', pattern: /^\s*(export\s+)?(const\s+)?enum\s+\w/, homes: [] },
];

test.each(bans)('$what is used only in its own module', ({ pattern, homes }) => {
  const found = ours.filter((file) => !homes.includes(file.path));
  expect(found.flatMap((file) => linesWith(file, pattern))).toEqual([]);
});

test('every home of a banned call uses it', () => {
  const idle = bans.flatMap(({ what, pattern, homes }) =>
    homes
      .filter((home) => !ours.some((file) => file.path === home && pattern.test(codeOf(file.text))))
      .map((home) => `${home} does not use ${what}`),
  );
  expect(idle).toEqual([]);
});

test('classes are errors', () => {
  // JsonNumber is distinguished from a text by its class: it keeps the digits of a JSON number. The driver's pool
  // creates its connections by their class.
  const other =
    /^\s*(export )?(abstract )?class (?!JsonNumber\b|DatabaseClient\b)\w+ (?!extends \w*Error\b)/;
  expect(ours.flatMap((file) => linesWith(file, other))).toEqual([]);
});

test('no note of unfinished work is left behind', () => {
  const mark = new RegExp(['\\b(TO', 'DO|FIX', 'ME)\\b'].join(''));
  const found = everything.filter((file) => mark.test(file.text));
  expect(found.map((file) => file.path)).toEqual([]);
});

test('every file starts with a comment that states its purpose', () => {
  const sql = filesBelow('server/migrations', /\.sql$/);
  const silent = [...everything, ...sql].filter(
    ({ text }) => !/^(#!.*\n)?(\/\/ |\/\*|-- ).{30,}/.test(text),
  );
  expect(silent.map((file) => file.path)).toEqual([]);
});

const LINES_MAX = 300;
/** Files above the limit, and why. */
const longFiles: Readonly<Record<string, string>> = {
  'client/src/types.ts': 'generated from the OpenAPI document',
  'server/src/core/texts/types.ts': 'generated from the catalogue of texts',
};

test(`a file has at most ${LINES_MAX} lines, not counting list items`, () => {
  const long = ours.filter(({ path, text }) => linesOf(text) > LINES_MAX && !(path in longFiles));
  expect(long.map(({ path, text }) => `${path}: ${linesOf(text)}`)).toEqual([]);
});

test('a list has its items one by one, without spreads that join several', () => {
  const packed = /^\s*\.\.\.(\[[^\]]*\]|\(\[[^\]]*\] as const\)),$/;
  const screens = filesBelow('dashboard/src', /\.tsx?$/);
  const found = [...everything, ...screens].flatMap((file) => linesWith(file, packed));
  expect(found).toEqual([]);
});

const COLUMNS_MAX = 120;

test(`a line has at most ${COLUMNS_MAX} characters, unless it holds a text`, () => {
  // The formatter wraps code at 100; it does not change comments and texts.
  const isLong = (line: string) =>
    [...line].length > COLUMNS_MAX &&
    (/^\s*(\/\/|\/?\*)/.test(line) || !/['"`]|^\s*\/.*\/;?$/.test(line));
  const found = everything.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, n) => (isLong(line) ? [`${path}:${n + 1}`] : [])),
  );
  expect(found).toEqual([]);
});

const FUNCTION_LINES_MAX = 70;

test(`a function has at most ${FUNCTION_LINES_MAX} lines`, () => {
  const found = ours
    .flatMap((file) => functionsOf(file))
    .filter(({ lines }) => lines > FUNCTION_LINES_MAX);
  expect(found.map(({ name, lines }) => `${name}: ${lines}`)).toEqual([]);
});

const PARAMETERS_MAX = 3;
/** Functions with more parameters than the limit, and why. */
const wideFunctions: Readonly<Record<string, string>> = {
  'server/src/core/errors.ts detail': 'the columns of the table of rules above it',
  'server/src/cli/request.ts request': 'called by commander with what the command line has',
};

test(`a function has at most ${PARAMETERS_MAX} parameters`, () => {
  const found = ours
    .flatMap((file) => functionsOf(file))
    .filter(({ name, parameters }) => parameters > PARAMETERS_MAX && !(name in wideFunctions));
  expect(found.map(({ name, parameters }) => `${name}: ${parameters}`)).toEqual([]);
});

const BARE_VERBS = ['store.ts', 'decide.ts', 'judge.ts'];

test('a file name says what the file stores or decides', () => {
  const names = ours.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const shared = BARE_VERBS.filter((verb) => names.filter((name) => name === verb).length > 2);
  expect(shared).toEqual([]);
});

test('files have kebab-case names', () => {
  const wrong = everything.filter(
    ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.(ts|js)$/.test(basename(path)),
  );
  expect(wrong.map((file) => file.path)).toEqual([]);
});

/** Lists may have any length: a line with one text or one name of a list does not count. */
function linesOf(text: string): number {
  const lines = text.split('\n').slice(0, -1);
  return lines.filter((line) => !/^\s+('[^']*'|\w+),$/.test(line)).length;
}
