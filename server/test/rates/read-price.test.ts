// Guarantees of parsing external prices: no digit lost, and no doubtful value accepted.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, formatDecimal } from '../../src/core/money.ts';
import { readDocument, readMiddle, readPrice } from '../../src/rates/provider.ts';

const shown = (value: unknown) => {
  const price = readPrice(value);
  return price === null ? null : formatDecimal(price);
};

test('decimal text is read exactly, with an exponent or without', () => {
  expect(shown('84000.10000')).toBe('84000.1');
  expect(shown('0.000000012345678901234567')).toBe('0.000000012345678901234567');
  expect(shown('1.25e-7')).toBe('0.000000125');
  expect(shown('1.25E+3')).toBe('1250.0');
});

test('only a positive number is a price', () => {
  const doubtful = [
    '',
    ' ',
    '0',
    '0.00',
    '-1',
    'NaN',
    'Infinity',
    '1,5',
    '1e21',
    '1e-21',
    '1e',
    'x',
  ];
  for (const text of doubtful) expect(readPrice(text), text).toBeNull();
  for (const value of [null, undefined, 1.5, 1n, true, {}, ['1']])
    expect(readPrice(value)).toBeNull();
});

test('the middle of an order book needs both sides, in order and close together', () => {
  expect(readMiddle('99', '101')).toEqual(decimal('100.0'));
  expect(readMiddle('101', '99')).toBeNull();
  expect(readMiddle('90', '110')).toBeNull();
  expect(readMiddle('100', undefined)).toBeNull();
  expect(readMiddle(null, '100')).toBeNull();
});

test('a document keeps every number as the text that was sent', () => {
  const text =
    '{"a":1.10,"b":[-0.0,12345678901234567890,1e-7],"c":"1.5 and \\"2\\"","d":{"9":null}}';
  expect(readDocument(text)).toEqual({
    a: '1.10',
    b: ['-0.0', '12345678901234567890', '1e-7'],
    c: '1.5 and "2"',
    d: { 9: null },
  });
});

test('a bare NaN or Infinity is null, inside a text it stays', () => {
  expect(readDocument('[NaN,Infinity,-Infinity,"NaN","-Infinity 1"]')).toEqual([
    null,
    null,
    null,
    'NaN',
    '-Infinity 1',
  ]);
});

test('invalid JSON is rejected', () => {
  for (const text of ['', '<html>', '{"a":1', '{"a":1.}', '[1 2]', 'ok']) {
    expect(() => readDocument(text), text).toThrow(SyntaxError);
  }
});

test('any JSON document is parsed as by JSON.parse, except for numbers', () => {
  const asText = (value: unknown): unknown =>
    typeof value === 'number' ? JSON.stringify(value) : value;
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(readDocument(text)).toEqual(JSON.parse(text, (_, value) => asText(value)));
    }),
  );
});
