// Guarantees of typed amounts: in any locale an amount is read in its only possible way; one that two locales read
// differently is rejected with both readings.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTypedAmount, unambiguous } from '../../src/core/typed-amount.ts';

test.each([
  ['12', '12'],
  ['12.5', '12.5'],
  ['12,50', '12.50'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ["1'000.50", '1000.50'],
  ['1’000.50', '1000.50'],
  ['1 000,50', '1000.50'],
  ['1\u202F000,50', '1000.50'],
  ['1\u00A0000', '1000'],
  ["1'234,567", '1234.567'],
  ['1.000.000', '1000000'],
  ['1,000,000', '1000000'],
  ['12,34,567.89', '1234567.89'],
  ['12,34,567', '1234567'],
  ['1.234,567', '1234.567'],
  ['0.001', '0.001'],
  ['0,001', '0.001'],
  ['1234.567', '1234.567'],
  ['1234,567', '1234.567'],
  ['1.0000', '1.0000'],
  [',5', '0.5'],
  ['.5', '0.5'],
  ['0012.5', '12.5'],
  ['-12,50', '-12.50'],
  ['\u2212 1', null],
  ['\u22121', '-1'],
  ['+1', '1'],
  [' 12,50\u00A0', '12.50'],
])('%s is %s', (text, amount) => {
  const read = readTypedAmount(text);
  if (amount === null) expect(read).toEqual({ kind: 'not_a_number' });
  else expect(read).toEqual({ kind: 'amount', amount });
});

test.each([
  ['1.000', '1000', '1.000'],
  ['12.000', '12000', '12.000'],
  ['1,234', '1234', '1.234'],
  ['-999,999', '-999999', '-999.999'],
])('%s is %s or %s', (text, larger, smaller) =>
  expect(readTypedAmount(text)).toEqual({ kind: 'ambiguous', readings: [larger, smaller] }),
);

test.each([
  '',
  ' ',
  '.',
  ',',
  '-',
  '1.',
  '1.000,',
  '1,2,3',
  '1.2.3',
  '1,23.4',
  '12 50',
  '1 0000',
  '1e3',
  '1,23E+05',
  '12,50 €',
  'EUR 5',
  '(5)',
  '0x10',
  '１２',
  '1.000.00',
  '1,000,000,5',
  "1'00",
  '--1',
  '9'.repeat(61),
])('"%s" is not an amount', (text) =>
  expect(readTypedAmount(text)).toEqual({ kind: 'not_a_number' }),
);

const locales = [
  'en-US',
  'de-DE',
  'de-CH',
  'de-AT',
  'fr-FR',
  'fr-CH',
  'es-ES',
  'en-IN',
  'pt-BR',
  'pl-PL',
  'sv-SE',
];

test('an amount formatted in a locale is read correctly, or rejected with it among the readings', () => {
  const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 8 }));
  fc.assert(
    fc.property(
      amount,
      fc.constantFrom(...locales),
      fc.boolean(),
      ([units, digits], locale, useGrouping) => {
        const plain = plainOf(units, digits);
        const format = new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
          useGrouping,
        });
        const read = readTypedAmount(format.format(plain as `${number}`));
        if (read.kind === 'not_a_number') throw new Error(`${locale} cannot write ${plain}`);
        if (read.kind === 'amount') expect(read.amount).toBe(plain);
        else expect(read.readings).toContain(plain);
      },
    ),
  );
});

function plainOf(units: bigint, digits: number): string {
  const text = `${units}`.padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

test.each([
  ['1.000', '1.00'],
  ['1.200', '1.20'],
  ['1.234', '1.2340'],
  ['1.230', '1.23'],
  ['1000', '1000'],
  ['0.001', '0.001'],
  ['12.5', '12.5'],
])('%s is written %s, which every locale reads the same way', (plain, written) => {
  expect(unambiguous(plain)).toBe(written);
  expect(readTypedAmount(written)).toMatchObject({ kind: 'amount' });
});
