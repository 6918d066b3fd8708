// Guarantees of the withdrawal amounts in every form of the request.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, type Decimal, decimal, feeOf, pow10 } from '../../../src/core/money.ts';
import {
  AMOUNT_FORMS,
  leastAmount,
  priceWithdrawal,
  type WithdrawalAmount,
  type WithdrawalTerms,
} from '../../../src/core/pricing/withdrawal.ts';
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
  LTC,
  show,
  unitOf,
  worth,
  XRP,
} from './support.ts';

// The published sample omits its rate and network fee; these match all its numbers.
const SAMPLE = {
  chargedCurrency: EUR,
  receivedCurrency: BTC,
  rate: decimal('9699.1'),
  networkFee: btc('0.0000061'),
  feePercent: decimal('1'),
};

function shown(terms: WithdrawalTerms) {
  const price = priceWithdrawal(terms);
  return (
    price && {
      charged: show(price.charged, terms.chargedCurrency),
      fee: show(price.fee, terms.chargedCurrency),
      received: show(price.received, terms.receivedCurrency),
    }
  );
}

describe('converted', () => {
  test('charged_amount_to_send delivers the value and puts all fees on top (published sample)', () => {
    const amount = { amount: eur('10'), ...AMOUNT_FORMS.charged_amount_to_send };
    const price = shown({ ...SAMPLE, amount });
    // (0.00103102 + 0.0000061) × 9699.1 = 10.0591... → net 10.06
    expect(price).toEqual({ charged: '10.17', fee: '0.11', received: '0.00103102' });
  });

  test('received_amount delivers exactly that amount (recorded: 112.16 net, 113.3 charged, 1.14 fee)', () => {
    const amount = { amount: btc('0.01155781'), ...AMOUNT_FORMS.received_amount };
    const price = shown({ ...SAMPLE, amount });
    expect(price).toEqual({ charged: '113.3', fee: '1.14', received: '0.01155781' });
  });

  test('charged_amount deducts all fees from it', () => {
    const amount = { amount: eur('100'), ...AMOUNT_FORMS.charged_amount };
    // 99 / 9699.1 = 0.010207132... minus 0.0000061
    const price = shown({ ...SAMPLE, amount });
    expect(price).toEqual({ charged: '100.0', fee: '1.0', received: '0.01020103' });
  });

  test('a processing fee inside and a network fee on top charge the amount and the network fee', () => {
    const amount = { in: 'charged', amount: eur('100') } as const;
    const flags = { includesProcessingFee: true, includesNetworkFee: false };
    // 0.0000061 × 9699.1 = 0.0591... → 0.06; fee of 100.06 is 1.01; 99.05 / 9699.1 = 0.010212287...
    const price = shown({ ...SAMPLE, amount: { ...amount, ...flags } });
    expect(price).toEqual({ charged: '100.06', fee: '1.01', received: '0.01020618' });
  });

  test('a network fee inside and a processing fee on top deliver the amount minus the network fee', () => {
    const amount = { in: 'charged', amount: eur('100') } as const;
    const flags = { includesProcessingFee: false, includesNetworkFee: true };
    // 100 / 9699.1 = 0.010310234... minus 0.0000061; its net is 100 again
    const price = shown({ ...SAMPLE, amount: { ...amount, ...flags } });
    expect(price).toEqual({ charged: '101.02', fee: '1.02', received: '0.01030413' });
  });

  test('an amount of the coin may contain either fee as well', () => {
    const amount = { in: 'received', amount: btc('0.01') } as const;
    const priced = (includesProcessingFee: boolean, includesNetworkFee: boolean) =>
      shown({ ...SAMPLE, amount: { ...amount, includesProcessingFee, includesNetworkFee } });
    // 0.01 × 9699.1 = 96.991 → 97; 96.03 / 9699.1 = 0.009900918...
    expect(priced(true, true)).toEqual({ charged: '97.0', fee: '0.97', received: '0.00989481' });
    // 0.0100061 × 9699.1 = 97.0501... → 97.06; 96.08 / 9699.1 = 0.009906073...
    expect(priced(true, false)).toEqual({ charged: '97.06', fee: '0.98', received: '0.00989997' });
    expect(priced(false, true)).toEqual({ charged: '97.98', fee: '0.98', received: '0.0099939' });
    expect(priced(false, false)).toEqual({ charged: '98.05', fee: '0.99', received: '0.01' });
  });
});

