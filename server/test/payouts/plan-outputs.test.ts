// Coin selection skips outputs that cost at least as much to spend as they are worth, and the operator sees the cost of
// small ones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feeOfShape, feeRulesOf } from '../../src/chains/bitcoind/fee-rules.ts';
import type { TransferShape } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { costOfInput, planOutputs } from '../../src/payouts/plan/plan-outputs.ts';
import { inputCosts, outputSizes } from '../../src/payouts/wallet/input-costs.ts';
import { type CoinWalletWorld, openCoinWalletWorld } from './coin-wallet-world.ts';

const rules = feeRulesOf('BTC');
const network = {
  dust: rules.dust,
  dustOf: () => 0n,
  feeFor: (quote: bigint, shape: TransferShape) => feeOfShape(rules, quote, shape),
};
const address = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const output = (amount: bigint, index: number) => ({ txid: 'aa', index, address, amount });

test('eleven outputs that cost more than they bring are left alone; the payment waits', () => {
  const quote = 14_100n;
  const cost = costOfInput(network, quote);
  expect(cost).toBe(6_800n);
  const small = Array.from({ length: 11 }, (_, n) => output(cost, n));
  const requested = {
    coin: 'BTC',
    network,
    changeAddress: address,
    quote,
    payments: [{ address, tag: null, amount: 50_000n }],
  };
  expect(planOutputs({ ...requested, candidates: small })).toBeNull();
  const two = [output(40_000n, 20), output(40_000n, 21)];
  const plan = defined(planOutputs({ ...requested, candidates: [...small, ...two] }), 'a plan');
  expect('inputs' in plan.origin && plan.origin.inputs.map(({ index }) => index).sort()).toEqual([
    20, 21,
  ]);
});

let fixture: CoinWalletWorld;
beforeAll(async () => {
  fixture = await openCoinWalletWorld();
});
afterAll(() => fixture.close());

test('the operator sees what small outputs cost', async () => {
  await fixture.fund('BTC', ['0.000005', '0.00003', '1']);
  expect(await inputCosts(fixture.world.app, fixture.coinWallet('BTC'))).toEqual({
    perInput: 681n,
    absence: null,
    outputs: 3,
    amount: 100_003_500n,
    uneconomical: 1,
    uneconomicalAmount: 500n,
    small: 1,
    smallAmount: 3_000n,
  });
});

test("the operator sees a wallet's outputs by size; an exact power of ten is the first of its size", async () => {
  await fixture.fund('LTC', ['0.00000999', '0.00001', '0.00009999', '2', '3']);
  const sizes = await outputSizes(fixture.world.app, fixture.coinWallet('LTC'));
  const cost = defined(sizes[0]?.cost, 'a cost');
  expect(cost).toBeGreaterThan(0n);
  expect(sizes).toEqual([
    { from: 100n, outputs: 1, amount: 999n, cost, absence: null },
    { from: 1_000n, outputs: 2, amount: 10_999n, cost: 2n * cost, absence: null },
    { from: 100_000_000n, outputs: 2, amount: 500_000_000n, cost: 2n * cost, absence: null },
  ]);
});
