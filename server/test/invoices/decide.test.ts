// The invoice's rules as a pure function: for any payments in any order, its decisions are stable, final ones stay,
// money is never counted twice, and it never schedules a check in the past.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { type Decimal, decimal } from '../../src/core/money.ts';
import type { DepositRow, DepositStatus } from '../../src/deposits/deposit.ts';
import { decideInvoice, type InvoiceDecision } from '../../src/invoices/decide-invoice.ts';
import { type InvoiceRow, invoiceStatuses } from '../../src/invoices/store-invoices.ts';

const CREATED = Date.UTC(2026, 10, 21);
const DUE = 1000n;

const fresh: InvoiceRow = {
  project_id: 'p',
  id: 'i',
  custom_id: null,
  customer_id: null,
  subscription_id: null,
  checkout_id: null,
  enough_amount: null,
  status: 'new',
  status_context: null,
  network: 'litecoin',
  address: 'a',
  tag: null,
  price_amount: 100n,
  price_currency: 'EUR',
  pay_amount: DUE,
  pay_currency: 'LTC',
  fee: 1n,
  fee_percent: '1.0',
  rate: '1.0',
  paid_amount: 0n,
  name: null,
  description: null,
  metadata: null,
  success_redirect_url: null,
  unsuccess_redirect_url: null,
  payer_email: null,
  expires_in: null,
  language: null,
  created_at: new Date(CREATED),
  expires_at: new Date(CREATED + 10 * MINUTE),
  due_at: null,
};

function deposit(facts: Partial<DepositRow> & { id: string; amount: bigint }): DepositRow {
  return {
    coin: 'LTC',
    txid: facts.id,
    output_index: 0,
    address: 'a',
    tag: null,
    project_id: 'p',
    owner_type: 'invoice',
    owner_id: 'i',
    status: 'confirmed',
    block_height: 1,
    confirmations_required: 1,
    first_seen_at: new Date(CREATED),
    confirmed_at: null,
    sources: [],
    booked_at: null,
    credited_at: null,
    postings: 0,
    announced: 'none',
    is_unmatched: false,
    replaced_by: null,
    is_small: false,
    risk: risk('low'),
    ...facts,
  };
}

function risk(level: 'low' | 'medium' | 'high'): DepositRow['risk'] {
  return { score: '1.0', level, resource_name: 'default', resource_category: 'unknown' };
}

const arbitraryDeposit = fc
  .record({
    amount: fc.constantFrom(1n, 100n, 499n, 500n, 999n, 1000n, 1001n, 3000n),
    status: fc.constantFrom<DepositStatus>('pending', 'confirmed', 'confirmed', 'dropped'),
    seenAfter: fc.constantFrom(0, 5 * MINUTE, 10 * MINUTE, 10 * MINUTE + 1, DAY),
    risk: fc.constantFrom(null, risk('low'), risk('low'), risk('high')),
    isBooked: fc.boolean(),
  })
  .map(({ seenAfter, isBooked, ...rest }) => ({
    ...rest,
    first_seen_at: new Date(CREATED + seenAfter),
    booked_at: isBooked && rest.risk !== null ? new Date(CREATED) : null,
  }));
const deposits = fc
  .array(arbitraryDeposit, { maxLength: 5 })
  .map((list) => list.map((item, n) => deposit({ ...item, id: `d${n}` })));
const elapsed = fc.constantFrom(
  0,
  10 * MINUTE,
  10 * MINUTE + 1,
  2 * DAY,
  14 * DAY - 1,
  14 * DAY,
  30 * DAY,
);
const invoice = fc.constantFrom<Partial<InvoiceRow>>(
  { status: 'new' as const },
  { status: 'completed' as const },
  { status: 'refunded' as const },
  { status: 'cancelled' as const },
  ...(['overpaid', 'underpaid', 'paid_late', 'illicit_resource'] as const).map(
    (status_context) => ({ status: 'unresolved' as const, status_context }),
  ),
);

interface Facts {
  readonly invoice: InvoiceRow;
  readonly deposits: readonly DepositRow[];
  readonly now: Date;
  readonly surplusMax?: bigint;
  readonly highRiskSharePercent?: Decimal;
}

function decide(facts: Facts): InvoiceDecision {
  return decideInvoice({
    tolerancePercent: decimal('0'),
    surplusMax: 0n,
    highRiskSharePercent: decimal('0'),
    unconfirmedPrice: 120 * MINUTE,
    ...facts,
  });
}

