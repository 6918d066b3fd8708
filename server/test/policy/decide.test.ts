// Guarantees of the decision itself, without a database: the first matching rule decides, each condition has an exact
// boundary, and a rejecting rule never allows more.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR } from '../../src/core/clock.ts';
import { decide } from '../../src/policy/decide-withdrawal.ts';
import { isInside } from '../../src/policy/local-time.ts';
import type { Facts, Policy, Result, Spent } from '../../src/policy/policy.ts';
import { readPolicy } from '../../src/policy/read-policy.ts';
import { fixture } from './fixture.ts';

const NOW = Date.UTC(2026, 6, 1, 10);
const usual: Facts = {
  at: NOW,
  value: 10_000n,
  coin: 'BTC',
  apiKey: 'key-1',
  customerId: 'c-1',
  riskLevel: 'low',
  feeLevel: 'average',
  hasBeneficiary: true,
  isAboveSetting: false,
  isListed: true,
  knownSince: 0,
  looksLike: null,
};
const nothing: Spent = { sum: 0n, count: 0 };

function policyOf(...rules: object[]): Policy {
  const last = { name: 'rest', do: 'allow' };
  return readPolicy(
    fixture,
    JSON.stringify({ timeZone: 'Europe/Berlin', rules: [...rules, last] }),
    1,
  );
}

/** Whether this one condition is met. */
function isMet(when: object, facts: Partial<Facts> = {}, spent: Spent = nothing): boolean {
  const policy = policyOf({ name: 'asked', when, do: 'refuse' });
  return decide(policy, { ...usual, ...facts }, () => spent).decision.outcome === 'refuse';
}

describe('a condition', () => {
  const window = { hours: 24, per: 'key' };
  test.each<[string, object, Partial<Facts>, Spent, boolean]>([
    ['an amount at the limit', { amountAbove: '100' }, {}, nothing, false],
    ['a cent above it', { amountAbove: '100' }, { value: 10_001n }, nothing, true],
    [
      'a sum at the limit',
      { sumAbove: { amount: '300', ...window } },
      {},
      { sum: 20_000n, count: 2 },
      false,
    ],
    [
      'a cent above it',
      { sumAbove: { amount: '300', ...window } },
      {},
      { sum: 20_001n, count: 2 },
      true,
    ],
    [
      'the third of three',
      { countAbove: { count: 3, hours: 1 } },
      {},
      { sum: 0n, count: 2 },
      false,
    ],
    ['the fourth', { countAbove: { count: 3, hours: 1 } }, {}, { sum: 0n, count: 3 }, true],
    ['a coin of the list', { coin: ['LTC', 'BTC'] }, {}, nothing, true],
    ['another coin', { coin: ['LTC'] }, {}, nothing, false],
    ['a key of the list', { key: ['key-1'] }, {}, nothing, true],
    ['the till itself', { key: ['key-1'] }, { apiKey: null }, nothing, false],
    ['a customer of the list', { customer: ['c-1'] }, {}, nothing, true],
    ['no customer', { customer: ['c-1'] }, { customerId: null }, nothing, false],
    ['a risk of the list', { risk: ['medium'] }, { riskLevel: 'medium' }, nothing, true],
    ['a risk nobody could tell', { risk: ['unknown'] }, { riskLevel: null }, nothing, true],
    ['a fee level', { feeLevel: ['fast'] }, { feeLevel: 'fast' }, nothing, true],
    ['a listed destination', { destination: 'listed' }, {}, nothing, true],
    ['an unlisted one', { destination: 'unlisted' }, { isListed: false }, nothing, true],
    ['a new destination', { destinationNewerThanHours: 24 }, { knownSince: null }, nothing, true],
    [
      'one in its last moment of cooling',
      { destinationNewerThanHours: 24 },
      { knownSince: NOW - 24 * HOUR + 1 },
      nothing,
      true,
    ],
    [
      'one that has cooled',
      { destinationNewerThanHours: 24 },
      { knownSince: NOW - 24 * HOUR },
      nothing,
      false,
    ],
    ['a look-alike', { looksLikeKnown: true }, { looksLike: 'x' }, nothing, true],
    ['no beneficiary', { beneficiaryMissing: true }, { hasBeneficiary: false }, nothing, true],
    ['noon in Berlin', { outsideHours: { from: '12:00', to: '18:00' } }, {}, nothing, false],
    ['before noon there', { outsideHours: { from: '12:01', to: '18:00' } }, {}, nothing, true],
  ])('evaluates %s', (_name, when, facts, spent, expected) => {
    expect(isMet(when, facts, spent)).toBe(expected);
  });

  test('is met with all others of its rule, or the rule does not match', () => {
    const when = { coin: ['BTC'], amountAbove: '100' };
    expect([isMet(when), isMet(when, { value: 10_001n })]).toEqual([false, true]);
  });
});

