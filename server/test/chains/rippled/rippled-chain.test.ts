// The rippled family beyond the conformance suite: features of this network only. Over the emulated rippled.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChainUnavailable, WrongNetwork } from '../../../src/chains/chain.ts';
import { rippledChain } from '../../../src/chains/rippled/rippled-chain.ts';
import type { Network } from '../../../src/coins/coin.ts';
import { type Emulator, startEmulator } from '../../support/rippled/emulator.ts';
import { genesisPayer } from '../../support/rippled/keys.ts';
import { standAlone } from '../../support/rippled/stand-alone.ts';
import type { Fields } from '../../support/rippled/state.ts';
import { fakeNode } from '../bitcoind/fake-node.ts';

const OURS = 'rWACP85cfJfBM8DKakctscmctGtUAXNVb';
const PARTIAL = 0x0002_0000;

let emulator: Emulator;
beforeEach(async () => {
  emulator = await startEmulator();
});
afterEach(() => emulator.close());

const open = (network: Network = 'regtest') => rippledChain({ network, url: emulator.url });

test('a partial payment that announces a billion and delivers one drop is one drop', async () => {
  const ledger = standAlone(emulator.url);
  await ledger.found(OURS, 20_000_000n);
  emulator.state.liquidity = 1n;
  const txid = await ledger.submit({
    TransactionType: 'Payment',
    Destination: OURS,
    DestinationTag: 12,
    Amount: '1000000000000000',
    SendMax: { currency: 'USD', issuer: genesisPayer.address, value: '1' },
    Flags: PARTIAL,
  });
  await ledger.accept();
  const chain = open();
  const { height } = await chain.tip();
  const [block] = await chain.blocks(height, 1);
  expect(block?.payments).toEqual([{ txid, index: 0, address: OURS, tag: 12, amount: 1n }]);
  await chain.close();
});

test('a payment that only cost its fee is in no block', async () => {
  const ledger = standAlone(emulator.url);
  await expect(ledger.pay({ address: OURS, tag: 1 }, 5n)).rejects.toThrow('tecNO_DST_INSUF_XRP');
  await ledger.accept();
  const chain = open();
  const { height } = await chain.tip();
  const [block] = await chain.blocks(height, 1);
  expect(emulator.state.ledgers.at(-1)?.transactions).toHaveLength(1);
  expect(block?.payments).toEqual([]);
  await chain.close();
});

test('a ledger that the node no longer has is reported as such, never as empty', async () => {
  emulator.accept(20);
  emulator.drop(5);
  const chain = open();
  const { height } = await chain.tip();
  const lost = new RegExp(`has not kept ledger ${height - 6}.*it has ${height - 4}-${height}`);
  for (const call of [chain.blocks(height - 6, 10), chain.hashAt(height - 6)]) {
    const failure: unknown = await call.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ChainUnavailable);
    expect(String(failure)).toMatch(lost);
  }
  expect(await chain.blocks(height - 4, 10)).toHaveLength(5);
  await chain.close();
});

test.each([
  [0, 'main'],
  [1, 'test'],
  [2, 'test'],
  [77, 'regtest'],
  [null, 'regtest'],
] as const)('a node with network id %s serves %s and no other network', async (id, network) => {
  emulator.state.networkId = id;
  for (const configured of ['main', 'test', 'regtest'] as const) {
    const chain = open(configured);
    if (configured === network) await expect(chain.checkNetwork()).resolves.toBeUndefined();
    else await expect(chain.checkNetwork()).rejects.toBeInstanceOf(WrongNetwork);
    await chain.close();
  }
});

test('a network whose transactions must include it is rejected', async () => {
  emulator.state.networkId = 21_337;
  const chain = open();
  await expect(chain.checkNetwork()).rejects.toThrow(/network 21337: only numbers up to 1024/);
  await chain.close();
});

test("the node's password is in no message", async () => {
  const node = await fakeNode((response) => void response.writeHead(403).end('Forbidden'));
  const url = node.url.replace('http://', 'http://till:s3cret@');
  const chain = rippledChain({ network: 'regtest', url });
  const failure: unknown = await chain.tip().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChainUnavailable);
  expect(String(failure)).toMatch(/status 403, "Forbidden"/);
  expect(String(failure)).not.toContain('s3cret');
  expect(node.requests[0]?.authorization).toBe(`Basic ${btoa('till:s3cret')}`);
  await chain.close();
  await node.close();
});

test.each(['noNetwork', 'notSynced', 'slowDown', 'tooBusy', 'somethingNew'])(
  'a node that returns %s counts as unreachable',
  async (error) => {
    const node = await fakeNode((response) =>
      response.end(JSON.stringify({ result: { status: 'error', error, error_message: 'Later.' } })),
    );
    const chain = rippledChain({ network: 'regtest', url: node.url });
    const questions = [
      () => chain.tip(),
      () => chain.hashAt(5),
      () => chain.blocks(5, 1),
      () => chain.transactions([{ txid: 'A'.repeat(64), near: null }]),
    ];
    for (const call of questions) await expect(call()).rejects.toThrow(`${error} (Later.)`);
    for (const call of questions) await expect(call()).rejects.toBeInstanceOf(ChainUnavailable);
    await chain.close();
    await node.close();
  },
);

test.each([
  ['2-12', 2],
  ['7', 7],
  ['2-5,9,11-30', 11],
])('of %s the oldest without a gap is %i', async (complete_ledgers, oldest) => {
  const state = { ...(emulator.request('server_state')['state'] as Fields), complete_ledgers };
  const node = await fakeNode((response) =>
    response.end(JSON.stringify({ result: { status: 'success', state } })),
  );
  const chain = rippledChain({ network: 'regtest', url: node.url });
  expect(await chain.oldest?.()).toBe(oldest);
  await chain.close();
  await node.close();
});
