// Guarantees of coin selection, over many random wallets: it never underfunds, pays at least the quoted fee rate, never
// costs more than the largest outputs would, and spends no output that costs more than it adds.
import { expect, test } from 'vitest';
import { capacityOf, feeOfShape, feeRulesOf } from '../../src/chains/bitcoind/fee-rules.ts';
import type { TransferPlan, TransferShape } from '../../src/chains/transfers.ts';
import { defined } from '../../src/core/assert.ts';
import { seededRandom } from '../../src/core/random.ts';
import { costOfInput, INPUTS_MAX, planOutputs } from '../../src/payouts/plan/plan-outputs.ts';
import { selectExactly } from '../../src/payouts/plan/select-exactly.ts';
import { shareSize } from '../../src/payouts/plan/share-size.ts';

const ADDRESSES = {
  BTC: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  BCH: 'bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap',
} as const;
type Code = keyof typeof ADDRESSES;

function networkOf(coin: Code) {
  const rules = feeRulesOf(coin);
  const feeFor = (quote: bigint, shape: TransferShape) => feeOfShape(rules, quote, shape);
  return { dust: rules.dust, feeFor, capacity: capacityOf(coin) };
}

interface Case {
  readonly coin: Code;
  readonly quote: bigint;
  readonly candidates: readonly bigint[];
  readonly payments: readonly bigint[];
}

function requestOf({ coin, quote, candidates, payments }: Case) {
  const address = ADDRESSES[coin];
  return {
    coin,
    quote,
    network: networkOf(coin),
    changeAddress: address,
    candidates: candidates.map((amount, index) => ({ txid: 'aa', index, address, amount })),
    payments: payments.map((amount) => ({ address, tag: null, amount })),
  };
}

const inputsOf = ({ origin }: TransferPlan) => ('inputs' in origin ? origin.inputs : []);
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);

/** The fee, and what its change costs later. */
function costOf(plan: TransferPlan, { coin, quote, payments }: Case): bigint {
  const change = plan.outputs.length > payments.length ? costOfInput(networkOf(coin), quote) : 0n;
  return plan.fee + change;
}

/** The plan that spends the largest outputs. */
function largestFirst(requested: Case): bigint | null {
  const { network, ...request } = requestOf(requested);
  const perInput = costOfInput(network, requested.quote);
  const needed = sum(requested.payments);
  const falling = request.candidates
    .map(({ amount }) => amount)
    .filter((amount) => amount > perInput)
    .sort((a, b) => (a > b ? -1 : 1))
    .slice(0, INPUTS_MAX);
  const outputs = requested.payments.map(() => request.changeAddress);
  for (let inputs = 1; inputs <= falling.length; inputs++) {
    const left = sum(falling.slice(0, inputs)) - needed;
    if (left < network.feeFor(requested.quote, { inputs, outputs })) continue;
    const withChange = { inputs, outputs: [...outputs, request.changeAddress] };
    const changeFee = network.feeFor(requested.quote, withChange);
    const change = left - changeFee;
    return change >= network.dust && change > perInput ? changeFee + perInput : left;
  }
  return null;
}

const random = seededRandom('coin selection');
const upTo = (most: number) => random.bytes(4).readUInt32BE() % most;

function randomCase(): Case {
  const coin = upTo(2) === 0 ? 'BTC' : 'BCH';
  // From far below the cost of an input to far above a payment.
  const amountOf = () => BigInt(1 + upTo(10 ** (2 + upTo(6))));
  return {
    coin,
    quote: BigInt(141 + upTo(30_000)),
    candidates: Array.from({ length: 1 + upTo(120) }, amountOf),
    payments: Array.from({ length: 1 + upTo(20) }, () => 1_000n + amountOf()),
  };
}

