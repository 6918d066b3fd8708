// Currencies, text amounts and generators for the pricing tests, which need nothing else of the product.
import fc from 'fast-check';
import {
  amountOf,
  type Currency,
  type Decimal,
  formatAmount,
  pow10,
} from '../../../src/core/money.ts';

const fiat = (code: string, scale = 2): Currency => ({
  code,
  scale,
  precision: scale,
  kind: 'fiat',
});
const coin = (code: string, scale: number, precision = scale): Currency => ({
  code,
  scale,
  precision,
  kind: 'coin',
});

export const EUR = fiat('EUR');
export const USD = fiat('USD');
export const JPY = fiat('JPY', 0);
export const BTC = coin('BTC', 8);
export const LTC = coin('LTC', 8);
export const ETH = coin('ETH', 18, 8);
export const XRP = coin('XRP', 6);

/** Converts `10.17 EUR` to cents, and back. */
export const eur = (text: string) => amountOf(text, EUR);
export const btc = (text: string) => amountOf(text, BTC);
export const eth = (text: string) => amountOf(text, ETH);
export const show = (amount: bigint, currency: Currency) => formatAmount(amount, currency);

/** The step size of a currency's amounts and charges. */
export const unitOf = ({ scale, precision }: Currency) => pow10(scale - precision);

/** A ratio that says exactly how many quote units an amount of the base is worth: `amount × top / bottom`. */
export function worth(base: Currency, quote: Currency, rate: Decimal) {
  return {
    top: rate.digits * pow10(quote.scale),
    bottom: pow10(base.scale + rate.scale),
  };
}

/** An amount that the API would accept: whole units of the precision. */
export const amountIn = (currency: Currency, units = 10n ** 13n) =>
  fc.bigInt({ min: 1n, max: units }).map((count) => count * unitOf(currency));
/** An amount as a chain delivers it, down to the smallest unit. */
export const paidIn = (currency: Currency) =>
  fc.bigInt({ min: 1n, max: 10n ** BigInt(currency.scale + 5) });
export const anyRate: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  scale: fc.integer({ min: 0, max: 8 }),
});
/** Fees from 0 to 20 percent. */
export const anyPercent: fc.Arbitrary<Decimal> = fc.record({
  digits: fc.bigInt({ min: 0n, max: 2000n }),
  scale: fc.constant(2),
});
export const anyCurrency = fc.constantFrom(EUR, JPY, BTC, ETH, XRP);
