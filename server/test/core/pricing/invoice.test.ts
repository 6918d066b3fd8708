// Guarantees of the invoice price.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../src/core/money.ts';
import { priceInvoice } from '../../../src/core/pricing/payment.ts';
import {
  amountIn,
  anyPercent,
  anyRate,
  BTC,
  btc,
  ETH,
  EUR,
  eth,
  eur,
  JPY,
  unitOf,
  worth,
  XRP,
} from './support.ts';

const ONE_PERCENT = decimal('1');

test('the pay amount in bitcoin is rounded up at six decimals', () => {
  // 50 / 28436 = 0.00175833...
  const price = priceInvoice({
    price: eur('50'),
    priceCurrency: EUR,
    payCurrency: BTC,
    payPrecision: 6,
    rate: decimal('28436.0'),
    feePercent: ONE_PERCENT,
  });
  expect(price).toEqual({ payAmount: btc('0.001759'), fee: eur('0.5'), credit: eur('49.5') });
});

test('the pay amount in ether is rounded up at eight decimals, not at a wei', () => {
  // 50 / 1753.8032 = 0.028509470160...
  const price = priceInvoice({
    price: eur('50'),
    priceCurrency: EUR,
    payCurrency: ETH,
    payPrecision: 8,
    rate: decimal('1753.8032'),
    feePercent: ONE_PERCENT,
  });
  expect(price.payAmount).toBe(eth('0.02850948'));
});

test('a price in the coin itself is paid to the last unit', () => {
  const price = priceInvoice({
    price: btc('0.01234567'),
    priceCurrency: BTC,
    payCurrency: BTC,
    payPrecision: 6,
    rate: null,
    feePercent: ONE_PERCENT,
  });
  expect(price).toEqual({
    payAmount: btc('0.01234567'),
    fee: btc('0.00012346'),
    credit: btc('0.01222221'),
  });
});

test('the payment is always worth the price, by less than one unit of the pay precision', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(EUR, JPY),
      fc.constantFrom(
        { coin: BTC, precision: 6 },
        { coin: ETH, precision: 8 },
        { coin: XRP, precision: 6 },
      ),
      anyRate,
      anyPercent,
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      (priceCurrency, { coin, precision }, rate, feePercent, price) => {
        const terms = { price, priceCurrency, payCurrency: coin, payPrecision: precision };
        const { payAmount, fee, credit } = priceInvoice({ ...terms, rate, feePercent });
        const { top, bottom } = worth(coin, priceCurrency, rate);
        const unit = 10n ** BigInt(coin.scale - precision);
        expect(payAmount % unit).toBe(0n);
        expect(payAmount * top >= price * bottom).toBe(true);
        expect((payAmount - unit) * top < price * bottom).toBe(true);
        expect(credit + fee).toBe(price);
      },
    ),
  );
});

test('without conversion the paid amount is the credit and the fee', () => {
  fc.assert(
    fc.property(amountIn(ETH), anyPercent, (price, feePercent) => {
      const currencies = { priceCurrency: ETH, payCurrency: ETH, payPrecision: 8 };
      const priced = priceInvoice({ price, ...currencies, rate: null, feePercent });
      expect(priced.payAmount).toBe(priced.credit + priced.fee);
      expect(priced.fee % unitOf(ETH)).toBe(0n);
    }),
  );
});
