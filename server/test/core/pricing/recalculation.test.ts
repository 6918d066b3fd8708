// Guarantees of an invoice that is settled at the paid amount.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal } from '../../../src/core/money.ts';
import { recalculateInvoice } from '../../../src/core/pricing/payment.ts';
import { anyPercent, anyRate, BTC, ETH, EUR, eth, eur, paidIn } from './support.ts';

test('the recorded recalculation matches to the cent', () => {
  const price = recalculateInvoice({
    paid: eth('0.0052326'),
    payCurrency: ETH,
    priceCurrency: EUR,
    rate: decimal('1753.8032'),
    feePercent: decimal('1'),
  });
  expect(price).toEqual({
    payAmount: eth('0.0052326'),
    price: eur('9.17'),
    fee: eur('0.1'),
    credit: eur('9.07'),
  });
});

test('an invoice in the coin itself is worth the paid amount', () => {
  fc.assert(
    fc.property(paidIn(ETH), anyPercent, (paid, feePercent) => {
      const currencies = { payCurrency: ETH, priceCurrency: ETH };
      const { price, payAmount, credit, fee } = recalculateInvoice({
        paid,
        ...currencies,
        rate: null,
        feePercent,
      });
      expect([price, payAmount, credit + fee]).toEqual([paid, paid, paid]);
    }),
  );
});

test('the new price is the credit and the fee', () => {
  fc.assert(
    fc.property(paidIn(BTC), anyRate, anyPercent, (paid, rate, feePercent) => {
      const terms = { paid, payCurrency: BTC, priceCurrency: EUR, rate, feePercent };
      const { price, credit, fee } = recalculateInvoice(terms);
      expect(credit + fee).toBe(price);
    }),
  );
});
