// Guarantees of the shares that refunds of a completed invoice use up.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isWithin,
  mostOf,
  type Shares,
  sharesOf,
} from '../../../src/core/pricing/refund-shares.ts';

const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });
const whole = fc.record({ paid: amount, price: amount });
const of = fc.constantFrom('paid', 'price');

test('parts of either side, in any order, never exceed the whole on any side', () => {
  const parts = fc.array(fc.record({ of, share: fc.double({ min: 0, max: 1, noNaN: true }) }));
  fc.assert(
    fc.property(whole, parts, (all, wishes) => {
      let left: Shares = all;
      for (const wish of wishes) {
        const wanted = { of: wish.of, amount: part(all[wish.of], wish.share) };
        const shares = sharesOf(all, wanted);
        if (!isWithin(shares, left)) continue;
        left = { paid: left.paid - shares.paid, price: left.price - shares.price };
      }
      expect(left.paid >= 0n && left.price >= 0n).toBe(true);
    }),
  );
});

test('prices that add up to the whole price are all refundable, to the last cent', () => {
  fc.assert(
    fc.property(whole, fc.array(amount, { maxLength: 8 }), (all, cuts) => {
      const places = [0n, ...cuts.map((cut) => cut % all.price), all.price];
      places.sort((a, b) => (a < b ? -1 : 1));
      let left: Shares = all;
      for (const [n, place] of places.slice(1).entries()) {
        const shares = sharesOf(all, { of: 'price', amount: place - (places[n] ?? 0n) });
        expect(isWithin(shares, left)).toBe(true);
        left = { paid: left.paid - shares.paid, price: left.price - shares.price };
      }
      expect(left.price).toBe(0n);
    }),
  );
});

test('the named maximum is refundable, and one unit more is not', () => {
  fc.assert(
    fc.property(whole, of, amount, amount, (all, side, a, b) => {
      const left = { paid: a % (all.paid + 1n), price: b % (all.price + 1n) };
      const most = mostOf(all, { of: side, left });
      expect(isWithin(sharesOf(all, { of: side, amount: most }), left)).toBe(true);
      expect(isWithin(sharesOf(all, { of: side, amount: most + 1n }), left)).toBe(false);
    }),
  );
});

function part(all: bigint, share: number): bigint {
  return (all * BigInt(Math.round(share * 1_000_000))) / 1_000_000n;
}