/** The facts after the decision is stored. */
function stored(facts: Facts, decision: InvoiceDecision): Facts {
  const { status, context, paidAmount, dueAt } = decision;
  const after = { status, status_context: context, paid_amount: paidAmount, due_at: dueAt };
  return {
    now: facts.now,
    invoice: { ...facts.invoice, ...after },
    deposits: facts.deposits.map((item) => ({
      ...item,
      booked_at: item.status === 'confirmed' && item.risk !== null ? facts.now : item.booked_at,
      credited_at: decision.creditedIds.has(item.id) ? facts.now : item.credited_at,
      is_unmatched: decision.unmatchedIds.has(item.id),
    })),
  };
}

const property = (check: (facts: Facts) => void) =>
  fc.assert(
    fc.property(invoice, deposits, elapsed, (change, list, later) =>
      check({ invoice: { ...fresh, ...change }, deposits: list, now: new Date(CREATED + later) }),
    ),
    { numRuns: 1000 },
  );

test('a repeated decision on the same facts changes nothing', () => {
  property((facts) => {
    const first = decide(facts);
    const second = decide(stored(facts, first));
    expect(second).toMatchObject({
      status: first.status,
      context: first.context,
      paidAmount: first.paidAmount,
      unmatchedIds: first.unmatchedIds,
    });
    expect(second.creditedIds.size).toBe(0);
  });
});

test('the order in which deposits are read does not matter', () => {
  property((facts) => {
    const reversed = { ...facts, deposits: [...facts.deposits].reverse() };
    expect(decide(reversed)).toEqual(decide(facts));
  });
});

test('it follows the state table, and has a context only while unresolved', () => {
  property((facts) => {
    const { status, context } = decide(facts);
    const from = facts.invoice.status;
    expect([from, ...invoiceStatuses.moves[from]]).toContain(status);
    expect(context !== null).toBe(status === 'unresolved');
  });
});

test('the completing payments add up to the price, and all other settled payments are unmatched', () => {
  property((facts) => {
    const decision = decide(facts);
    const amountOf = (ids: ReadonlySet<string>) =>
      facts.deposits
        .filter((item) => ids.has(item.id))
        .reduce((sum, item) => sum + item.amount, 0n);
    if (facts.invoice.status === 'new' && decision.status === 'completed') {
      expect(amountOf(decision.creditedIds)).toBe(DUE);
    }
    for (const item of facts.deposits) {
      const isSettled = item.status === 'confirmed' && item.risk !== null;
      const isPlaced = decision.creditedIds.has(item.id) || decision.unmatchedIds.has(item.id);
      const isFinal = ['completed', 'refunded', 'cancelled'].includes(decision.status);
      expect(isPlaced).toBe(isFinal && isSettled);
    }
  });
});

test('it is never due again at the moment of the check, or before', () => {
  property((facts) => {
    const { dueAt } = decide(facts);
    if (dueAt !== null) expect(dueAt.getTime()).toBeGreaterThan(facts.now.getTime());
  });
});

test('after 14 days it ends, unless an assessment is pending', () => {
  property((facts) => {
    const isUnassessed = facts.deposits.some(
      (item) => item.status === 'confirmed' && item.risk === null,
    );
    const isOverdue = facts.now.getTime() >= CREATED + 14 * DAY;
    if (isOverdue && !isUnassessed) expect(decide(facts).status).not.toBe('new');
  });
});

test('high-risk money alone never completes it', () => {
  property((facts) => {
    const isBad = facts.deposits.some(
      (item) => item.status === 'confirmed' && item.risk?.level === 'high',
    );
    if (isBad && facts.invoice.status === 'new') {
      expect(decide(facts)).toMatchObject({ status: 'unresolved', context: 'illicit_resource' });
    }
  });
});

/** Settles one deposit after the other, with a check after each. */
function play(list: readonly DepositRow[], endsAfter: number): InvoiceDecision {
  let invoice = fresh;
  const seen: DepositRow[] = [];
  const looked = (now: Date) => {
    const facts = { invoice, deposits: seen, now };
    const decision = decide(facts);
    invoice = stored(facts, decision).invoice;
    return decision;
  };
  const inOrder = [...list].sort((a, b) => a.first_seen_at.getTime() - b.first_seen_at.getTime());
  for (const item of inOrder) {
    // The expiry is before the later payments.
    if (item.first_seen_at > invoice.expires_at) looked(item.first_seen_at);
    seen.push(item);
    looked(item.first_seen_at);
  }
  return looked(new Date(CREATED + endsAfter));
}

