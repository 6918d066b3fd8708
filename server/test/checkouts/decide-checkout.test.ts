// The status of a checkout from its invoices and what arrived on them: two coins for one price, in every order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type CheckoutFacts,
  type CheckoutInvoice,
  decideCheckout,
} from '../../src/checkouts/decide-checkout.ts';
import { decimal } from '../../src/core/money.ts';
import { shareOf } from '../../src/core/pricing/payment.ts';

const EXPIRY = new Date('2026-12-01T12:00:00Z');
const BEFORE = new Date(EXPIRY.getTime() - 1);

function facts(changed: {
  price?: bigint;
  invoices?: readonly CheckoutInvoice[];
  tolerance?: string;
  now?: Date;
  status?: CheckoutFacts['checkout']['status'];
}): CheckoutFacts {
  const { price = 10_000n, invoices = [], tolerance = '0.5', now = BEFORE } = changed;
  const { status = 'open' } = changed;
  return {
    checkout: { status, status_context: null, price_amount: price, expires_at: EXPIRY },
    invoices,
    tolerancePercent: decimal(tolerance),
    now,
  };
}

const invoice = (changed: Partial<CheckoutInvoice> = {}): CheckoutInvoice => ({
  status: 'new',
  status_context: null,
  price_amount: 10_000n,
  pay_amount: 190_000n,
  seen: 0n,
  ...changed,
});

test('the coin amount that is asked for pays exactly the price, and less never pays more than its share', () => {
  const amounts = { min: 1n, max: 10n ** 24n };
  fc.assert(
    fc.property(fc.bigInt(amounts), fc.bigInt(amounts), fc.bigInt(amounts), (price, asked, n) => {
      const of = { price_amount: price, pay_amount: asked };
      expect(shareOf(of, asked)).toBe(price);
      const [less, rest] = [n % asked, asked - (n % asked)];
      expect(shareOf(of, less) + shareOf(of, rest)).toBeLessThanOrEqual(price);
      expect(shareOf(of, less) + shareOf(of, rest) + 1n).toBeGreaterThanOrEqual(price);
    }),
  );
});

test('half in one coin and the rest in another, in either order, completes the checkout', () => {
  const half = invoice({ status: 'completed', price_amount: 5_000n });
  const rest = invoice({ price_amount: 5_000n, pay_amount: 2_500n, seen: 2_500n });
  for (const invoices of [
    [half, rest],
    [rest, half],
  ]) {
    const { status, paid, remaining } = decideCheckout(facts({ invoices }));
    expect([status, paid, remaining]).toEqual(['processing', 5_000n, 0n]);
    const settled = invoices.map((one) => ({ ...one, status: 'completed' as const }));
    expect(decideCheckout(facts({ invoices: settled })).status).toBe('completed');
  }
});

test('the next choice asks for what remains, counting payments that are not confirmed yet', () => {
  const invoices = [invoice({ seen: 95_000n })];
  const decision = decideCheckout(facts({ invoices }));
  expect(decision).toMatchObject({ status: 'open', context: 'partially_paid', remaining: 5_000n });
});

test('a shortfall within the tolerance is paid, one unit more is not', () => {
  const short = (price: bigint) => [invoice({ status: 'completed', price_amount: price })];
  expect(decideCheckout(facts({ invoices: short(9_950n) })).status).toBe('completed');
  expect(decideCheckout(facts({ invoices: short(9_949n) })).status).toBe('open');
  expect(decideCheckout(facts({ invoices: short(9_999n), tolerance: '0' })).status).toBe('open');
});

test('both coins paid in full is overpaid', () => {
  const paid = invoice({ status: 'completed' });
  const { status, context } = decideCheckout(facts({ invoices: [paid, paid] }));
  expect([status, context]).toEqual(['completed', 'overpaid']);
});

test('from the expiry on, what is missing expires: unpaid, in part, late or held', () => {
  const now = EXPIRY;
  const late = invoice({ status: 'unresolved', status_context: 'paid_late' });
  const risky = invoice({ status: 'unresolved', status_context: 'illicit_resource' });
  const part = invoice({ status: 'completed', price_amount: 1n });
  const seen = invoice({ seen: 190_000n });
  const of = (invoices: readonly CheckoutInvoice[], at = now) => {
    const { status, context } = decideCheckout(facts({ invoices, now: at }));
    return [status, context];
  };
  expect(of([])).toEqual(['expired', null]);
  expect(of([part])).toEqual(['expired', 'partially_paid']);
  expect(of([late])).toEqual(['expired', 'paid_late']);
  expect(of([risky, part])).toEqual(['expired', 'illicit_resource']);
  expect(of([late], BEFORE)).toEqual(['open', null]);
  expect(of([risky], BEFORE)).toEqual(['open', 'illicit_resource']);
  // Sent in time: it only has to be confirmed.
  expect(of([seen])).toEqual(['processing', null]);
});

test('a payment that leaves the chain takes back that the checkout was about to be paid', () => {
  const invoices = [invoice({ seen: 0n })];
  expect(decideCheckout(facts({ invoices, status: 'processing' })).status).toBe('open');
  expect(decideCheckout(facts({ invoices, status: 'processing', now: EXPIRY })).status).toBe(
    'expired',
  );
});

test('what was paid or canceled stays so', () => {
  for (const status of ['completed', 'cancelled'] as const)
    expect(decideCheckout(facts({ status, now: EXPIRY })).status).toBe(status);
});

test('nobody is told paid for less than the price less the tolerance, whatever arrives on any number of coins', () => {
  const one = fc.record({
    status: fc.constantFrom('new', 'completed', 'cancelled'),
    price_amount: fc.bigInt({ min: 1n, max: 10_000n }),
    pay_amount: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    part: fc.bigInt({ min: 0n, max: 150n }),
  });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 6 }), fc.boolean(), (of, isOver) => {
      const invoices = of.map(({ part, status, ...terms }) => {
        const seen = (terms.pay_amount * part) / 100n;
        return invoice({ ...terms, status: status as CheckoutInvoice['status'], seen });
      });
      const decision = decideCheckout(facts({ invoices, now: isOver ? EXPIRY : BEFORE }));
      const worth = invoices
        .filter(({ status }) => status === 'completed')
        .reduce((sum, { price_amount }) => sum + price_amount, 0n);
      if (decision.status === 'completed') expect(worth * 1000n).toBeGreaterThanOrEqual(9_950_000n);
      else expect(worth * 1000n).toBeLessThan(9_950_000n);
      expect(decision.paid).toBe(worth);
      expect(decision.remaining).toBe(
        decision.expected >= 10_000n ? 0n : 10_000n - decision.expected,
      );
    }),
  );
});