test('the first matching rule decides, and its name and version are reported', () => {
  const policy = policyOf(
    { name: 'first', when: { coin: ['BTC'] }, do: { hold: 2 } },
    { name: 'second', when: { coin: ['BTC'] }, do: 'refuse' },
  );
  const { decision } = decide(policy, usual, () => nothing);
  expect(decision).toEqual({
    outcome: 'hold',
    rule: 'first',
    version: 1,
    approvals: 2,
  });
});

test('the setting withdrawalMaxEur holds withdrawals that the policy allows, and loosens nothing', () => {
  const above = { ...usual, isAboveSetting: true };
  expect(decide(policyOf(), above, () => nothing).decision).toMatchObject({
    outcome: 'hold',
    rule: 'withdrawalMaxEur',
    code: 'above_transaction_limit',
  });
  const strict = policyOf({ name: 'no', when: { coin: ['BTC'] }, do: 'refuse' });
  expect(decide(strict, above, () => nothing).decision.outcome).toBe('refuse');
});

test('an additional rejecting rule never allows more, wherever it is', () => {
  const strictness: Readonly<Record<Result, number>> = { allow: 0, hold: 1, refuse: 2 };
  const when = fc.constantFrom<object[]>(
    { coin: ['BTC'] },
    { coin: ['ETH'] },
    { amountAbove: '50' },
    { risk: ['medium'] },
    { looksLikeKnown: true },
    { countAbove: { count: 1, hours: 1 } },
  );
  const action = fc.constantFrom<unknown[]>('allow', 'refuse', { hold: 0 }, { hold: 2 });
  const facts = fc.record({
    coin: fc.constantFrom('BTC', 'ETH'),
    value: fc.bigInt({ min: 0n, max: 10_000n }),
    riskLevel: fc.constantFrom('low' as const, 'medium' as const),
    looksLike: fc.constantFrom(null, 'x'),
  });
  fc.assert(
    fc.property(
      fc.array(fc.record({ when, do: action }), { maxLength: 5 }),
      fc.record({ when, at: fc.nat(5) }),
      facts,
      fc.nat(3),
      (rules, added, some, count) => {
        const named = rules.map((rule, n) => ({ name: `rule ${n}`, ...rule }));
        const stricter = named.toSpliced(added.at, 0, {
          name: 'added',
          when: added.when,
          do: 'refuse',
        });
        const whole = { ...usual, ...some };
        const resultOf = (list: object[]) =>
          decide(policyOf(...list), whole, () => ({ sum: 0n, count })).decision.outcome;
        return strictness[resultOf(stricter)] >= strictness[resultOf(named)];
      },
    ),
  );
});

test('hours follow the time zone through summer time, and may reach past midnight', () => {
  const berlin = { timeZone: 'Europe/Berlin', days: new Set(['sat', 'sun'] as const) };
  const morning = { ...berlin, from: 9 * 60, to: 10 * 60 };
  // 2026-03-28 is a Saturday before the clocks change, 03-29 the Sunday after.
  expect(isInside(morning, Date.UTC(2026, 2, 28, 8))).toBe(true);
  expect(isInside(morning, Date.UTC(2026, 2, 29, 7))).toBe(true);
  expect(isInside(morning, Date.UTC(2026, 2, 29, 8))).toBe(false);
  const night = { ...berlin, from: 22 * 60, to: 6 * 60 };
  expect(isInside(night, Date.UTC(2026, 2, 27, 22))).toBe(false);
  expect(isInside(night, Date.UTC(2026, 2, 28, 22))).toBe(true);
  // The night that starts on Sunday ends on Monday; the one before Saturday started on Friday.
  expect(isInside(night, Date.UTC(2026, 2, 30, 3))).toBe(true);
  expect(isInside(night, Date.UTC(2026, 2, 28, 3))).toBe(false);
});
