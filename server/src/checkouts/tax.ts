// The tax that the items of a checkout contain, for the receipt. Pure.
import { groupBy, sumOf } from '../core/group.ts';
import { amountOf, type Currency, decimal } from '../core/money.ts';
import type { StoredItem } from './store-checkouts.ts';

export interface TaxLine {
  readonly percent: string;
  /** Of all items with this rate together, in the unit of the price. */
  readonly tax: bigint;
}

/** In the order of the items. Items without a rate have no line; a discount lowers the tax of its rate. */
export function taxLines(items: readonly StoredItem[], unit: Currency): readonly TaxLine[] {
  const byPercent = groupBy(items, ({ tax_percent: percent }) => percent);
  return [...byPercent].flatMap(([percent, ofRate]) => {
    if (percent === null) return [];
    const sum = sumOf(ofRate, ({ kind, amount }) => {
      const base = amountOf(amount, unit);
      return kind === 'discount' ? -base : base;
    });
    const { digits, scale } = decimal(percent);
    return [{ percent, tax: halfUp(sum * digits, 100n * 10n ** BigInt(scale) + digits) }];
  });
}

/** Away from zero at exactly one half. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return numerator < 0n ? -rounded : rounded;
}
