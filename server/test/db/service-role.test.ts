// The service's role tries everything that would make the books unverifiable: the database rejects each attempt.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { grants } from '../../src/db/grants.ts';
import { excessOf } from '../../src/db/service-role.ts';
import { createProject } from '../../src/projects/create.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { forge } from '../ledger/forge.ts';
import { serviceRole } from '../support/database.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let projectId: string;
beforeAll(async () => {
  world = await createWorld();
  projectId = (await createProject(world.app, 'Service')).id;
  for (const currency of ['EUR', 'ETH'])
    await adjustAccount(world.app, { projectId, currency, amount: 1000n, reason: 'test' });
});
afterAll(() => world.close());

const attempt = (text: string, values: unknown[] = []) => world.app.db.query(text, values);
const refused = (text: string) =>
  expect(attempt(text), text).rejects.toThrow(
    /permission denied|must be (able|owner|member|superuser)|append-only/,
  );

describe('the books', () => {
  test('a balance is not changed without an entry', async () => {
    await expect(attempt('update ledger_accounts set balance = balance + 9000000')).rejects.toThrow(
      /last entry/,
    );
    await refused(`update ledger_accounts set currency = 'GBP' where currency = 'EUR'`);
    await refused(`update ledger_accounts set kind = 'available' where kind = 'adjustments'`);
  });

  test.each([
    ['an entry under the number of another', { entries: [1, 0] }, /given_once/],
    ['a posting in another currency', { currency: 'ETH' }, /another currency/],
    ['a balance that follows nothing', { balances: [-7n, 8n], wrong: [0n, 1n] }, /follow those/],
  ] as const)('rejected: %s', async (_, forgery, reason) => {
    const forged = world.app.db.transaction((tx) =>
      forge(tx, world.app, { projectId, ...forgery }),
    );
    await expect(forged).rejects.toThrow(reason);
  });

  test('own tables with the same names do not replace the real ones', async () => {
    const forged = world.app.db.transaction(async (tx) => {
      const where = `where kind = 'available' and currency = 'EUR' and entry_seq > 0`;
      await tx.query('create temp table ledger_entries (like public.ledger_entries)');
      await tx.query(`insert into ledger_entries
        select project_id, number, entry_seq, 1, 7, balance + 7 from public.ledger_accounts ${where}`);
      const changed = await tx.query(
        `update public.ledger_accounts set balance = balance + 7 ${where} returning 1`,
      );
      expect(changed).not.toEqual([]);
      throw new Error('let through');
    });
    await expect(forged).rejects.toThrow(/last entry/);
  });
});

/** A view stores no rows. */
const whole = Object.entries(grants).filter(([name]) => name !== 'ledger_entries');

test.each(whole.filter(([, { rights }]) => !rights.includes('update')).map(([name]) => name))(
  'a row of %s is not changed',
  async (table) => {
    const [column] = (await attempt(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attidentity = '' limit 1`,
      [table],
    )) as { name: string }[];
    await refused(`update ${table} set ${column?.name} = null`);
  },
);

test('no row of most tables is removed, and no table is emptied', async () => {
  for (const [table, { rights }] of whole) {
    if (!rights.includes('delete')) await refused(`delete from ${table}`);
    await refused(`truncate ${table} cascade`);
  }
});

test.each([
  `set session_replication_role = replica`,
  `select set_config('session_replication_role', 'replica', true)`,
  'alter table ledger_postings disable trigger ledger_postings_proven',
  'alter table ledger_postings disable trigger all',
  'alter table ledger_accounts drop constraint available_never_negative',
  'alter table ledger_postings alter column amount drop not null',
  'alter table ledger_postings enable row level security',
  `alter table ledger_postings owner to ${serviceRole}`,
  'drop trigger ledger_postings_proven on ledger_postings',
  'drop table ledger_postings cascade',
  'drop view ledger_entries',
  'create or replace view ledger_entries as select 1',
  'drop function refuse_wrong_postings cascade',
  'drop schema public cascade',
  'drop index account_transactions_account',
  `create or replace function refuse_wrong_postings() returns trigger language plpgsql as 'begin return null; end'`,
  `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
  'alter function refuse_wrong_postings() set search_path = pg_temp',
  `alter function refuse_change() rename to refuse_nothing`,
  'create trigger quiet before insert on ledger_postings for each row execute function refuse_change()',
  'create rule quiet as on insert to ledger_postings do instead nothing',
  'create table more (n int)',
  'create schema more',
  'create extension dblink',
  `insert into migrations (version, name) values (9999, 'future')`,
  `update migrations set checksum = ''`,
  'delete from migrations',
  `alter role ${serviceRole} superuser`,
  'create role other',
  `alter default privileges for role pg_database_owner grant all on tables to ${serviceRole}`,
  'set role pg_database_owner',
  'set session authorization pg_database_owner',
  `alter system set fsync = 'off'`,
  `alter database postgres set session_replication_role = replica`,
  `alter role ${serviceRole} set session_replication_role = replica`,
  `copy ledger_postings to program 'cat'`,
  `copy ledger_postings from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  'checkpoint',
])('rejected: %s', async (text) => {
  await refused(text);
});

test('it grants itself no privileges', async () => {
  // PostgreSQL warns, and does nothing.
  await attempt(`grant all on ledger_entries to ${serviceRole}`);
  expect(await excessOf(world.app.db)).toEqual([]);
});

test('session settings end with the session, and none of them is a way around', async () => {
  const own = openDatabase(world.database.connection, world.app.log);
  await own.query(`set search_path = pg_temp, public`);
  await own.close();
  const [row] = (await attempt('select count(*)::int as n from ledger_entries')) as { n: number }[];
  expect(row?.n).toBeGreaterThan(0);
});
