// The last error of an alert destination and the facts of an excluded node were English sentences: they become codes
// and facts, and messages of a receiver or a node stay as they are.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';

const ERRORS: readonly (readonly [string | null, object | null])[] = [
  ['the till itself failed: its log says how', { code: 'internal_error' }],
  ['CHAINTILL_SMTP_URL names no mail server', { code: 'no_mail_server' }],
  ['HTTP 404: no bot', { message: 'HTTP 404: no bot' }],
  [null, null],
];
const REASONS: readonly (readonly [string, object])[] = [
  ['at block 5, others at 9', { height: 5, others_at: 9 }],
  ['on another branch: block 7 is 00ab', { height: 7, hash: '00ab' }],
  ['on another branch: block 7 is missing', { height: 7, hash: null }],
  ['connect ECONNREFUSED', { message: 'connect ECONNREFUSED' }],
];
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
  await migrate(
    database.owner,
    readMigrations().filter(({ version }) => version < 223),
  );
  const { query } = database.owner;
  for (const [n, [error]] of ERRORS.entries())
    await query(
      `insert into alert_destinations (id, kind, name, recipient, settings_sealed, language, repeat_minutes, is_enabled,
         created_at, failures, failed_since, last_error)
       values ($1, 'mail', $4, 'a', 's', 'en', 0, true, now(), $2::int, case when $2::int > 0 then now() end, $3)`,
      [idOf(n), error === null ? 0 : 1, error, `place ${n}`],
    );
  for (const [n, [reason]] of REASONS.entries())
    await query(
      `insert into alerts (id, kind, facts, created_at) values ($1, 'node_excluded', $2, now())`,
      [idOf(n), { subject: `BTC ${n}`, cause: 'behind', reason }],
    );
  await migrate(database.owner);
});
afterAll(() => database.drop());

test('the last error of a destination is a code or the receiver’s message', async () => {
  const rows = await database.owner.query<{ last_error: object | null }>(
    'select last_error from alert_destinations order by id',
  );
  expect(rows.map((row) => row.last_error)).toEqual(ERRORS.map(([, error]) => error));
});

test('the reason why a node is excluded is stored as facts', async () => {
  const rows = await database.owner.query<{ facts: object }>(
    'select facts from alerts order by id',
  );
  expect(rows.map((row) => row.facts)).toEqual(
    REASONS.map(([, facts], n) => ({ subject: `BTC ${n}`, cause: 'behind', ...facts })),
  );
});
