// The valid forms of a payment on each simulated network, checked before anything is stored.
import { expect, it } from 'vitest';
import {
  type PaidOutput,
  paymentChecker,
  type SimulatedPayment,
} from '../../../src/chains/simulated/pay.ts';
import { AppError } from '../../../src/core/errors.ts';
import { type CoinCode, coinOf, ourAddresses } from './simulation-on.ts';

function check(
  code: CoinCode,
  output: Partial<PaidOutput>,
  payment: Partial<SimulatedPayment> = {},
) {
  const coin = coinOf(code);
  const outputs = [{ address: ourAddresses(coin)(1), amount: 1000n, ...output }];
  return paymentChecker({ coin })({ outputs, ...payment });
}

it.each<[string, CoinCode, Partial<PaidOutput>, Partial<SimulatedPayment>]>([
  ['invalid_address', 'BTC', { address: 'nobody' }, {}],
  ['invalid_address', 'LTC', { address: ourAddresses(coinOf('ETH'))(1) }, {}],
  ['invalid_address', 'ETH', {}, { sources: ['nobody'] }],
  ['wrong_amount', 'BTC', { amount: 0n }, {}],
  ['wrong_amount', 'XRP', { amount: 1n, delivered: 2n }, {}],
  ['wrong_amount', 'XRP', { delivered: 0n }, {}],
  ['no_partial_payments', 'LTC', { delivered: 1n }, {}],
  ['no_tags', 'ETH', { tag: 1 }, {}],
  ['no_failures', 'BCH', {}, { hasFailed: true }],
  ['wrong_outputs', 'BTC', {}, { outputs: [] }],
  ['wrong_outputs', 'ETH', {}, { outputs: [] }],
])('rejects with %s: a payment in %s', (code, coin, output, payment) => {
  const refusal = (() => {
    try {
      return check(coin, output, payment);
    } catch (error) {
      return error;
    }
  })();
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({ code, status: 422 });
});

it.each<[CoinCode, boolean]>([
  ['BTC', true],
  ['LTC', true],
  ['BCH', true],
  ['ETH', false],
  ['XRP', false],
])('%s has several outputs in one transaction: %s', (code, isPossible) => {
  const output = { address: ourAddresses(coinOf(code))(1), amount: 1n };
  const checking = () => check(code, {}, { outputs: [output, output] });
  if (isPossible) expect(checking().outputs).toHaveLength(2);
  else expect(checking).toThrow(AppError);
});

it("a tag in the XRP address is the payment's tag, unless one is given", () => {
  const address = `${ourAddresses(coinOf('XRP'))(1)}?dt=5`;
  expect(check('XRP', { address }).outputs[0]?.tag).toBe(5);
  expect(check('XRP', { address, tag: 6 }).outputs[0]?.tag).toBe(6);
});
