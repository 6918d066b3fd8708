// Guarantees of the credit for a channel payment.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../src/core/money.ts';
import { priceChannelPayment } from '../../../src/core/pricing/payment.ts';
import { anyPercent, anyRate, BTC, btc, ETH, EUR, eth, eur, paidIn, worth } from './support.ts';

const ONE_PERCENT = decimal('1');

test('a converted payment is rounded down, then the fee is deducted', () => {
  const price = priceChannelPayment({
    paid: eth('0.0052326'),
    payCurrency: ETH,
    receiverCurrency: EUR,
    rate: decimal('1753.8032'),
    feePercent: ONE_PERCENT,
  });
  expect(price).toEqual({ gross: eur('9.17'), fee: eur('0.1'), received: eur('9.07') });
});

test('a payment kept in its coin is split into received and fee', () => {
  const price = priceChannelPayment({
    paid: btc('0.00123456'),
    payCurrency: BTC,
    receiverCurrency: BTC,
    rate: null,
    feePercent: ONE_PERCENT,
  });
  expect(price).toEqual({
    gross: btc('0.00123456'),
    fee: btc('0.00001235'),
    received: btc('0.00122221'),
  });
});

test('dust is worth zero rather than a negative amount', () => {
  const terms = { paid: 1n, payCurrency: ETH, feePercent: ONE_PERCENT };
  const rate = decimal('1753.8032');
  const converted = priceChannelPayment({ ...terms, receiverCurrency: EUR, rate });
  expect(converted).toEqual({ gross: 0n, fee: 0n, received: 0n });
  const kept = priceChannelPayment({ ...terms, receiverCurrency: ETH, rate: null });
  expect(kept).toEqual({ gross: 1n, fee: 1n, received: 0n });
});

test('without conversion paid = received + fee, to the wei', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(BTC, ETH),
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      anyPercent,
      (coin, paid, feePercent) => {
        const terms = { paid, payCurrency: coin, receiverCurrency: coin, rate: null, feePercent };
        const { received, fee, gross } = priceChannelPayment(terms);
        expect(received + fee).toBe(paid);
        expect(gross).toBe(paid);
        expect(received >= 0n).toBe(true);
      },
    ),
  );
});

test('converted, the gross is never above the value of the payment, and less than a cent below it', () => {
  fc.assert(
    fc.property(paidIn(ETH), anyRate, anyPercent, (paid, rate, feePercent) => {
      const terms = { paid, payCurrency: ETH, receiverCurrency: EUR, rate, feePercent };
      const { gross, received, fee } = priceChannelPayment(terms);
      const { top, bottom } = worth(ETH, EUR, rate);
      expect(gross * bottom <= paid * top).toBe(true);
      expect((gross + 1n) * bottom > paid * top).toBe(true);
      expect(received + fee).toBe(gross);
    }),
  );
});

test('a split payment never brings more than the whole', () => {
  fc.assert(
    fc.property(paidIn(BTC), paidIn(BTC), anyRate, anyPercent, (one, two, rate, feePercent) => {
      const brings = (paid: bigint) =>
        priceChannelPayment({ paid, payCurrency: BTC, receiverCurrency: EUR, rate, feePercent })
          .received;
      expect(brings(one) + brings(two) <= brings(one + two)).toBe(true);
    }),
  );
});
