// Guarantees of steps that are executed together: each gets its own result, as if it had come alone.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { apiError, invalid, notFound, rule } from '../../src/core/errors.ts';
import type { Judge } from '../../src/policy/check-withdrawals.ts';
import type { Result } from '../../src/policy/policy.ts';
import {
  type CreateStep,
  decideSteps,
  type Step,
  type StepFacts,
} from '../../src/withdrawals/decide-steps.ts';
import { COMMIT_WINDOW, type WithdrawalRow } from '../../src/withdrawals/withdrawal.ts';
import { NOW, rowOf } from './support.ts';

const short = invalid();
const forbidden = invalid();
const create = (row: WithdrawalRow, isForced = false): CreateStep => ({
  kind: 'create',
  signature: null,
  row,
  isForced,
  refuseShort: () => short,
  refuseByRule: () => forbidden,
});
/** Decides by the row's address. */
function judgeThat(resultOf: (address: string) => Result): Judge {
  return {
    isSlow: false,
    judge: ({ address }) => {
      const outcome = resultOf(address);
      return {
        decision: { outcome, rule: 'r', version: 1, approvals: 0 },
        rule: { name: 'r', when: [], action: { outcome: 'allow' } },
        value: 1n,
        currency: { code: 'EUR', scale: 2, precision: 2, kind: 'fiat' },
      };
    },
    count: () => undefined,
  };
}

const commit = (id: string, commitKey = 'k'): Step => ({
  kind: 'commit',
  signature: null,
  id,
  commitKey,
  committedBy: 'a key',
});

const facts = (changes: Partial<StepFacts> = {}): StepFacts => ({
  usedSignatures: new Set(),
  ownAddresses: new Map(),
  rows: new Map(),
  customIds: new Set(),
  available: new Map([['EUR', 25n]]),
  now: NOW,
  doubts: { quarantined: new Set(), holdReason: () => null },
  judge: judgeThat(() => 'allow'),
  ...changes,
});

test('a withdrawal above the balance is rejected separately, and the next may still fit', () => {
  const steps = [10n, 20n, 15n, 1n].map((charged_amount, n) =>
    create(rowOf(String(n), { charged_amount })),
  );
  const { outcomes, created } = decideSteps(steps, facts());
  expect(outcomes.map((outcome) => (outcome === short ? 'short' : 'made'))).toEqual([
    'made',
    'short',
    'made',
    'short',
  ]);
  expect(created.map((row) => row.id)).toEqual(['0', '2']);
});

test('never more than the balance, whatever a batch requests', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ amount: fc.bigInt({ min: 1n, max: 50n }), isForced: fc.boolean() })),
      fc.bigInt({ min: -10n, max: 200n }),
      (requests, balance) => {
        const steps = requests.map(({ amount, isForced }, n) =>
          create(rowOf(String(n), { charged_amount: amount }), isForced),
        );
        const { created, outcomes } = decideSteps(
          steps,
          facts({ available: new Map([['EUR', balance]]) }),
        );
        const taken = created.reduce((sum, row) => sum + row.charged_amount, 0n);
        const isFull = requests.every(
          ({ amount }, n) => outcomes[n] !== short || amount > balance - taken,
        );
        return (taken <= balance || created.length === 0) && isFull;
      },
    ),
  );
});

test('of equal custom ids the first succeeds, unless it was rejected', () => {
  const mine = { custom_id: 'order-1' };
  const { outcomes } = decideSteps(
    [
      create(rowOf('0', { ...mine, charged_amount: 26n })),
      create(rowOf('1', mine)),
      create(rowOf('2', mine)),
    ],
    facts(),
  );
  expect(outcomes).toMatchObject([short, { id: '1' }, apiError('duplicate_custom_id')]);
});

test('a signature is accepted once, and is used up only by a step that is carried out', () => {
  const signed = (id: string, signature: string, charged_amount = 1n) => ({
    ...create(rowOf(id, { charged_amount })),
    signature,
  });
  const { outcomes, signatures } = decideSteps(
    [
      signed('0', 'used before'),
      signed('1', 'a', 26n),
      signed('2', 'a'),
      signed('3', 'a'),
      { ...commit('4'), signature: 'b' },
      { ...commit('2'), signature: 'c' },
      { ...commit('2'), signature: 'c' },
    ],
    facts({ usedSignatures: new Set(['used before']) }),
  );
  const replayed = apiError('request_replayed');
  const committed = { id: '2', status: 'pending' };
  expect(outcomes).toMatchObject([
    replayed,
    short,
    { id: '2' },
    replayed,
    notFound(),
    committed,
    replayed,
  ]);
  expect(signatures).toEqual(['a', 'c']);
});

