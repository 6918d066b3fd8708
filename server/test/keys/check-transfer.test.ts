// What a signer signs and what it rejects, transfer by transfer.
import { describe, expect, test } from 'vitest';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { checkTransfer, type TransferToCheck } from '../../src/keys/check-transfer.ts';
import type { FeeLimits } from '../../src/keys/fee-limits.ts';
import { type Intent, intentKeyOf, isSealed, sealIntent } from '../../src/keys/intent.ts';

const fees: FeeLimits = {
  perTransfer: 50_000n,
  perDay: 1_000_000n,
  dust: 546n,
  free: 10_000n,
  percent: 5n,
};
const intent: Intent = {
  projectId: '0199aaaa-0000-7000-8000-000000000001',
  id: '0199aaaa-0000-7000-8000-000000000002',
  coin: 'BTC',
  address: 'payee',
  tag: null,
  amount: 100_000n,
  networkFee: 1_000n,
};
const input = { txid: 'aa', index: 0, address: 'ours', amount: 200_000n };
const payment = { address: 'payee', tag: null, amount: 100_000n };
const change = { address: 'change', tag: null, amount: 98_000n };
const plan: TransferPlan = {
  coin: 'BTC',
  origin: { inputs: [input] },
  outputs: [payment, change],
  fee: 2_000n,
};
const sound: TransferToCheck = {
  plan,
  intents: [intent],
  own: new Set(['change']),
  fees,
  feeCoin: 'BTC',
};

const withPlan = (changes: Partial<TransferPlan>): TransferToCheck => ({
  ...sound,
  plan: { ...plan, ...changes },
});

test('a payment with its change is signed', () => {
  expect(checkTransfer(sound)).toBeNull();
});

test('its replacement with a higher fee within the budget is signed', () => {
  const moreExpensive = { ...change, amount: 95_000n };
  expect(checkTransfer(withPlan({ outputs: [payment, moreExpensive], fee: 5_000n }))).toBeNull();
});

test('a transfer for several withdrawals is signed if each gets its amount', () => {
  const second = { ...intent, id: '0199aaaa-0000-7000-8000-000000000003', address: 'other' };
  const outputs = [payment, { ...payment, address: 'other' }];
  const origin = { inputs: [{ ...input, amount: 202_000n }] };
  const batch = { ...withPlan({ outputs, origin }), intents: [intent, second] };
  expect(checkTransfer(batch)).toBeNull();
  expect(checkTransfer({ ...batch, intents: [intent] })).toMatchObject({
    code: 'unrequested_output',
  });
  expect(checkTransfer({ ...batch, intents: [intent, { ...second, amount: 1n }] })).toEqual({
    code: 'payment_missing',
    withdrawal_id: second.id,
    amount: '0.00000001 BTC',
    address: 'other',
  });
});

test('two withdrawals of the same amount to the same address need two outputs', () => {
  const twin = { ...intent, id: '0199aaaa-0000-7000-8000-000000000003' };
  expect(checkTransfer({ ...sound, intents: [intent, twin] })).toMatchObject({
    code: 'payment_missing',
  });
});

test('a sweep or a consolidation pays ourselves, within the limit of its fee', () => {
  const sweep = { ...withPlan({ outputs: [{ ...change, amount: 198_000n }] }), intents: [] };
  expect(checkTransfer(sweep)).toBeNull();
  const expensive = withPlan({ outputs: [{ ...change, amount: 140_000n }], fee: 60_000n });
  expect(checkTransfer({ ...expensive, intents: [] })).toEqual({
    code: 'fee_above_limit',
    fee: '0.0006 BTC',
    limit: '0.0005 BTC',
  });
  expect(checkTransfer({ ...sweep, own: new Set() })).toMatchObject({
    code: 'unrequested_output',
  });
});

describe('it rejects', () => {
  test.each<[string, Partial<TransferPlan>]>([
    ['another destination', { outputs: [{ ...payment, address: 'thief' }, change] }],
    ['another amount', { outputs: [{ ...payment, amount: 99_999n }, change], fee: 2_001n }],
    ['a tag that was not asked for', { outputs: [{ ...payment, tag: 5 }, change] }],
    ['another coin', { coin: 'LTC' }],
    ['a second payment', { outputs: [payment, payment], fee: 0n }],
    ['change to a stranger', { outputs: [payment, { ...change, address: 'thief' }] }],
    ['an output of nothing', { outputs: [payment, change, { ...change, amount: 0n }] }],
    [
      'a fee above the budget',
      { outputs: [payment, { ...change, amount: 90_000n }], fee: 10_000n },
    ],
    ['inputs that leave more than the fee', { fee: 1_999n }],
    ['no fee at all', { outputs: [payment, { ...change, amount: 100_000n }], fee: 0n }],
  ])('%s', (_what, changes) => {
    expect(checkTransfer(withPlan(changes))).not.toBeNull();
  });

  test('one withdrawal named twice', () => {
    expect(checkTransfer({ ...sound, intents: [intent, intent] })).toEqual({ code: 'paid_twice' });
  });
});

test("transfers without a merchant's network fee have the operator's limit", () => {
  const free = { ...intent, networkFee: 0n };
  expect(checkTransfer({ ...sound, intents: [free] })).toBeNull();
});

describe('a seal', () => {
  const key = intentKeyOf(new Uint8Array(32).fill(7));
  const seal = sealIntent(key, intent);

  test('belongs to one intent only', () => {
    expect(isSealed(key, { ...intent, seal })).toBe(true);
    const others: Partial<Intent>[] = [
      { projectId: intent.id },
      { id: intent.projectId },
      { coin: 'LTC' },
      { address: 'thief' },
      { tag: 0 },
      { amount: 100_001n },
      { networkFee: 999n },
    ];
    for (const other of others) expect(isSealed(key, { ...intent, ...other, seal })).toBe(false);
  });

  test('needs the master key', () => {
    const other = intentKeyOf(new Uint8Array(32).fill(8));
    expect(isSealed(other, { ...intent, seal })).toBe(false);
    expect(isSealed(key, { ...intent, seal: '' })).toBe(false);
  });
});
