// The migrations applied to a database must match this program's; otherwise it is refused with the difference, as a
// file changed after it was applied would be trusted and wrong. Databases without stored checksums are compared with
// the schema that these migrations create.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { checksumOf, type Migration, migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const migrations = readMigrations();
let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
});
afterEach(() => database.drop());

/** The version before commit 344c226 changed it in place: with this key no BTC deposit can be stored. */
const olderFoundation = changed(1, 'output_index, address)\n) with', 'output_index)\n) with');

function changed(version: number, from: string, to: string): readonly Migration[] {
  const sql = defined(
    migrations.find((one) => one.version === version),
    'a migration',
  ).sql;
  expect(sql).toContain(from);
  const changedSql = sql.replace(from, to);
  return migrations.map((one) => (one.version === version ? { ...one, sql: changedSql } : one));
}

/** The database as programs without checksums left it. */
const deleteChecksums = () => database.owner.query('alter table migrations drop column checksum');

const checksums = async () => {
  const rows = await database.owner.query<{ version: number; checksum: string }>(
    'select version, checksum from migrations order by version',
  );
  return rows.map(({ checksum }) => checksum);
};

test('each migration is stored with its checksum, and a second start applies nothing', async () => {
  expect(await migrate(database.owner)).toHaveLength(migrations.length);
  expect(await checksums()).toEqual(migrations.map(checksumOf));
  expect(await migrate(database.owner)).toEqual([]);
});

test('a migration that was changed after it was applied is rejected by name, and nothing is done', async () => {
  await migrate(database.owner, migrations.slice(0, -1));
  const other = changed(4, 'create table transfers (', 'create table transfers ( -- changed');
  await expect(migrate(database.owner, other)).rejects.toThrow(
    /these migrations differ from the ones that were applied: 4 money_out.*Starting over/s,
  );
  expect(await checksums()).toHaveLength(migrations.length - 1);
});

test('Windows line endings are no change', async () => {
  await migrate(database.owner);
  const windows = migrations.map((one) => ({ ...one, sql: one.sql.replaceAll('\n', '\r\n') }));
  expect(await migrate(database.owner, windows)).toEqual([]);
});

test('a database of older migrations without checksums is rejected with the difference', async () => {
  await migrate(database.owner, olderFoundation);
  await deleteChecksums();
  const before = await database.owner.query('select count(*) from deposits');
  await expect(migrate(database.owner)).rejects.toThrow(
    /public\.deposits: constraint deposits_pkey PRIMARY KEY \(coin, txid, output_index, address\)/,
  );
  expect(await database.owner.query('select count(*) from deposits')).toEqual(before);
  // A second attempt is refused again.
  await expect(migrate(database.owner)).rejects.toThrow('deposits_pkey');
});

test('a database of these migrations without checksums is accepted, with its rows', async () => {
  await migrate(database.owner, migrations.slice(0, -2));
  await deleteChecksums();
  await database.owner.query('create table notes_of_the_operator (text text)');
  await database.owner.query(`insert into notes_of_the_operator values ('kept')`);
  expect(await migrate(database.owner)).toHaveLength(2);
  expect(await checksums()).toEqual(migrations.map(checksumOf));
  expect(await database.owner.query('select text from notes_of_the_operator')).toEqual([
    { text: 'kept' },
  ]);
});

test('two processes that start concurrently on a database without checksums both succeed', async () => {
  await migrate(database.owner);
  await deleteChecksums();
  expect(await Promise.all([migrate(database.owner), migrate(database.owner)])).toEqual([[], []]);
  expect(await checksums()).toEqual(migrations.map(checksumOf));
});
