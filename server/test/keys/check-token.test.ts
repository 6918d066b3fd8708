// The limits of a separate signer for coins whose fee is paid in another coin.
import { beforeEach, expect, test } from 'vitest';
import type { TransferPlan } from '../../src/chains/transfers.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import type { SignerRefusal } from '../../src/contract/signer-refusals.ts';
import { defined } from '../../src/core/assert.ts';
import { amountOf } from '../../src/core/money.ts';
import { examineTransfer, type JudgeFacts, leavesWith } from '../../src/keys/check-request.ts';
import { checkTransfer } from '../../src/keys/check-transfer.ts';
import { feeLimitsOf } from '../../src/keys/fee-limits.ts';
import type { Intent } from '../../src/keys/intent.ts';
import { emptyMemory, remember, type SignerMemory } from '../../src/keys/signer-memory.ts';
import { decodeRequest, encode } from '../../src/keys/signer-protocol.ts';

const coins = definedCoins;
const coinOf = (code: string) => defined(coins.get(code), code);
const usdt = (text: string) => amountOf(text, coinOf('USDT'));
const ether = (text: string) => amountOf(text, coinOf('ETH'));
const feesOf = (code: string) => feeLimitsOf(code, coinOf(coinOf(code).feeCoin));
const limit = (code: string, perTransfer: string, perDay: string) => {
  const currency = coinOf(code);
  const [transfer, day] = [amountOf(perTransfer, currency), amountOf(perDay, currency)];
  const fees = feesOf(code);
  return [code, { currency, perTransfer: transfer, perDay: day, fees }] as const;
};
const NOW = 1_800_000_000_000;

let memory: SignerMemory;
let facts: JudgeFacts;
beforeEach(() => {
  memory = emptyMemory();
  const limits = new Map([limit('USDT', '1000', '1500'), limit('ETH', '1', '0.01')]);
  facts = { memory, now: NOW, limits: { coins: limits, coolingMilliseconds: 0, allowed: null } };
});

function payment(n: number, requested: { amount: string; fee: string }) {
  const address = `0x${'0'.repeat(38)}${10 + n}`;
  const intent: Intent = {
    projectId: 'project',
    id: `withdrawal ${n}`,
    coin: 'USDT',
    address,
    tag: null,
    amount: usdt(requested.amount),
    networkFee: usdt('2'),
  };
  const plan: TransferPlan = {
    coin: 'USDT',
    origin: { sender: '0xours', number: n },
    outputs: [{ address, tag: null, amount: intent.amount }],
    fee: ether(requested.fee),
    gas: 70_000,
  };
  return { plan, intents: [intent], feeCoin: 'ETH' };
}

function sign(requested: ReturnType<typeof payment>): SignerRefusal | null {
  const refusal = examineTransfer(facts, requested);
  if (refusal !== null) return refusal;
  const spends = [`${requested.plan.fee}`];
  const left = leavesWith(memory, { ...requested, now: NOW });
  const record = { kind: 'signed', at: NOW, coin: 'USDT', txid: spends[0] ?? '' } as const;
  remember(memory, { ...record, spends, ...left, intents: requested.intents });
  return null;
}

test('the amount counts against the limits of the token, the fee against those of ether', () => {
  expect(sign(payment(1, { amount: '900', fee: '0.004' }))).toBeNull();
  expect(sign(payment(2, { amount: '700', fee: '0.004' }))).toMatchObject({
    code: 'above_daily_limit',
    amount: '1600.0 USDT',
    limit: '1500.0 USDT',
  });
  expect(sign(payment(3, { amount: '100', fee: '0.004' }))).toBeNull();
  expect(sign(payment(4, { amount: '100', fee: '0.004' }))).toMatchObject({
    code: 'above_daily_limit',
    amount: '0.012 ETH',
  });
  expect(sign(payment(5, { amount: '1001', fee: '0.001' }))).toMatchObject({
    code: 'above_transfer_limit',
    amount: '1001.0 USDT',
    limit: '1000.0 USDT',
  });
});

test('without limits of ether no fee is paid', () => {
  const limits = new Map([limit('USDT', '1000', '1500')]);
  facts = { ...facts, limits: { ...facts.limits, coins: limits } };
  expect(sign(payment(1, { amount: '1', fee: '0.001' }))).toEqual({
    code: 'no_limits',
    coin: 'ETH',
  });
});

test('a fee is bounded in ether, whatever the merchant paid in the token', () => {
  const { plan, intents } = payment(1, { amount: '1', fee: '0.06' });
  const requested = { plan, intents, own: new Set<string>(), fees: feesOf('USDT'), feeCoin: 'ETH' };
  expect(checkTransfer(requested)).toBeNull();
  expect(checkTransfer({ ...requested, plan: { ...plan, fee: plan.fee + 1n } })).toMatchObject({
    code: 'fee_above_limit',
  });
});

test('a tip above the fee is rejected, and the limits count the maximum that the network may charge', () => {
  const { plan, intents } = payment(1, { amount: '1', fee: '0.06' });
  const requested = { plan, intents, own: new Set<string>(), fees: feesOf('USDT'), feeCoin: 'ETH' };
  expect(checkTransfer({ ...requested, plan: { ...plan, tip: plan.fee } })).toBeNull();
  const above = { ...requested, plan: { ...plan, tip: plan.fee + 1n } };
  expect(checkTransfer(above)).toMatchObject({ code: 'tip_above_fee' });
  const expensive = { ...requested, plan: { ...plan, fee: plan.fee + 1n, tip: 1n } };
  expect(checkTransfer(expensive)).toMatchObject({ code: 'fee_above_limit' });
});

test('the gas and the tip that a plan names reach the signer', () => {
  const { intents, ...made } = payment(1, { amount: '1', fee: '0.001' });
  const plan = { ...made.plan, tip: 5n };
  const sealed = intents.map((intent) => ({ ...intent, seal: 'x' }));
  const line = encode({ kind: 'sign', plan, intents: sealed, indexes: new Map([['0xours', 1]]) });
  expect(decodeRequest(line)).toMatchObject({ plan });
});
