// Double-spend proofs as Bitcoin Cash Node shows them (its src/rpc/dsproof.cpp, and its functional test
// bchn-rpc-dsproof.py).
import { afterEach, expect, test } from 'vitest';
import { bitcoindChain } from '../../../src/chains/bitcoind/bitcoind-chain.ts';
import { proofChecks } from '../../../src/chains/bitcoind/double-spend-proofs.ts';
import { bitcoindRpc } from '../../../src/chains/bitcoind/rpc.ts';
import bch from '../../../src/coins/definitions/bch.ts';
import ltc from '../../../src/coins/definitions/ltc.ts';
import { defined } from '../../../src/core/assert.ts';
import { createLog } from '../../../src/core/log.ts';
import { type FakeNode, fakeNode, methods } from './fake-node.ts';

const [SPENT, CHILD, FINE] = ['aa', 'bb', 'cc'].map((byte) => byte.repeat(32));
const PROOF = 'dd'.repeat(32);
const outpoint = { txid: 'ee'.repeat(32), vout: 0 };
const found = { dspid: PROOF, txid: SPENT, outpoint, descendants: [SPENT, CHILD] };

let node: FakeNode | null = null;
afterEach(async () => {
  await node?.close();
  node = null;
});

async function chainOver(table: Parameters<typeof methods>[0], coin = bch) {
  node = await fakeNode(methods(table));
  const { url } = node;
  return bitcoindChain({ coin, network: 'regtest', url, log: createLog('silent') });
}
const call = async (chain: Awaited<ReturnType<typeof chainOver>>, txids: readonly string[]) =>
  defined(chain.doubleSpendProofs, 'BCH has them')(txids);
const requested = () => (node?.requests ?? []).map(({ body }) => body).join('');

test('a double-spent transaction and its descendant have the proof', async () => {
  const chain = await chainOver({
    getdsprooflist: () => [PROOF],
    getdsproof: (txid: string, verbosity: number, isRecursive: boolean) => {
      expect([verbosity, isRecursive]).toEqual([2, true]);
      if (txid === SPENT) return { ...found, path: [SPENT] };
      return txid === CHILD ? { ...found, path: [CHILD, SPENT] } : null;
    },
  });
  const proofs = await call(chain, [SPENT ?? '', CHILD ?? '', FINE ?? '']);
  expect(proofs).toEqual(
    new Map([
      [SPENT, PROOF],
      [CHILD, PROOF],
    ]),
  );
});

test('without any proof no transaction is queried', async () => {
  const chain = await chainOver({ getdsprooflist: () => [] });
  expect(await call(chain, [FINE ?? ''])).toEqual(new Map());
  expect(requested()).not.toContain('"getdsproof"');
});

test.each([
  ['has no such method', { code: -32601, message: 'Method not found' }],
  [
    'has them switched off',
    {
      code: -1,
      message:
        'Double-spend proofs subsystem is disabled. Restart with -doublespendproof=1 to enable.',
    },
  ],
])('a node that %s has none and reports nothing about payments', async (_what, refusal) => {
  const chain = await chainOver({
    getdsprooflist: () => {
      throw refusal;
    },
  });
  expect(await call(chain, [FINE ?? ''])).toBeNull();
  const rpc = bitcoindRpc({ url: defined(node, 'it runs').url });
  const [check] = proofChecks(rpc, { coin: bch, network: 'regtest' });
  expect(await defined(check, 'one check').run()).toEqual({ code: 'node_no_proofs' });
  rpc.close();
});

test('nodes of other coins are not queried', async () => {
  const chain = await chainOver({}, ltc);
  expect(chain.doubleSpendProofs).toBeUndefined();
  expect(
    proofChecks(bitcoindRpc({ url: 'http://127.0.0.1:1' }), { coin: ltc, network: 'regtest' }),
  ).toEqual([]);
});
