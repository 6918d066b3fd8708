// Nodes that descend from Bitcoin Core 0.14, like Dogecoin Core 1.14: they reject later parameter forms with -1.
import { afterEach, expect, test } from 'vitest';
import { findTransactions } from '../../../src/chains/bitcoind/find-transactions.ts';
import { readBlock } from '../../../src/chains/bitcoind/read-block.ts';
import { bitcoindRpc } from '../../../src/chains/bitcoind/rpc.ts';
import { createLog } from '../../../src/core/log.ts';
import { fakeBlock } from './fake-block.ts';
import { type FakeNode, fakeNode, methods } from './fake-node.ts';

const TXID = 'ab'.repeat(32);
const block = fakeBlock({ parentHash: '00'.repeat(32), time: 1_700_000_000 });

let node: FakeNode | null = null;
afterEach(() => node?.close());

const refusal = (message: string) => {
  throw { code: -1, message };
};

async function oldNode(): Promise<FakeNode> {
  node = await fakeNode(
    methods({
      getblock: (_hash: string, verbose: unknown) =>
        typeof verbose === 'boolean'
          ? block.hex
          : refusal('JSON value is not a boolean as expected'),
      getrawtransaction: (...params: unknown[]) =>
        params.length > 2
          ? refusal('getrawtransaction "txid" ( verbose )')
          : { txid: TXID, blockhash: block.hash, vin: [], vout: [], hex: '' },
      getblockheader: () => ({ hash: block.hash, height: 7, confirmations: 3 }),
    }),
  );
  return node;
}

const rpcOf = ({ url }: FakeNode) => bitcoindRpc({ url, log: createLog('silent') });

test('a block is read from a node that accepts no number for the format, and the next immediately', async () => {
  const old = await oldNode();
  const rpc = rpcOf(old);
  expect((await readBlock(rpc, 'DOGE', block.hash)).time).toBe(1_700_000_000);
  const before = old.requests.length;
  await readBlock(rpc, 'DOGE', block.hash);
  expect(old.requests.length - before).toBe(1);
});

test('a transaction is found at a node that accepts no block parameter', async () => {
  const rpc = rpcOf(await oldNode());
  const lookup = { txid: TXID, near: { height: 7, hash: block.hash }, outputs: [] };
  const [found] = await findTransactions(rpc, [lookup as never], {
    isIndexed: true,
    withTransactions: true,
  } as never);
  expect(found?.place).toEqual({ kind: 'block', block: { height: 7, hash: block.hash } });
});

test('other rejections stay rejections', async () => {
  node = await fakeNode(methods({ getblock: () => refusal('Block not available (pruned data)') }));
  await expect(readBlock(rpcOf(node), 'DOGE', block.hash)).rejects.toThrow('pruned data');
});
