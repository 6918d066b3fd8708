// Guarantees of the peer count of a node: each family uses its own call, several nodes are reported separately, and an
// unreachable node or one without the number is null.
import { afterEach, expect, test } from 'vitest';
import { type NodeAddress, openNodes } from '../../src/chains/families.ts';
import { createLog } from '../../src/core/log.ts';
import { fakeNode, methods } from './bitcoind/fake-node.ts';
import { coinOf } from './simulated/simulation-on.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function peersOf(code: Parameters<typeof coinOf>[0], addresses: readonly NodeAddress[]) {
  const options = { coin: coinOf(code), network: 'main' as const, log: createLog('silent') };
  const node = openNodes(options, addresses);
  open.push(node.chain);
  return (await node.peers?.())?.map(({ peers }) => peers);
}

async function answering(answers: Parameters<typeof methods>[0]): Promise<NodeAddress> {
  const node = await fakeNode(methods(answers));
  open.push(node);
  return { url: node.url };
}

test.each([
  [21, { peers: 21 }],
  [null, {}],
])('a rippled reports them, or not: %s', async (peers, said) => {
  const state = {
    build_version: '2.4.0',
    complete_ledgers: '1-9',
    validation_quorum: 1,
    server_state: 'full',
    load_base: 256,
    load_factor: 256,
    ...said,
  };
  const result = { status: 'success', state };
  const node = await fakeNode((response) => response.end(JSON.stringify({ result })));
  open.push(node);
  expect(await peersOf('XRP', [{ url: node.url }])).toEqual([peers]);
});

const reported = (count: string) => ({ net_peerCount: () => count });

test.each([
  ['LTC', { getnetworkinfo: () => ({ subversion: '/LitecoinCore:0.21.4/', connections: 8 }) }, 8],
  ['ETH', reported('0x19'), 25],
  ['USDT', reported('0x0'), 0],
] as const)('a node of %s reports them', async (code, answers, peers) => {
  expect(await peersOf(code, [await answering(answers)])).toEqual([peers]);
});

test('each of several nodes is queried, and an unreachable one does not delay the rest', async () => {
  const there = await answering(reported('0x5'));
  expect(await peersOf('ETH', [{ url: 'http://127.0.0.1:1' }, there])).toEqual([null, 5]);
});
