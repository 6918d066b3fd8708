// The processing fee is always rounded up at the currency's precision, against the merchant (wire.md (d2)).
import { assert } from '../assert.ts';
import { type Currency, type Decimal, divide, feeOf, pow10 } from '../money.ts';

/** At most the amount: dust finer than the currency's precision (some wei of ether) becomes fee entirely. */
export function feeInside(amount: bigint, currency: Currency, feePercent: Decimal): bigint {
  assertPercent(feePercent);
  const fee = feeOf(amount, currency, feePercent);
  return fee > amount ? amount : fee;
}

/**
 * A fee F, in units of the precision, covers `net` when F ≥ (net + F) × p, so the smallest is ceil(net × p / (1 -
 * p)).
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
