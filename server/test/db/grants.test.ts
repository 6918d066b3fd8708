// The privileges of the service's role match server/src/db/grants.ts: each table has its line there, and each line is
// what the service's statements need, and no more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { grants, type Right } from '../../src/db/grants.ts';
import { excessOf, grantRights, readRoleStatus, statementsFor } from '../../src/db/service-role.ts';
import { createTestDatabase, serviceRole, type TestDatabase } from '../support/database.ts';
import { codeOf, sources } from '../tidy/files.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Files whose statements run as the owner. */
const OWNERS = ['server/src/db/migrate.ts', 'server/src/db/baseline.ts'];

test('each table and view has its line in server/src/db/grants.ts, and each line its table', async () => {
  const rows = await database.owner.query<{ name: string }>(
    `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name
     from (select schemaname, tablename from pg_tables union all select schemaname, viewname from pg_views) named
     where schemaname in ('public', 'simulation') order by 1`,
  );
  const tables = rows.map(({ name }) => name);
  const advice =
    'add a line to server/src/db/grants.ts: `appends` when its rows stay as they are, `changes` when they ' +
    'are updated, `forgets` when they are removed as well. Without one the service may not even read it';
  expect(
    tables.filter((name) => grants[name] === undefined),
    advice,
  ).toEqual([]);
  expect(Object.keys(grants).filter((name) => !tables.includes(name))).toEqual([]);
});

test("the privileges are exactly what the service's statements need", () => {
  const needed = new Set<string>();
  for (const { path, text } of sources('server/src'))
    if (!OWNERS.includes(path)) for (const right of neededBy(codeOf(text))) needed.add(right);
  const given = Object.entries(grants).flatMap(([table, { rights }]) =>
    rights.filter((right) => right !== 'select').map((right) => `${right} ${table}`),
  );
  expect(
    [...needed].filter((right) => !given.includes(right)),
    'not granted in grants.ts',
  ).toEqual([]);
  expect(
    given.filter((right) => !needed.has(right)),
    'granted in grants.ts and needed by nothing',
  ).toEqual([]);
});

/** Formatted as `privilege table`. */
function neededBy(code: string): string[] {
  const found: [Right, string][] = [];
  for (const statement of code.split(/(?=insert into )|`/)) {
    const [, table] = /^insert into ([a-z_.]+)/.exec(statement) ?? [];
    if (table === undefined) continue;
    found.push(['insert', table]);
    if (/\bdo update\b/.test(statement)) found.push(['update', table]);
  }
  for (const [, table = ''] of code.matchAll(/(?<!do |for |for no key )update ([a-z_.]+)/g))
    found.push(['update', table]);
  for (const [, table = ''] of code.matchAll(/delete from ([a-z_.]+)/g))
    found.push(['delete', table]);
  return found.filter(([, table]) => table in grants).map((item) => item.join(' '));
}

test('verifying the books reads no tables of the verified session', async () => {
  const rows = await database.db.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and not coalesce('search_path=public, pg_temp' = any(proconfig), false)
       -- Its names were looked up when it was made, and it can be inlined as it is.
       and prosqlbody is null`,
  );
  const advice =
    'the migration that makes a function says `set search_path = public, pg_temp` in it (0044), or gives it a `return`';
  expect(
    rows.map(({ name }) => name),
    advice,
  ).toEqual([]);
});

test('the role has exactly these privileges, no others have any, and it owns nothing', async () => {
  expect(await statementsFor(database.db, serviceRole)).toEqual([]);
  expect(await excessOf(database.db)).toEqual([]);
  expect(await readRoleStatus(database.db)).toEqual({
    role: serviceRole,
    isSuperuser: false,
    ownsTables: false,
    hasTables: true,
    mayCreate: false,
  });
});

test('a manual grant is reported, and revoked where it is the role’s own', async () => {
  const { owner, db } = database;
  await owner.query(`grant update, truncate on day_sums to ${serviceRole}`);
  await owner.query(`grant update (kind) on ledger_accounts to ${serviceRole}`);
  await owner.query('grant delete on ledger_postings to public');
  await owner.query('grant create on schema public to public');
  expect(await excessOf(db)).toEqual([
    'creates in the schema public',
    'delete on ledger_postings',
    'truncate on day_sums',
    'update on day_sums',
  ]);
  await grantRights(owner, serviceRole);
  expect(await excessOf(db)).toEqual(['delete on ledger_postings']);
  expect(await statementsFor(db, serviceRole)).toEqual([]);
  await owner.query('revoke delete on ledger_postings from public');
});
