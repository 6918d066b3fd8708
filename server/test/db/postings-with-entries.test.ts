// Migration 162 stores each posting with both of its entries: the books say the same before and after, and a ledger in
// which a posting lacks an entry is left unchanged.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const before = readMigrations().filter(({ version }) => version < 162);
const PROJECT = '0199aaaa-0000-7000-8000-000000000001';
const ENTRIES = `select account::int, seq::int, posting_seq::int, amount::int, balance_after::int from ledger_entries
  order by account, seq`;

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await migrate(database.owner, before);
});
afterEach(() => database.drop());

/** Two postings: 10 from the first account to the second, and 3 back. Bypasses the triggers, which require accounts. */
function book(entries: readonly string[]) {
  return database.owner.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, from_account, to_account,
         currency, amount, created_at)
       values ($1, 1, 'Test', $1, 'there', 1, 2, 'EUR', 10, now()), ($1, 2, 'Test', $1, 'back', 2, 1, 'EUR', 3, now())`,
      [PROJECT],
    );
    await tx.query(
      `insert into ledger_entries (project_id, account, seq, posting_seq, amount, balance_after)
       select $1, * from (values ${entries.join()}) as e`,
      [PROJECT],
    );
  });
}

const WHOLE = ['(1, 1, 1, -10, -10)', '(2, 1, 1, 10, 10)', '(2, 2, 2, -3, 7)', '(1, 2, 2, 3, -7)'];

test('every entry is unchanged', async () => {
  await book(WHOLE);
  const was = await database.owner.query(ENTRIES);
  expect(was).toHaveLength(4);
  await migrate(database.owner);
  expect(await database.owner.query(ENTRIES)).toEqual(was);
});

test.each([
  ['an entry is missing', WHOLE.slice(1)],
  ['an entry is of another amount', ['(1, 1, 1, -11, -11)', ...WHOLE.slice(1)]],
  ['an entry is of no posting', [...WHOLE, '(3, 1, 3, 5, 5)']],
])('rejected and unchanged: %s', async (_, entries) => {
  await book(entries);
  const was = await database.owner.query(ENTRIES);
  await expect(migrate(database.owner)).rejects.toThrow(/the books have 2 postings.*audit/);
  expect(await database.owner.query(ENTRIES)).toEqual(was);
});
