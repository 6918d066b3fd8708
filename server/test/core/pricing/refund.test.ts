// Guarantees of the amount refunded to a customer.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../src/core/money.ts';
import { priceRefund, refundReceived } from '../../../src/core/pricing/payment.ts';
import { anyPercent, BTC, btc, ETH, paidIn } from './support.ts';

const ONE_PERCENT = decimal('1');

test('the recorded refund matches to the satoshi, network fee included', () => {
  const price = priceRefund({
    paid: btc('0.02986987'),
    kept: 0n,
    coin: BTC,
    feePercent: ONE_PERCENT,
  });
  expect(price).toEqual({
    amount: btc('0.02986987'),
    fee: btc('0.0002987'),
    credit: btc('0.02957117'),
  });
  // The recorded pair of charged and received amounts determines the network fee.
  expect(refundReceived(price.credit, btc('0.00028751'))).toBe(btc('0.02928366'));
});

test('only the excess of an overpaid invoice is refunded', () => {
  const terms = { paid: btc('0.0025'), kept: btc('0.001895'), coin: BTC, feePercent: ONE_PERCENT };
  expect(priceRefund(terms)).toEqual({
    amount: btc('0.000605'),
    fee: btc('0.00000605'),
    credit: btc('0.00059895'),
  });
});

test('an invoice that kept the full payment has no refund', () => {
  const terms = { paid: 5n, kept: 5n, coin: BTC, feePercent: ONE_PERCENT };
  expect(priceRefund(terms)).toEqual({ amount: 0n, fee: 0n, credit: 0n });
  expect(priceRefund({ ...terms, kept: 6n }).amount).toBe(0n);
});

test('a refund below its network fee is not sent', () => {
  expect(refundReceived(1000n, 1000n)).toBeNull();
  expect(refundReceived(1000n, 999n)).toBe(1n);
});

test('paid = kept + fee + credit, to the wei, and nothing is negative', () => {
  fc.assert(
    fc.property(paidIn(ETH), paidIn(ETH), anyPercent, (kept, excess, feePercent) => {
      const paid = kept + excess;
      const { amount, fee, credit } = priceRefund({ paid, kept, coin: ETH, feePercent });
      expect(kept + fee + credit).toBe(paid);
      expect(amount).toBe(excess);
      expect(credit >= 0n && fee >= 0n).toBe(true);
    }),
  );
});
