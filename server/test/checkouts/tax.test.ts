// The tax contained in items: computed once for each rate, rounded half up.
import { expect, test } from 'vitest';
import type { StoredItem } from '../../src/checkouts/store-checkouts.ts';
import { taxLines } from '../../src/checkouts/tax.ts';

const EUR = { code: 'EUR', kind: 'fiat', scale: 2, precision: 2 } as const;
const item = (amount: string, percent: string | null, kind: StoredItem['kind'] = 'item') => ({
  kind,
  name: 'Tea',
  quantity: 1,
  amount,
  tax_percent: percent,
});

test('one line for each rate, over the sum of its items', () => {
  expect(taxLines([item('1.0', '19.0'), item('5.0', '7.0'), item('1.38', '19.0')], EUR)).toEqual([
    { percent: '19.0', tax: 38n },
    { percent: '7.0', tax: 33n },
  ]);
});

test('one half is rounded up; a rate of zero is a line, no rate is none', () => {
  // 0.01 at 100 %: 0.005.
  expect(taxLines([item('0.01', '100.0')], EUR)).toEqual([{ percent: '100.0', tax: 1n }]);
  expect(taxLines([item('3.0', '0.0'), item('2.0', null)], EUR)).toEqual([
    { percent: '0.0', tax: 0n },
  ]);
});

test('a discount lowers the tax of its rate, and decimals of a rate count', () => {
  const items = [item('10.0', '5.5'), item('1.5', '5.5', 'discount')];
  // 8.50 × 5.5 ÷ 105.5 = 0.4431…
  expect(taxLines(items, EUR)).toEqual([{ percent: '5.5', tax: 44n }]);
});
