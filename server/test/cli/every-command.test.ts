// Every command of the program, found by walking through it and run with the arguments of its own example: without an
// instance it creates nothing and the error names the folder, and it leaves a database of another release unchanged.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { program } from '../../src/cli/program.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { writeBackup } from '../../src/keys/seed.ts';
import { commandHere } from '../support/command-here.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** Commands that create an instance, or run until they are stopped. */
const CREATES = ['serve', 'init'];

/** Where the example is for something else, or for more than one command. */
const WORDS: Readonly<Record<string, string>> = {
  migrate: 'migrate',
  upgrade: 'upgrade --without-backup',
  'cells move': 'cells move 11990000-0000-7000-8000-000000000000 --from 1 --to 2 --reason full',
  'seed restore':
    'seed restore --from FOLDER/seed-backup.json --passphrase-file FOLDER/passphrase.txt',
};

/** Commands without an instance: they print, or work on a folder of a signer or of backups. */
const WITHOUT_INSTANCE = /^(completion|signer |backup (list|show|verify|restore)$)/;
/** Commands that use an instance by its address or its files, not its database. */
const WITHOUT_DATABASE =
  /^(request|sandbox |trigger|demo|backup (create|take-over)|upgrade|cells )/;

/** Input files of the commands, by their names in the examples. */
const FILES = [
  'policy.json',
  'salaries.csv',
  'payroll.json',
  'addresses.csv',
  'passphrase.txt',
  'seed-backup.json',
];
const CELLS = 'cells';
const PASSPHRASE = 'correct horse battery staple';
const WORDS_OF_SEED = `${'abandon '.repeat(23)}art`;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-every-command-'));
  for (const name of FILES) writeFileSync(join(folder, name), '{}');
  writeFileSync(join(folder, 'passphrase.txt'), PASSPHRASE);
  const seed = await writeBackup(WORDS_OF_SEED, { network: 'test', passphrase: PASSPHRASE });
  writeFileSync(join(folder, 'seed-backup.json'), seed);
  mkdirSync(join(folder, CELLS));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** For both cells in the examples, which are in the same wrong location. */
function writeCells(data: string): void {
  for (const cell of [1, 2])
    writeFileSync(
      join(folder, CELLS, `${cell}.env`),
      `CHAINTILL_CELL=${cell}\nCHAINTILL_DATA_DIR=${data}\n`,
    );
}

const UNKNOWN = '11990000-0000-7000-8000-000000000000';

const names = leaves(program).filter((name) => !CREATES.includes(name));

function leaves(command: Command, before: readonly string[] = []): string[] {
  return command.commands.flatMap((below) => {
    const words = [...before, below.name()];
    return below.commands.length > 0 ? leaves(below, words) : [words.join(' ')];
  });
}

function find(name: string): Command {
  return name
    .split(' ')
    .reduce(
      (command, word) => command.commands.find((below) => below.name() === word) ?? command,
      program as Command,
    );
}

/** The arguments from the example in its help: the first line that calls the command, without shell syntax. */
function argumentsOf(name: string): string[] {
  let help = '';
  const command = find(name);
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  command.configureOutput({ writeOut: (text) => process.stdout.write(text) });
  const example = /\nExample:\n(?:.*\\\n)*.*?chaintill (.*)/.exec(help)?.[1] ?? name;
  const text = (WORDS[name] ?? example.replace(/ [>|].*/, '')).replaceAll('FOLDER', folder);
  const words = text.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return words
    .map((word) => word.replace(/^["']|["']$/g, '').replace('0199...', UNKNOWN))
    .map((word) => (FILES.includes(word) ? join(folder, word) : word));
}

async function run(name: string, environment: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await commandHere(
    { HOME: folder, CHAINTILL_CELLS_DIR: join(folder, CELLS), ...environment },
    argumentsOf(name),
  );
  return { code, said: `${stdout}${stderr}` };
}

test('there are commands to run', () => {
  expect(names.length).toBeGreaterThan(100);
  expect(names).toContain('seed show-mnemonic');
});

const before = () => [...FILES, CELLS].sort();

test.each(names)('chaintill %s: creates nothing where there is no folder', async (name) => {
  const data = join(folder, 'mistyped');
  writeCells(data);
  const { code, said } = await run(name, { CHAINTILL_DATA_DIR: data });
  expect(readdirSync(folder).sort()).toEqual(before());
  if (WITHOUT_INSTANCE.test(name)) return;
  expect(said).toContain(data);
  expect(code).toBe(1);
});

test.each(names)('chaintill %s: creates nothing in an empty folder', async (name) => {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  writeCells(data);
  try {
    const { code, said } = await run(name, { CHAINTILL_DATA_DIR: data });
    expect(readdirSync(data)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual([...before(), 'data'].sort());
    if (WITHOUT_INSTANCE.test(name)) return;
    expect(said).toContain(data);
    expect(code).toBe(1);
  } finally {
    rmSync(data, { recursive: true });
  }
});

const newest = readMigrations().at(-1);
const OTHER_RELEASES = [
  {
    which: 'newer',
    made: `insert into migrations (version, name) values (9999, 'future')`,
    said: /database is at version 9999.*newer release/s,
    mayChange: [] as string[],
  },
  {
    which: 'older',
    made: `delete from migrations where version = ${newest?.version}`,
    said: new RegExp(`not ready for this release.*${newest?.name}.*chaintill migrate`, 's'),
    mayChange: ['migrate'],
  },
];

describe.each(OTHER_RELEASES)('a database of a $which release', ({ made, said, mayChange }) => {
  let database: TestDatabase;
  let atFirst: Contents;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.owner.query(made);
    atFirst = await read(database);
  });
  afterAll(() => database.drop());

  test.each(names.filter((name) => !mayChange.includes(name)))(
    'chaintill %s leaves it unchanged',
    async (name) => {
      const reported = await run(name, {
        CHAINTILL_DATA_DIR: join(folder, 'mistyped'),
        DATABASE_URL: database.url,
        DATABASE_OWNER_URL: database.ownerUrl,
      });
      expect(existsSync(join(folder, 'mistyped'))).toBe(false);
      if (WITHOUT_INSTANCE.test(name) || WITHOUT_DATABASE.test(name)) return;
      expect(reported.said).toMatch(said);
      expect(reported.code).toBe(1);
    },
  );

  test('every row is unchanged', async () => expect(await read(database)).toEqual(atFirst));
});

type Contents = Readonly<Record<string, string>>;

/** A digest of each table. */
async function read({ owner }: TestDatabase): Promise<Contents> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'simulation') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(50);
  const rows = await owner.query<{ name: string; digest: string }>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
