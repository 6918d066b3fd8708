// The request parser compared with JSON.parse, and what it keeps and rejects beyond that.
import { assert, json, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { depthOf, JsonNumber, parseJson, textOfObject } from '../../src/contract/parse-json.ts';

const plain = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
};

test('it reads what JSON.parse reads', () => {
  assert(
    property(json(), jsonValue(), (text, value) => {
      for (const body of [text, JSON.stringify(value, null, '\t\r\n ')]) {
        const expected: unknown = JSON.parse(body);
        // Rejected below as the name of a field.
        if (Object.hasOwn(Object(expected), '__proto__')) continue;
        expect(plain(parseJson(body))).toEqual(expected);
      }
    }),
  );
});

test.each(['', '{', '{"a":1,}', '01', '{"a" 1}', '[1,]', '"\u0001"', '1"a"', "{'a':1}", 'nul'])(
  'it rejects %j like JSON.parse',
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test('a duplicate key is rejected at every level, also in another spelling', () => {
  for (const text of ['{"a":1,"a":1}', '{"b":[{"a":1,"\\u0061":2}]}']) {
    expect(() => parseJson(text)).toThrow('the body has the key "a" twice');
  }
});

test('numbers keep their digits, and an object of the document its text', () => {
  const inner = '{ "2": 1.50, "1": [1e3, "\\u0000"] }';
  const read = parseJson(`{"a": 10000000000000000.10, "b": ${inner} }`) as Record<string, unknown>;
  expect((read['a'] as JsonNumber).text).toBe('10000000000000000.10');
  expect(textOfObject(read['b'])).toBe(inner);
  expect(depthOf(read['b'])).toBe(2);
});

test('`__proto__` never becomes a prototype', () => {
  expect(() => parseJson('{"__proto__":{}}')).toThrow('"__proto__"');
  const { a } = parseJson('{"a":{"__proto__":{"isAdmin":true}}}') as { a: { isAdmin?: true } };
  expect(a.isAdmin).toBeUndefined();
  expect(Object.keys(a)).toEqual(['__proto__']);
});

test('a deeply nested body is rejected, however deep', () => {
  for (const depth of [101, 500_000]) {
    const text = '['.repeat(depth) + ']'.repeat(depth);
    expect(() => parseJson(text)).toThrow();
  }
  expect(depthOf(parseJson('['.repeat(100) + ']'.repeat(100)))).toBe(100);
});

test('a long body of quotes and digits is parsed quickly', () => {
  const quotes = `{"a":"${'\\"'.repeat(500_000)}"}`;
  expect(parseJson(quotes)).toEqual({ a: '"'.repeat(500_000) });
  expect(() => parseJson('"\\"'.repeat(300_000))).toThrow(SyntaxError);
});

test('a duplicate is detected for any key', () => {
  assert(
    property(json(), (text) => {
      const key = JSON.stringify(text);
      expect(() => parseJson(`{${key}:1,${key}:2}`)).toThrow(/twice$/);
    }),
  );
});
