// Lists sent in PostgreSQL's binary form arrive like those sent as text.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeArray, listTypes } from '../../src/db/binary-arrays.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** More than enough for the binary form. */
const LENGTHS = { minLength: 16, maxLength: 60 };
/** What PostgreSQL can store: no NUL, no unpaired surrogate. */
const texts = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => Buffer.from(text.replaceAll('\0', '')).toString());
const odd = fc.constantFrom('', 'null', 'NULL', '{"a":"\\\\"}', '{},"', ' ');

test('a list of texts, with nulls', async () => {
  const lists = fc.array(fc.option(fc.oneof(texts, odd), { freq: 8 }), LENGTHS);
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(encodeArray(list, 'text')).toBeInstanceOf(Buffer);
      const [row] = await database.db.query('select $1::text[] as list', [list]);
      expect(row).toEqual({ list });
    }),
    { numRuns: 100 },
  );
});

test('a list of JSON, with nulls', async () => {
  const json = fc.record({ text: texts, number: fc.integer(), list: fc.array(fc.boolean()) });
  const lists = fc.array(fc.option(json, { freq: 8 }), LENGTHS);
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const sent = list.map((item) => (item === null ? null : JSON.stringify(item)));
      expect(encodeArray(sent, 'jsonb')).toBeInstanceOf(Buffer);
      const [row] = await database.db.query('select to_jsonb($1::jsonb[]) as list', [sent]);
      expect(row).toEqual({ list });
    }),
    { numRuns: 100 },
  );
});

const times = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z') })
  .filter((time) => !Number.isNaN(time.getTime()));

test.each([
  ['uuid', fc.uuid()],
  ['int', fc.integer()],
  ['bigint', fc.oneof(fc.integer(), fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }))],
  ['numeric', fc.oneof(fc.bigInt().map(String), fc.constantFrom('-0.00000001', '12.5'))],
  ['boolean', fc.boolean()],
  ['timestamptz', times],
])('a list of %s without quotes, with nulls', async (type, items: fc.Arbitrary<unknown>) => {
  const lists = fc.array(fc.option(items, { freq: 8 }), LENGTHS);
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      expect(encodeArray(list, type)).toMatch(/^\{[^"]*\}$/);
      // Short lists are sent as text, so each element alone is the reference.
      const [row] = await database.db.query<{ same: boolean; n: number }>(
        `select $1::${type}[] is not distinct from (
           select array_agg(item::${type} order by n)
           from jsonb_array_elements_text($2) with ordinality as t(item, n)) as same, cardinality($1::${type}[]) as n`,
        [list, JSON.stringify(list.map(asText))],
      );
      expect(row).toEqual({ same: true, n: list.length });
    }),
    { numRuns: 30 },
  );
});

/** In JSON's form. */
function asText(item: unknown): string | null {
  if (item === null) return null;
  return item instanceof Date ? item.toISOString() : String(item);
}

test.each([
  ['uuid', 'null'],
  ['uuid', ''],
  ['numeric', '1,2'],
  ['numeric', '"1"'],
  ['timestamptz', '2026-11-25T10:00:00Z'],
  ['timestamptz', new Date(Number.NaN)],
  ['timestamptz', new Date('+010000-01-01T00:00:00Z')],
  ['timestamptz', new Date('-000001-01-01T00:00:00Z')],
])('a list of %s with %s in it is sent as before', (type, item) => {
  const list = [...Array.from({ length: 20 }, () => null), item];
  expect(encodeArray(list, type)).toBe(list);
});

test('a list that is not of texts is sent as before, and PostgreSQL still rejects what it cannot store', async () => {
  const numbers = Array.from({ length: 20 }, (_, n) => n);
  expect(encodeArray(numbers, 'text')).toBe(numbers);
  const [row] = await database.db.query('select $1::text[] as list', [numbers]);
  expect(row).toEqual({ list: numbers.map(String) });
  const ends = [...numbers.map(String), 'a\0b'];
  const requested = database.db.query('select $1::text[] as list', [ends]);
  await expect(requested).rejects.toThrow(/invalid byte sequence/);
});

test('a parameter with two types is sent as text', () => {
  const text = 'select $1::uuid[], $2::text[], $2::uuid[], $12::jsonb[], $3::text';
  expect(listTypes(text)).toEqual(
    new Map([
      [0, 'uuid'],
      [1, ''],
      [11, 'jsonb'],
    ]),
  );
});