describe('from an account in the coin itself', () => {
  const terms = {
    chargedCurrency: BTC,
    receivedCurrency: BTC,
    rate: null,
    networkFee: btc('0.00002'),
    feePercent: decimal('1'),
  };

  test('fees on top: charged = received + network fee + fee', () => {
    for (const form of ['received_amount', 'charged_amount_to_send'] as const) {
      const amount = { amount: btc('0.5'), ...AMOUNT_FORMS[form] };
      const price = shown({ ...terms, amount });
      expect(price).toEqual({ charged: '0.50507071', fee: '0.00505071', received: '0.5' });
    }
  });

  test('fees inside: received = charged - fee - network fee', () => {
    const amount = { amount: btc('0.5'), ...AMOUNT_FORMS.charged_amount };
    const price = shown({ ...terms, amount });
    expect(price).toEqual({ charged: '0.5', fee: '0.005', received: '0.49498' });
  });

  test('one fee inside and one on top', () => {
    const amount = { in: 'charged', amount: btc('0.5') } as const;
    const priced = (includesProcessingFee: boolean, includesNetworkFee: boolean) =>
      shown({ ...terms, amount: { ...amount, includesProcessingFee, includesNetworkFee } });
    expect(priced(true, false)).toEqual({
      charged: '0.50002',
      fee: '0.0050002',
      received: '0.4949998',
    });
    expect(priced(false, true)).toEqual({
      charged: '0.50505051',
      fee: '0.00505051',
      received: '0.49998',
    });
  });

  test('a network fee in wei is charged rounded up at the precision of ether', () => {
    const amount = { amount: eth('1'), ...AMOUNT_FORMS.received_amount };
    const currencies = { chargedCurrency: ETH, receivedCurrency: ETH };
    const price = priceWithdrawal({
      ...terms,
      ...currencies,
      networkFee: eth('0.000042000000000001'),
      amount,
    });
    expect(price?.networkFee).toBe(eth('0.00004201'));
    expect(price && price.charged % unitOf(ETH)).toBe(0n);
  });
});

test('an amount below its fees has no price', () => {
  const price = (amount: WithdrawalAmount) => priceWithdrawal({ ...SAMPLE, amount });
  expect(price({ amount: eur('0.06'), ...AMOUNT_FORMS.charged_amount })).toBeNull();
  const inside = {
    in: 'received',
    includesProcessingFee: false,
    includesNetworkFee: true,
  } as const;
  expect(price({ ...inside, amount: SAMPLE.networkFee })).toBeNull();
  expect(price({ ...inside, amount: SAMPLE.networkFee - 1n })).toBeNull();
  expect(price({ ...inside, amount: SAMPLE.networkFee + 1n })?.received).toBe(1n);
});

const anyFlags = fc.record({
  in: fc.constantFrom('charged' as const, 'received' as const),
  includesProcessingFee: fc.boolean(),
  includesNetworkFee: fc.boolean(),
});
const anyRoute = fc.constantFrom<readonly [Currency, Currency]>(
  [EUR, BTC],
  [EUR, ETH],
  [JPY, XRP],
  [ETH, BTC],
  [BTC, ETH],
  [LTC, XRP],
);
const anyUnits = fc.bigInt({ min: 1n, max: 10n ** 12n });

const converted: fc.Arbitrary<WithdrawalTerms & { rate: Decimal }> = anyRoute.chain(
  ([chargedCurrency, receivedCurrency]) =>
    fc.record({
      chargedCurrency: fc.constant(chargedCurrency),
      receivedCurrency: fc.constant(receivedCurrency),
      rate: anyRate,
      networkFee: fc.bigInt({ min: 0n, max: 1000n * unitOf(receivedCurrency) }),
      feePercent: anyPercent,
      amount: fc.tuple(anyFlags, anyUnits).map(([flags, units]) => ({
        ...flags,
        amount: units * unitOf(flags.in === 'charged' ? chargedCurrency : receivedCurrency),
      })),
    }),
);

const kept: fc.Arbitrary<WithdrawalTerms> = fc.constantFrom(BTC, ETH, XRP).chain((coin) =>
  fc.record({
    chargedCurrency: fc.constant(coin),
    receivedCurrency: fc.constant(coin),
    rate: fc.constant(null),
    networkFee: fc.bigInt({ min: 0n, max: 1000n * unitOf(coin) }),
    feePercent: anyPercent,
    amount: fc.tuple(anyFlags, amountIn(coin)).map(([flags, amount]) => ({ ...flags, amount })),
  }),
);

test('in every form the charge minus the fee pays for the sent amount and its network fee', () => {
  let priced = 0;
  fc.assert(
    fc.property(converted, (terms) => {
      const price = priceWithdrawal(terms);
      if (price === null) return;
      priced += 1;
      const { top, bottom } = worth(terms.receivedCurrency, terms.chargedCurrency, terms.rate);
      const { charged, fee, received, networkFee } = price;
      expect((charged - fee) * bottom >= (received + networkFee) * top).toBe(true);
      expect(networkFee >= terms.networkFee).toBe(true);
      expect(charged % unitOf(terms.chargedCurrency)).toBe(0n);
      expect(received % unitOf(terms.receivedCurrency)).toBe(0n);
    }),
    { numRuns: 500 },
  );
  expect(priced).toBeGreaterThan(100);
});

