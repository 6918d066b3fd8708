// Smaller units in which a price may be written: satoshis. The price is kept in the currency, and shown as written.
import { defined } from '../core/assert.ts';
import type { Currency } from '../core/money.ts';
import { SATOSHI } from './definitions/btc.ts';

/** By code. The smallest unit of their currency: the amounts in both are the same numbers. */
const UNITS: ReadonlyMap<string, { readonly unit: Currency; readonly of: string }> = new Map([
  [SATOSHI.unit.code, SATOSHI],
]);

export const PRICE_UNITS: readonly string[] = [...UNITS.keys()];

export interface PriceUnit {
  readonly currency: Currency;
  /** What amounts are written in. */
  readonly unit: Currency;
}

/** Null for a code that is neither a supported currency nor a unit of one. */
export function priceUnit(
  currencies: ReadonlyMap<string, Currency>,
  code: string,
): PriceUnit | null {
  const found = UNITS.get(code);
  const currency = currencies.get(found?.of ?? code);
  return currency === undefined ? null : { currency, unit: found?.unit ?? currency };
}

/** Of a price as it was written: SATS. */
export function unitOfCode(currencies: ReadonlyMap<string, Currency>, code: string): Currency {
  return defined(priceUnit(currencies, code), 'currency is registered').unit;
}

/** Of a stored price. `unit`: the code that it was written in. Null: that of the currency. */
export function unitOf(
  currencies: ReadonlyMap<string, Currency>,
  { price_currency: code, price_unit: unit }: { price_currency: string; price_unit: string | null },
): Currency {
  return unitOfCode(currencies, unit ?? code);
}
