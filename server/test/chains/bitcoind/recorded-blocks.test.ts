// Recorded blocks of real chains are parsed in the format that each coin's definition names. A coin with another format
// fails here before it is offered (CONTRIBUTING.md, "Add a coin"): its addresses and payments can't show that.
import { afterEach, describe, expect, it } from 'vitest';
import { inputsOf, outputsOf, rawBlock } from '../../../src/chains/bitcoind/raw-block.ts';
import { readBlock } from '../../../src/chains/bitcoind/read-block.ts';
import { bitcoindRpc } from '../../../src/chains/bitcoind/rpc.ts';
import type { BlockFormat } from '../../../src/coins/nodes.ts';
import { bitcoindNodes, definedCoins } from '../../../src/coins/registry.ts';
import { createLog } from '../../../src/core/log.ts';
import { type FakeNode, fakeNode, methods } from './fake-node.ts';
import recorded from './vectors/blocks.json' with { type: 'json' };

const { blocks, dash } = recorded;
/** Not a coin of ours; its blocks have features that none of ours have. */
const DASH: BlockFormat = {
  headerHash: 'unverified',
  isMergeMined: false,
  markers: [],
  hasPayloads: true,
};

const bytesOf = ({ hex }: { readonly hex: string }) => Buffer.from(hex, 'hex');
const coins = [...definedCoins.values()].filter(({ nodes }) => nodes.family === 'bitcoind');

it('each coin has a recorded block with everything its format has', () => {
  const formats = coins.map(({ code }) => [code, bitcoindNodes(code).blocks] as const);
  const of = (coin: string) => blocks.filter((block) => block.coin === coin);
  expect(formats.filter(([code]) => of(code).length === 0)).toEqual([]);
  const isMergeMined = (block: { hex: string }) => (bytesOf(block).readUInt32LE(0) & 0x100) !== 0;
  const merged = formats.filter(([, format]) => format.isMergeMined);
  expect(merged.filter(([code]) => !of(code).some(isMergeMined))).toEqual([]);
  const hasHogex = (block: { hex: string }) => block.hex.includes('0000000008');
  const extended = formats.filter(([, { markers }]) => markers.includes('extension'));
  expect(extended.filter(([code]) => !of(code).some(hasHogex))).toEqual([]);
});

it.each(blocks)('block $height of $coin has its transactions', ({ coin, hash, txids, hex }) => {
  const block = rawBlock(bytesOf({ hex }), hash, bitcoindNodes(coin).blocks);
  expect(block.transactions.map(({ txid }) => txid)).toEqual(txids);
  for (const transaction of block.transactions) {
    expect(inputsOf(block, transaction).length).toBeGreaterThan(0);
    expect(outputsOf(block, transaction).length).toBeGreaterThan(0);
  }
});

it('a block of Dash has its transactions: with payloads, and one without inputs and outputs', () => {
  const block = rawBlock(bytesOf(dash), '', DASH);
  expect(block.transactions.map(({ txid }) => txid)).toEqual(dash.txids);
  const counts = block.transactions.map((each) => inputsOf(block, each).length);
  expect(counts).toEqual([1, 0, 1]);
});

describe('a block of another format', () => {
  const plain: BlockFormat = { ...DASH, hasPayloads: false };
  const special = blocks.filter(({ coin }) => coin === 'LTC' || coin === 'DOGE');

  it.each([...special, { coin: 'Dash', hash: '', hex: dash.hex }])('$coin is rejected', (block) => {
    expect(() => rawBlock(bytesOf(block), block.hash, plain)).toThrow(RangeError);
  });

  let node: FakeNode | null = null;
  afterEach(() => node?.close());

  it('is an error with the coin and what to do', async () => {
    const [genesis] = blocks;
    // A valid header hash, but a transaction with one byte too many.
    const hex = `${genesis?.hex.slice(0, -8)}0100000000`;
    node = await fakeNode(methods({ getblock: () => hex }));
    const rpc = bitcoindRpc({ url: node.url, log: createLog('silent') });
    await expect(readBlock(rpc, 'BTC', genesis?.hash ?? '')).rejects.toThrow(
      /^BTC block 0{10}\w+ at .* cannot be read: .*Check that the node is of BTC/,
    );
  });
});
