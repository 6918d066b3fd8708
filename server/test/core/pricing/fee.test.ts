// Guarantees of the processing fee, included in an amount and on top of one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, feeOf, pow10 } from '../../../src/core/money.ts';
import { chargeFor, feeInside } from '../../../src/core/pricing/fee.ts';
import { anyCurrency, anyPercent, BTC, btc, ETH, EUR, eur, unitOf } from './support.ts';

const ONE_PERCENT = decimal('1');

test('the published charges on top of a net amount match to the cent', () => {
  expect(chargeFor(eur('10.06'), EUR, ONE_PERCENT)).toEqual({
    charged: eur('10.17'),
    fee: eur('0.11'),
  });
  expect(chargeFor(eur('112.16'), EUR, ONE_PERCENT)).toEqual({
    charged: eur('113.3'),
    fee: eur('1.14'),
  });
});

test('a fee is rounded up at the precision of its currency', () => {
  expect(feeInside(eur('9.17'), EUR, ONE_PERCENT)).toBe(eur('0.1'));
  expect(feeInside(btc('0.02986987'), BTC, ONE_PERCENT)).toBe(btc('0.0002987'));
});

test('no fee is charged at zero percent', () => {
  expect(feeInside(eur('9.17'), EUR, decimal('0'))).toBe(0n);
  expect(chargeFor(eur('9.17'), EUR, decimal('0.00'))).toEqual({ charged: eur('9.17'), fee: 0n });
});

test('dust below the precision is never charged more than its amount', () => {
  expect(feeInside(5n, ETH, ONE_PERCENT)).toBe(5n);
});

test('a fee is never below the percentage, and less than one unit above it', () => {
  fc.assert(
    fc.property(
      anyCurrency,
      fc.bigInt({ min: 0n, max: 10n ** 24n }),
      anyPercent,
      (currency, units, percent) => {
        const amount = units * unitOf(currency);
        const fee = feeInside(amount, currency, percent);
        const exactTimes = amount * percent.digits;
        const times = 100n * pow10(percent.scale);
        expect(fee * times >= exactTimes).toBe(true);
        expect((fee - unitOf(currency)) * times < exactTimes).toBe(true);
        expect(fee <= amount).toBe(true);
      },
    ),
  );
});

test('the charge minus its own fee covers the net amount, and nothing less does', () => {
  fc.assert(
    fc.property(
      anyCurrency,
      fc.bigInt({ min: 1n, max: 10n ** 20n }),
      anyPercent,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (currency, net, percent, less) => {
        const { charged, fee } = chargeFor(net, currency, percent);
        expect(fee).toBe(feeOf(charged, currency, percent));
        expect(charged - fee).toBe(net);
        for (const smaller of [charged - 1n, charged - unitOf(currency), charged - less]) {
          if (smaller < 0n) continue;
          expect(smaller - feeOf(smaller, currency, percent) < net).toBe(true);
        }
      },
    ),
  );
});

test('a fee of 100 percent throws', () => {
  expect(() => feeInside(1n, EUR, decimal('100'))).toThrow('assertion failed');
  expect(() => chargeFor(1n, EUR, decimal('-1'))).toThrow('assertion failed');
});
