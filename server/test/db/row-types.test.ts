// Guarantee: the declared row type of a statement matches PostgreSQL's result: each column exists, with that type, and
// is nullable where the table's column is.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { describeStatement } from '../support/describe-statement.ts';
import { type ColumnKind, type QueryCall, queryCalls } from '../support/query-calls.ts';

/** Nullable columns that are never null in these statements, because of their other conditions. */
const NEVER_NULL = new Set([
  // A reversed deposit was credited to a project.
  'deposits/reverse.ts project_id',
  // A due delivery has its body until it is sent.
  'mails/to-people.ts body_sealed',
  // A withdrawal with a payout is committed.
  'payouts/plan/await-final.ts committed_at',
  'payouts/plan/pay-in-books.ts committed_at',
  'payouts/plan/reserve.ts committed_at',
  // A row with a withdrawal was quoted.
  'payout-batches/store-rows.ts withdrawal_id',
  'payout-batches/store-rows.ts coin',
  // A transfer with a nonce has a sender.
  'payouts/replace/alert-held-up.ts sender',
  // A booked row has its balance.
  'transactions/filter.ts balance',
]);
/** Statements that are assembled at run time, so that their text is unknown here. */
const BUILT_MAX = 45;
const LEAST = 440;
const COMPARISONS = ['=', '<', '>', 'is not null'];

let database: TestDatabase;
let client: pg.Client;
let calls: readonly QueryCall[];
let kinds: ReadonlyMap<number, ColumnKind>;
/** Names of nullable columns, by table and number. */
let nullable: ReadonlyMap<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  calls = queryCalls();
  kinds = await readKinds();
  nullable = await readNullable();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('each row type matches the result of PostgreSQL', async () => {
  const wrong: string[] = [];
  let checked = 0;
  for (const call of calls) {
    if (call.text === null) continue;
    checked++;
    const problems = await problemsOf(call, call.text).catch((error: Error) => [error.message]);
    wrong.push(...problems.map((problem) => `${call.place}: ${problem}`));
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(LEAST);
});

test('few statements are assembled at run time', () => {
  const built = calls.filter(({ text }) => text === null).map(({ place }) => place);
  expect(built.length, built.join('\n')).toBeLessThanOrEqual(BUILT_MAX);
});

async function problemsOf({ place, columns }: QueryCall, text: string): Promise<string[]> {
  const described = await describeStatement(client, text);
  const file = place.split(':')[0];
  return columns.flatMap((declared) => {
    const { name } = declared;
    const column = described.find((each) => each.name === name);
    if (column === undefined) return declared.isOptional ? [] : [`there is no column ${name}`];
    if (declared.kinds.includes('any')) return [];
    const kind = kinds.get(column.type) ?? 'string';
    if (!declared.kinds.every((each) => fits(each, kind)))
      return [`${name} is ${kind}, and declared ${declared.kinds.join(' | ')}`];
    const source = nullable.get(column.source ?? '');
    const mayBeNull =
      source !== undefined && !isCompared(source, text) && !NEVER_NULL.has(`${file} ${name}`);
    return mayBeNull && !declared.isNullable ? [`${name} may be null`] : [];
  });
}

/** A `numeric` without decimals is a bigint, one with decimals is a string. */
function fits(declared: ColumnKind, kind: ColumnKind): boolean {
  return declared === kind || kind === 'json' || (kind === 'bigint' && declared === 'string');
}

/** A comparison with null is never true, so rows with null are not found. */
function isCompared(column: string, text: string): boolean {
  return COMPARISONS.some((each) => text.includes(`${column} ${each}`));
}

const KINDS: Readonly<Record<string, ColumnKind>> = {
  bool: 'boolean',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
  numeric: 'bigint',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  oid: 'number',
  date: 'date',
  timestamp: 'date',
  timestamptz: 'date',
};

async function readKinds(): Promise<ReadonlyMap<number, ColumnKind>> {
  const { rows } = await client.query<{ oid: number; name: string; category: string }>(
    'select oid, typname as name, typcategory as category from pg_type',
  );
  return new Map(
    rows.map(({ oid, name, category }) => [
      oid,
      category === 'A' ? 'array' : (KINDS[name] ?? 'string'),
    ]),
  );
}

async function readNullable(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ source: string; name: string }>(
    `select attrelid || '.' || attnum as source, attname as name
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where relkind in ('r', 'p') and attnum > 0 and not attnotnull`,
  );
  return new Map(rows.map(({ source, name }) => [source, name]));
}
