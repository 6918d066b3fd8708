// What of an amount is read, dimmed and hidden. The parts together are always the exact text.
import { expect, test } from 'vitest';
import { amountParts } from '../src/shared/amounts.ts';
import { amountIn, unitOf } from '../src/shared/ui/values.tsx';

test.each([
  // Formatted amount, its decimals, the usual decimals of its currency: read, zeros, rest.
  ['25.00', 2, 2, ['25', '.00', '']],
  ['0.50', 2, 2, ['0.5', '0', '']],
  ['0.00', 2, 2, ['', '0.00', '']],
  ['0', 0, 0, ['', '0', '']],
  ['-0.67189704', 8, 0, ['-0.67189704', '', '']],
  ['0.000299', 6, 0, ['0.000299', '', '']],
  ['1.00058781', 8, 0, ['1.0005878', '', '1']],
  ['-9.99999999', 8, 0, ['-9.9999999', '', '9']],
  ['0.000000123456789012', 18, 0, ['0.00000012345678', '', '9012']],
  ['1.0000000000001', 13, 0, ['1', '.0000000', '000001']],
  // Neither a whole part nor the usual decimals are cut.
  ['12,345,678.90', 2, 2, ['12,345,678.9', '0', '']],
  ['12.345.678,905', 3, 2, ['12.345.678,9', '0', '5']],
  ['1,234,567,890', 0, 0, ['1,234,567,890', '', '']],
  ['123,456,789.5', 1, 0, ['123,456,789', '', '.5']],
  ['1 000,00', 2, 2, ['1 000', ',00', '']],
])('%s', (text, decimals, usual, [read, zeros, rest]) => {
  expect(amountParts(text, decimals, usual)).toEqual({ read, zeros, rest });
});

test.each(['en', 'de', 'fr', 'es'])('no digit is lost in %s', (locale) => {
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  for (const amount of ['1234567.000000000000000001', '-0.1', '99999999999.123456789'])
    expect(digits(amountIn(locale, amount, 'ETH'))).toBe(digits(amount));
});

test('a column has a unit only if all of its amounts share a currency', () => {
  const euro = { amount: '1', currency: 'EUR' };
  expect(unitOf([euro, null, euro])).toBe('EUR');
  expect(unitOf([euro, { amount: '1', currency: 'BTC' }])).toBeNull();
  expect(unitOf([null])).toBeNull();
});
