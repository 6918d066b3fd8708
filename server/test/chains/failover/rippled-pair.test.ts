// Two rippleds behind one port: the calls that only XRP makes continue when the first node is unreachable, and a node
// of another network is never queried.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChainUnavailable, WrongNetwork } from '../../../src/chains/chain.ts';
import { openNodes } from '../../../src/chains/families.ts';
import type { TransferPlan } from '../../../src/chains/transfers.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { GENESIS } from '../../support/rippled/state.ts';
import { type FakeNode, fakeNode } from '../bitcoind/fake-node.ts';
import { coinOf } from '../simulated/simulation-on.ts';

const UNFOUNDED = {
  sender: GENESIS,
  address: 'rWACP85cfJfBM8DKakctscmctGtUAXNVb',
  tag: 1,
  amount: 1n,
};
const EXPIRED: TransferPlan = {
  coin: 'XRP',
  origin: { sender: GENESIS, number: 1 },
  outputs: [],
  fee: 12n,
  expiresAtHeight: 4,
};

let emulator: Emulator;
let gates: readonly FakeNode[];
beforeEach(async () => {
  emulator = await startEmulator();
  emulator.accept(9);
  const gate = () =>
    fakeNode((response, body) => {
      const { method, params } = JSON.parse(body);
      response.end(JSON.stringify({ result: emulator.request(method, params[0]) }));
    });
  gates = [await gate(), await gate()];
});
afterEach(async () => {
  for (const gate of gates) await gate.close();
  await emulator.close();
});

function open(network: 'regtest' | 'main') {
  const options = { coin: coinOf('XRP'), network, log: createLog('silent') };
  const { chain, sending } = openNodes(
    options,
    gates.map(({ url }) => ({ url })),
  );
  const ports = defined(sending, 'XRP can be sent').network;
  return {
    chain,
    network: ports,
    oldest: defined(chain.oldest, 'a first ledger'),
    expiry: defined(ports.expiry, 'an end'),
    refusalOf: defined(ports.refusalOf, 'refusals'),
  };
}

test('proofs, rejections and the first ledger come from the second node when the first is unreachable', async () => {
  const { chain, network, oldest, expiry, refusalOf } = open('regtest');
  const call = async () => [
    await oldest(),
    await expiry.hasPassed(EXPIRED),
    await refusalOf(UNFOUNDED),
    chain.isFinal,
  ];
  const answers = [2, true, { code: 'account_missing' }, true];
  expect(await call()).toEqual(answers);
  await gates[0]?.close();
  expect(await call()).toEqual(answers);
  await gates[1]?.close();
  await expect(expiry.hasPassed(EXPIRED)).rejects.toBeInstanceOf(ChainUnavailable);
  network.close();
  await chain.close();
});

test('a node of another network proves nothing', async () => {
  const { chain, network, oldest, expiry, refusalOf } = open('main');
  for (const call of [oldest, () => expiry.hasPassed(EXPIRED), () => refusalOf(UNFOUNDED)]) {
    const failure: unknown = await call().catch((error: unknown) => error);
    expect(failure instanceof WrongNetwork || failure instanceof ChainUnavailable).toBe(true);
    expect(String(failure)).toMatch(/expected a node of XRP main/);
  }
  network.close();
  await chain.close();
});