test('a plan is funded, pays the rate, wastes no output, and costs no more than the largest outputs', () => {
  let planned = 0;
  let withoutChange = 0;
  for (let n = 0; n < 1_500; n++) {
    const requested = randomCase();
    const { coin, quote, payments } = requested;
    const plan = planOutputs(requestOf(requested));
    const least = largestFirst(requested);
    expect(plan === null).toBe(least === null);
    if (plan === null || least === null) continue;
    planned += 1;
    if (plan.outputs.length === payments.length) withoutChange += 1;
    const inputs = inputsOf(plan);
    const network = networkOf(coin);
    const shape = { inputs: inputs.length, outputs: plan.outputs.map(({ address }) => address) };
    expect(sum(inputs.map(({ amount }) => amount))).toBe(
      sum(plan.outputs.map(({ amount }) => amount)) + plan.fee,
    );
    expect(plan.fee).toBeGreaterThanOrEqual(network.feeFor(quote, shape));
    expect(new Set(inputs.map(({ index }) => index)).size).toBe(inputs.length);
    expect(inputs.every(({ amount }) => amount > costOfInput(network, quote))).toBe(true);
    expect(costOf(plan, requested)).toBeLessThanOrEqual(least);
  }
  expect(planned).toBeGreaterThan(300);
  expect(withoutChange).toBeGreaterThan(20);
});

test('outputs that add up to the payment need no change, even when one larger output would suffice', () => {
  const network = networkOf('BTC');
  const quote = 14_100n;
  const fee = network.feeFor(quote, { inputs: 2, outputs: [ADDRESSES.BTC] });
  const half = (500_000n + fee) / 2n + 10n;
  const requested: Case = {
    coin: 'BTC',
    quote,
    candidates: [9_000_000n, half, half],
    payments: [500_000n],
  };
  const plan = defined(planOutputs(requestOf(requested)), 'a plan');
  // Two inputs cost 6,800 more than one; change costs 3,100 now and 6,800 later.
  expect(inputsOf(plan).map(({ index }) => index)).toEqual([1, 2]);
  expect(plan.outputs).toHaveLength(1);
});

test('the search ends after its tries, and thousands of outputs take milliseconds', () => {
  const values = Array.from({ length: 5_000 }, (_, n) => BigInt(1_000_000 - 2 * n));
  const wanted = { target: 1_234_567_890n, surplusMax: 1n, perInput: 68n, countMax: 5_000 };
  selectExactly(values, wanted);
  const startedAt = process.cpuUsage();
  for (let n = 0; n < 20; n++) selectExactly(values, wanted);
  const { user } = process.cpuUsage(startedAt);
  // A search without a limit would not end.
  expect(user / 1000 / 20).toBeLessThan(50);
});

test.each(['BTC', 'BCH'] as const)(
  '%s: payments fill a standard transaction, with room for each input',
  (coin) => {
    const network = networkOf(coin);
    const feeLimits = { perTransfer: 10n ** 12n, perDay: 0n, free: 0n, percent: 5n, dust: 546n };
    const quotes = { slow: 141n, average: 141n, fast: 141n };
    const share = defined(shareSize({ network: network as never, feeLimits }, quotes), 'it shares');
    const count = Math.floor(share.roomFor('average') / share.sizeOf(ADDRESSES[coin]));
    expect(count).toBe(coin === 'BTC' ? 3_005 : 2_504);
    const outputs = Array.from({ length: count + 1 }, () => ADDRESSES[coin]);
    const size = network.capacity.sizeOf({ inputs: INPUTS_MAX, outputs });
    expect(size).toBeGreaterThan(99_900);
    expect(size).toBeLessThanOrEqual(100_000);
    // A signer must be able to sign a replacement too.
    const cheap = { ...feeLimits, perTransfer: 1_000_000n };
    const atTen = { slow: 1_410n, average: 1_410n, fast: 1_410n };
    const less = defined(
      shareSize({ network: network as never, feeLimits: cheap }, atTen),
      'it shares',
    );
    expect(less.roomFor('average')).toBeLessThan(share.roomFor('average'));
  },
);
