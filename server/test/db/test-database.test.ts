// The databases of tests are migrated, separate, and reachable by URL as well.
import { expect, test } from 'vitest';
import { createLog } from '../../src/core/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import { createTestDatabase } from '../support/database.ts';

test('each test database is migrated, and no other sees what is written to it', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await one.owner.query('create table only_here (id integer)');
  const versions = await two.db.query<{ version: number }>('select version from migrations');
  expect(versions.length).toBeGreaterThan(0);
  await expect(two.db.query('select * from only_here')).rejects.toThrow('only_here');
  await Promise.all([one.drop(), two.drop()]);
});

test('the URL of a test database leads to the same database', async () => {
  const { db, url, drop } = await createTestDatabase();
  const other = openDatabase({ connectionString: url }, createLog('silent'));
  const name = 'select current_database() as name, current_user as role';
  expect(await other.query(name)).toEqual(await db.query(name));
  await other.close();
  await drop();
});
