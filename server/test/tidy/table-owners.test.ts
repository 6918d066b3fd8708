// Every table is written in one folder of server/src; other folders call its functions. Parsed from the SQL in all
// files: insert, update, delete and merge, also as parts of one statement. Views and reads are free.
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import { grants } from '../../src/db/grants.ts';
import { codeOf, sources } from './files.ts';
import { placeOf } from './imports.ts';

interface Write {
  readonly table: string;
  /** Below server/src. */
  readonly file: string;
}

/** A name that is inserted into the statement. */
const VARIABLE = '${';
const VERBS = [
  String.raw`\b(?:insert into|delete from|merge into|truncate)`,
  String.raw`(?<!\b(?:do|for|for no key) )\bupdate`,
];
const WRITES = new RegExp(String.raw`(?:${VERBS.join('|')})\s+(?:only )?(\$\{|[a-z_.]+)`, 'g');

function writesOf(file: string, text: string): Write[] {
  const tables = [...codeOf(text).matchAll(WRITES)].map(([, table = '']) => table);
  return [...new Set(tables)]
    .filter((table) => table in grants || table === VARIABLE)
    .map((table) => ({ table, file }));
}

const writes = sources('server/src').flatMap(({ path, text }) =>
  writesOf(relative('server/src', path), text),
);
test('every table is written in one folder', () => {
  const places = new Map<string, Set<string>>();
  for (const { table, file } of writes)
    places.set(table, (places.get(table) ?? new Set()).add(placeOf(file)));
  places.delete(VARIABLE);
  const shared = [...places].filter(([, folders]) => folders.size > 1);
  expect(
    shared.map(([table, folders]) => `${table}: ${[...folders].join(', ')}`),
    'call a function of the folder that owns the table',
  ).toEqual([]);
});

/** Copies all rows into a database that is not in use yet (decision 147). */
const COPIES = ['upgrades/copy-database.ts'];

test('a statement names the table that it writes', () => {
  expect(writes.filter(({ table }) => table === VARIABLE).map(({ file }) => file)).toEqual(COPIES);
});