test('an own address is refused, but not when the withdrawal exists already', () => {
  const own = rule.ownAddress('address');
  const made = rowOf('0', {});
  const { outcomes, created } = decideSteps(
    [create(made), create(rowOf('1', {})), create(rowOf('2', {}))],
    facts({
      rows: new Map([['0', made]]),
      ownAddresses: new Map([
        ['0', own],
        ['1', own],
      ]),
    }),
  );
  expect(outcomes).toMatchObject([{ id: '0' }, invalid(own), { id: '2' }]);
  expect(created.map(({ id }) => id)).toEqual(['2']);
});

test('a repeated creation returns its withdrawal, whatever the balance is now', () => {
  const made = rowOf('0', { custom_id: 'order-1' });
  const { outcomes, created } = decideSteps(
    [create(made)],
    facts({
      rows: new Map([['0', made]]),
      customIds: new Set(['order-1']),
      available: new Map(),
    }),
  );
  expect(outcomes).toEqual([made]);
  expect(created).toEqual([]);
});

test('of several commits in one batch one succeeds', () => {
  const { outcomes, committed } = decideSteps(
    [commit('0', 'a'), commit('0', 'b'), commit('0', 'a'), commit('1')],
    facts({ rows: new Map([['0', rowOf('0')]]) }),
  );
  const won = { id: '0', status: 'pending', commit_key: 'a', committed_at: NOW };
  expect(outcomes).toMatchObject([won, apiError('already_committed'), won, notFound()]);
  expect(committed).toHaveLength(1);
});

test('a commit counts until the last millisecond of its window, and not after', () => {
  const rows = new Map([['0', rowOf('0')]]);
  const at = (age: number) =>
    decideSteps([commit('0')], facts({ rows, now: new Date(NOW.getTime() + age) })).outcomes[0];
  expect(at(COMMIT_WINDOW)).toMatchObject({ status: 'pending' });
  expect(at(COMMIT_WINDOW + 1)).toMatchObject({ code: 'commit_window_expired' });
});

test('a withdrawal on hold waits for a person and no worker', () => {
  const judge = judgeThat(() => 'hold');
  const [outcome] = decideSteps([create(rowOf('0'), true)], facts({ judge })).outcomes;
  expect(outcome).toMatchObject({ status: 'on_hold', expires_at: null, committed_at: NOW });
  expect(outcome).toMatchObject({ hold: { code: 'rule', rule: 'r' }, decision: { rule: 'r' } });
});

test('a withdrawal that a rule rejects takes neither money nor reference, and has its own error', () => {
  const steps = ['bad', 'good'].map((address, n) =>
    create(rowOf(String(n), { address, custom_id: 'once', charged_amount: 20n })),
  );
  const judge = judgeThat((address) => (address === 'bad' ? 'refuse' : 'allow'));
  const { outcomes, created, refused } = decideSteps(steps, facts({ judge }));
  expect(outcomes[0]).toBe(forbidden);
  expect(created.map(({ id }) => id)).toEqual(['1']);
  expect(refused.map(({ row }) => row.id)).toEqual(['0']);
});

test('in quarantine nothing new is accepted, and withdrawals that may have been paid wait for a person', () => {
  const hold = { code: 'possibly_paid', txid: 'ab' } as const;
  const doubts = { quarantined: new Set<string>(), holdReason: () => hold };
  const { created } = decideSteps([create(rowOf('1', {}))], facts({ doubts }));
  expect(created).toMatchObject([{ hold }]);
  const quarantined = new Set([created[0]?.received_currency ?? '']);
  const refused = decideSteps(
    [create(rowOf('1', {}))],
    facts({ doubts: { ...doubts, quarantined } }),
  );
  expect(refused.created).toEqual([]);
  expect(refused.outcomes).toMatchObject([{ code: 'service_unavailable', status: 503 }]);
});
