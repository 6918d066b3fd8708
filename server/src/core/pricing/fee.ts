// The processing fee in both directions: deducted from an amount, or added to one. Always rounded up at the currency's
// precision, against the merchant (wire.md (d2)). Used by the other files here.
import { assert } from '../assert.ts';
import { type Currency, type Decimal, divide, feeOf, pow10 } from '../money.ts';

/**
 * The fee deducted from `amount`. Never more than the amount: dust finer than the currency's precision (some wei of
 * ether) becomes fee entirely instead of leaving a negative remainder.
 */
export function feeInside(amount: bigint, currency: Currency, feePercent: Decimal): bigint {
  assertPercent(feePercent);
  const fee = feeOf(amount, currency, feePercent);
  return fee > amount ? amount : fee;
}

/**
 * The smallest amount that covers `net` after its own fee. With fees in whole units of the precision, a fee F suffices
 * when F ≥ (net + F) × p, so the smallest is ceil(net × p / (1 - p)).
 */
export function chargeFor(
  net: bigint,
  currency: Currency,
  feePercent: Decimal,
): { readonly charged: bigint; readonly fee: bigint } {
  assertPercent(feePercent);
  const unit = pow10(currency.scale - currency.precision);
  const rest = 100n * pow10(feePercent.scale) - feePercent.digits;
  const fee = divide(net * feePercent.digits, rest * unit, 'up') * unit;
  return { charged: net + fee, fee };
}

function assertPercent({ digits, scale }: Decimal): void {
  assert(digits >= 0n && digits < 100n * pow10(scale), 'a fee is from 0 to below 100 percent');
}
