// Guarantees of an exchange between two accounts of a merchant.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Currency, decimal, feeOf } from '../../../src/core/money.ts';
import { exchangePair, priceExchange } from '../../../src/core/pricing/exchange.ts';
import {
  amountIn,
  anyPercent,
  anyRate,
  BTC,
  btc,
  ETH,
  EUR,
  eur,
  JPY,
  USD,
  unitOf,
  worth,
} from './support.ts';

const ONE_PERCENT = decimal('1');
const terms = (charged: Currency, received: Currency, rate: string) => ({
  pair: exchangePair(charged, received),
  rate: decimal(rate),
  feePercent: ONE_PERCENT,
});

test('a coin is bought with fiat at the price of the coin', () => {
  const trade = terms(EUR, BTC, '29696.0');
  expect(trade.pair).toEqual({ base: BTC, quote: EUR, side: 'buy' });
  // 99 / 29696 = 0.003333782...
  expect(priceExchange({ ...trade, amount: { charged: eur('100') } })).toEqual({
    charged: eur('100'),
    fee: eur('1'),
    received: btc('0.00333378'),
  });
  // 0.01 × 29696 = 296.96; the lowest charge is 299.96, with a fee of 3.0
  expect(priceExchange({ ...trade, amount: { received: btc('0.01') } })).toEqual({
    charged: eur('299.96'),
    fee: eur('3'),
    received: btc('0.01'),
  });
});

test('a coin is sold for fiat at the price of the coin', () => {
  const trade = terms(BTC, EUR, '28436.0');
  expect(trade.pair).toEqual({ base: BTC, quote: EUR, side: 'sell' });
  // 0.00990 × 28436 = 281.5164
  expect(priceExchange({ ...trade, amount: { charged: btc('0.01') } })).toEqual({
    charged: btc('0.01'),
    fee: btc('0.0001'),
    received: eur('281.51'),
  });
  // 281.51 / 28436 = 0.009899774... → 0.00989978
  expect(priceExchange({ ...trade, amount: { received: eur('281.51') } })).toEqual({
    charged: btc('0.00999978'),
    fee: btc('0.0001'),
    received: eur('281.51'),
  });
});

test('coins for coins and fiat for fiat are quoted in the charged currency', () => {
  expect(exchangePair(ETH, BTC)).toEqual({ base: BTC, quote: ETH, side: 'buy' });
  expect(exchangePair(EUR, USD)).toEqual({ base: USD, quote: EUR, side: 'buy' });
});

test('an exchange that would bring nothing has no price', () => {
  const trade = terms(BTC, EUR, '28436.0');
  expect(priceExchange({ ...trade, amount: { charged: 2n } })).toBeNull();
});

const anyRoute = fc.constantFrom<readonly [Currency, Currency]>(
  [EUR, BTC],
  [BTC, EUR],
  [ETH, JPY],
  [BTC, ETH],
  [EUR, USD],
);

test('whichever amount is given, the charge minus the fee is worth the received amount', () => {
  fc.assert(
    fc.property(
      anyRoute,
      fc.boolean(),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      anyRate,
      anyPercent,
      ([from, to], isCharged, units, rate, feePercent) => {
        const pair = exchangePair(from, to);
        const amount = isCharged
          ? { charged: units * unitOf(from) }
          : { received: units * unitOf(to) };
        const price = priceExchange({ pair, rate, feePercent, amount });
        if (price === null) return;
        const net = price.charged - price.fee;
        const { top, bottom } = worth(pair.base, pair.quote, rate);
        const [paid, got] =
          pair.side === 'buy'
            ? [net * bottom, price.received * top]
            : [net * top, price.received * bottom];
        expect(paid >= got).toBe(true);
        expect(price.fee).toBe(feeOf(price.charged, from, feePercent));
        expect('charged' in amount ? price.charged : price.received).toBe(
          'charged' in amount ? amount.charged : amount.received,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a round trip never gains, even without fee and spread', () => {
  fc.assert(
    fc.property(amountIn(EUR), anyRate, (charged, rate) => {
      const feePercent = decimal('0');
      const there = priceExchange({
        pair: exchangePair(EUR, BTC),
        rate,
        feePercent,
        amount: { charged },
      });
      if (there === null) return;
      const back = priceExchange({
        pair: exchangePair(BTC, EUR),
        rate,
        feePercent,
        amount: { charged: there.received },
      });
      expect(back === null || back.received <= charged).toBe(true);
    }),
  );
});