test('in every form the fee is exactly that of the charge, never below the percentage', () => {
  fc.assert(
    fc.property(fc.oneof(converted, kept), (terms) => {
      const price = priceWithdrawal(terms);
      if (price === null) return;
      const { feePercent } = terms;
      expect(price.fee).toBe(feeOf(price.charged, terms.chargedCurrency, feePercent));
      const percent = price.charged * feePercent.digits;
      expect(price.fee * 100n * pow10(feePercent.scale) >= percent).toBe(true);
    }),
  );
});

test('without conversion charged = received + network fee + fee, to the last unit', () => {
  let priced = 0;
  fc.assert(
    fc.property(kept, (terms) => {
      const price = priceWithdrawal(terms);
      if (price === null) return;
      priced += 1;
      expect(price.received + price.networkFee + price.fee).toBe(price.charged);
      const { amount } = terms;
      const { includesProcessingFee, includesNetworkFee } = amount;
      if (includesProcessingFee !== includesNetworkFee) return;
      expect(includesProcessingFee ? price.charged : price.received).toBe(amount.amount);
    }),
  );
  expect(priced).toBeGreaterThan(50);
});

test('with the fee on top, no smaller charge would pay for it', () => {
  fc.assert(
    fc.property(converted, fc.bigInt({ min: 1n, max: 50n }), (terms, fewer) => {
      const price = priceWithdrawal(terms);
      if (price === null || terms.amount.includesProcessingFee) return;
      const { chargedCurrency, receivedCurrency, rate, feePercent } = terms;
      const { top, bottom } = worth(receivedCurrency, chargedCurrency, rate);
      const smaller = price.charged - fewer * unitOf(chargedCurrency);
      if (smaller < 0n) return;
      const net = smaller - feeOf(smaller, chargedCurrency, feePercent);
      expect(net * bottom < (price.received + price.networkFee) * top).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('with the fee inside, no larger amount could be sent for it', () => {
  fc.assert(
    fc.property(converted, (terms) => {
      const price = priceWithdrawal(terms);
      if (price === null || !terms.amount.includesProcessingFee) return;
      const { top, bottom } = worth(terms.receivedCurrency, terms.chargedCurrency, terms.rate);
      const more = price.received + unitOf(terms.receivedCurrency) + price.networkFee;
      expect((price.charged - price.fee) * bottom < more * top).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("the merchant's fixed amount is exact to the last unit", () => {
  fc.assert(
    fc.property(converted, (terms) => {
      const price = priceWithdrawal(terms);
      if (price === null) return;
      const { in: side, amount, includesProcessingFee, includesNetworkFee } = terms.amount;
      if (side === 'charged' && includesProcessingFee && includesNetworkFee) {
        expect(price.charged).toBe(amount);
      }
      if (side === 'received' && !includesProcessingFee) {
        const networkFee = includesNetworkFee ? price.networkFee : 0n;
        expect(price.received + networkFee).toBe(amount);
      }
    }),
  );
});

test('the suggested minimum suffices, and a unit less does not, in every form', () => {
  const any = fc.record({
    pair: fc.constantFrom([EUR, BTC], [JPY, BTC], [BTC, BTC], [EUR, ETH], [XRP, LTC]),
    rate: anyRate,
    feePercent: anyPercent,
    networkFee: fc.bigInt({ min: 1n, max: 10n ** 12n }),
    received: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    form: fc.record({
      in: fc.constantFrom('charged', 'received') as fc.Arbitrary<'charged' | 'received'>,
      includesProcessingFee: fc.boolean(),
      includesNetworkFee: fc.boolean(),
    }),
  });
  fc.assert(
    fc.property(any, ({ pair, rate, received, form, ...fees }) => {
      const [chargedCurrency, receivedCurrency] = pair as [Currency, Currency];
      const sides = { chargedCurrency, receivedCurrency, ...fees };
      const terms = { ...sides, rate: chargedCurrency === receivedCurrency ? null : rate };
      const arrives = (amount: bigint) =>
        priceWithdrawal({ ...terms, amount: { ...form, amount } })?.received ?? 0n;
      const least = leastAmount({ ...terms, amount: { ...form, amount: 0n } }, received);
      const unit = unitOf(form.in === 'charged' ? chargedCurrency : receivedCurrency);
      // Fees on top may exceed the received amount in a unit as coarse as a yen.
      if (least <= 0n) return;
      expect(arrives(least)).toBeGreaterThanOrEqual(received);
      if (least > unit) expect(arrives(least - unit)).toBeLessThan(received);
    }),
    { numRuns: 2000 },
  );
});