test('half in time and the rest late is paid late, also when the expiry was checked in between', () => {
  const half = deposit({ id: 'half', amount: DUE / 2n });
  const rest = deposit({
    id: 'rest',
    amount: DUE / 2n,
    first_seen_at: new Date(CREATED + 10 * MINUTE + 1),
  });
  expect(play([half], DAY)).toMatchObject({ status: 'unresolved', context: 'underpaid' });
  expect(play([half, rest], DAY)).toMatchObject({ status: 'unresolved', context: 'paid_late' });
});

test('the time of the check does not decide between underpaid and paid late', () => {
  const settled = deposits.map((list) =>
    list.map((item) => ({ ...item, status: 'confirmed' as const, risk: risk('low') })),
  );
  fc.assert(
    fc.property(settled, (list) => {
      const sum = list.reduce((total, { amount }) => total + amount, 0n);
      const { status, context } = play(list, 2 * DAY);
      const inTime = list.filter(({ first_seen_at }) => first_seen_at <= fresh.expires_at);
      const paid = inTime.reduce((total, { amount }) => total + amount, 0n);
      if (status === 'unresolved' && paid < DUE) {
        expect(context).toBe(inTime.length < list.length ? 'paid_late' : 'underpaid');
      }
      if (sum === 0n) expect(status).toBe('new');
    }),
    { numRuns: 1000 },
  );
});

test('a late payment that disappears leaves the timely ones, which are too little', () => {
  const late = deposit({
    id: 'late',
    amount: 1n,
    status: 'dropped',
    first_seen_at: new Date(CREATED + DAY),
  });
  const half = deposit({ id: 'half', amount: DUE / 2n });
  const invoice = { ...fresh, status: 'unresolved', status_context: 'paid_late' } as const;
  const now = new Date(CREATED + DAY);
  expect(decide({ invoice, deposits: [half, late], now }).context).toBe('underpaid');
  // While a payment is pending, the context does not change.
  const way = deposit({ id: 'way', amount: 1n, status: 'pending' });
  expect(decide({ invoice, deposits: [half, late, way], now }).context).toBe('paid_late');
});

test('a slight overpayment is accepted, a larger one is not', () => {
  const facts = (amount: bigint) => ({
    invoice: fresh,
    deposits: [deposit({ id: 'd', amount })],
    now: new Date(CREATED),
    surplusMax: 5n,
  });
  expect(decide(facts(DUE + 5n))).toMatchObject({ status: 'completed', settledAmount: DUE + 5n });
  expect(decide(facts(DUE + 6n))).toMatchObject({ status: 'unresolved', context: 'overpaid' });
});

test('high-risk money up to its share never decides an invoice, and is never credited with it', () => {
  fc.assert(
    fc.property(deposits, elapsed, (list, later) => {
      const now = new Date(CREATED + later);
      const isRisky = (item: DepositRow) =>
        item.status === 'confirmed' && item.risk?.level === 'high';
      const risky = list.filter(isRisky);
      const sum = risky.reduce((total, { amount }) => total + amount, 0n);
      const highRiskSharePercent = decimal('10');
      const facts = { invoice: fresh, now, highRiskSharePercent };
      const whole = decide({ ...facts, deposits: list });
      if (sum * 10n > DUE) {
        expect(whole).toMatchObject({ status: 'unresolved', context: 'illicit_resource' });
        return;
      }
      const clean = decide({ ...facts, deposits: list.filter((item) => !isRisky(item)) });
      expect(whole).toMatchObject({ status: clean.status, context: clean.context });
      expect(whole.creditedIds).toEqual(clean.creditedIds);
      for (const { id } of risky) expect(whole.unmatchedIds.has(id)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('a payment seen in time has two more hours to confirm at the price; later it is late', () => {
  const expiry = fresh.expires_at.getTime();
  const after = (minutes: number, changes: Partial<InvoiceRow> = {}) => {
    const confirmed = new Date(expiry + minutes * MINUTE);
    const paid = deposit({ id: 'd', amount: DUE, confirmed_at: confirmed });
    return decide({ invoice: { ...fresh, ...changes }, deposits: [paid], now: confirmed });
  };
  expect(after(0)).toMatchObject({ status: 'completed' });
  expect(after(120)).toMatchObject({ status: 'completed' });
  expect(after(121)).toMatchObject({ status: 'unresolved', context: 'paid_late' });
  expect(after(13 * 24 * 60)).toMatchObject({ status: 'unresolved', context: 'paid_late' });
  // A price in the coin itself has no rate that expires.
  const own = { price_currency: 'LTC', rate: null };
  expect(after(13 * 24 * 60, own)).toMatchObject({ status: 'completed' });
});
