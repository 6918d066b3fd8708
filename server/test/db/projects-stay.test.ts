// Migration 200 removes the tables for moving a project between cells. A database in which a project has moved is
// rejected and stays unchanged.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const before = readMigrations().filter(({ version }) => version < 200);
const PROJECT = '0199aaaa-0000-7000-8000-000000000001';

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrate(database.owner, before);
});
afterEach(() => database.drop());

const insertMove = (columns: string, values: string) =>
  database.owner.query(
    `insert into project_moves (project_id, move_id, other_cell, closed_at, ${columns}) values ($1, $1, '1', now(), ${values})`,
    [PROJECT],
  );

test.each([
  ['moved away', 'direction, ended_at', `'away', now()`],
  ['is closed for a move', 'direction', `'away'`],
  ['arrived', 'direction, ended_at', `'here', now()`],
])('rejected: a project %s', async (_, columns, values) => {
  await insertMove(columns, values);
  await expect(migrate(database.owner)).rejects.toThrow(/Keep the previous version on all cells/);
  expect(await database.owner.query('select 1 from project_moves')).toHaveLength(1);
});

test('a move that was abandoned does not prevent the upgrade', async () => {
  await insertMove('direction, given_up_at', `'here', now()`);
  expect(await migrate(database.owner)).toContain('projects_stay');
});
