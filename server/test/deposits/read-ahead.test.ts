// Blocks are read ahead while those before them are stored: the result is the same as without reading ahead, whatever
// the chain and the node do in between.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Block, type Chain, ChainUnavailable } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { defined } from '../../src/core/assert.ts';
import { readCursor } from '../../src/deposits/cursor.ts';
import { BLOCKS_MAX, blockReader } from '../../src/deposits/read-ahead.ts';
import { makeDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let node: Chain;
beforeAll(async () => {
  world = await createWorld();
  node = simulatedChain(world.simulation('LTC'));
});
afterAll(() => world.close());

/** A connection to the node that counts how often blocks were read, and can be cut. */
function linkTo(chain: Chain) {
  const reads: Promise<readonly Block[]>[] = [];
  const link = { isDown: false, reads, chain };
  link.chain = {
    ...chain,
    blocks(fromHeight, count) {
      const cut = async () => Promise.reject(new ChainUnavailable('the way to the node is cut'));
      const read = link.isDown ? cut() : chain.blocks(fromHeight, count);
      reads.push(read);
      return read;
    },
  };
  return link;
}

/** Mines blocks that are not processed yet. Returns the height of the first. */
async function newBlocks(count: number): Promise<number> {
  const { height } = await mine(world.simulation('LTC'), { count });
  return height - count + 1;
}

test('blocks that were read ahead are not read again', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(3);
  reader.begin(from);
  expect(await reader.next(from)).toEqual(await node.blocks(from, BLOCKS_MAX));
  expect(link.reads.length).toBe(1);
});

test('blocks that were reorganized after reading ahead are read again', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(3);
  reader.begin(from);
  const stale = await defined(link.reads[0], 'reading has begun');
  await reorganise(world.simulation('LTC'), { depth: 2 });
  const blocks = await reader.next(from);
  expect(blocks).not.toEqual(stale);
  expect(blocks).toEqual(await node.blocks(from, BLOCKS_MAX));
});

test('blocks read ahead are not used for another height', async () => {
  const reader = blockReader(node);
  const from = await newBlocks(3);
  reader.begin(from + 1);
  expect(await reader.next(from)).toEqual(await node.blocks(from, BLOCKS_MAX));
});

test('blocks read ahead are kept while the blocks below are requested again', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(3);
  const above = await node.blocks(from + 1, BLOCKS_MAX);
  for (const _ of [1, 2, 3]) {
    await reader.next(from);
    reader.begin(from + 1);
  }
  // The lower ones three times, those above them once.
  expect(link.reads.length).toBe(4);
  expect(await reader.next(from + 1)).toEqual(above);
  expect(link.reads.length).toBe(4);
});

test('blocks read ahead that are reorganized are read again', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(3);
  reader.begin(from + 1);
  const stale = await defined(link.reads[0], 'reading has begun');
  await reader.next(from);
  await reorganise(world.simulation('LTC'), { depth: 2 });
  reader.begin(from + 1);
  const blocks = await reader.next(from + 1);
  expect(blocks).not.toEqual(stale);
  expect(blocks).toEqual(await node.blocks(from + 1, BLOCKS_MAX));
});

test('of two heights, the last requested one is read ahead', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(3);
  reader.begin(from + 2);
  reader.begin(from + 1);
  await reader.next(from + 1);
  expect(link.reads.length).toBe(2);
  await reader.next(from + 2);
  expect(link.reads.length).toBe(3);
});

test('blocks that did not exist while reading ahead are found', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const { height } = await node.tip();
  reader.begin(height + 1);
  expect(await link.reads[0]).toEqual([]);
  const from = await newBlocks(1);
  expect(await reader.next(from)).toHaveLength(1);
});

test('a node that fails while reading ahead is queried again, and that failure is reported', async () => {
  const link = linkTo(node);
  const reader = blockReader(link.chain);
  const from = await newBlocks(1);
  link.isDown = true;
  reader.begin(from);
  await expect(link.reads[0]).rejects.toThrow(ChainUnavailable);
  await expect(reader.next(from)).rejects.toThrow(ChainUnavailable);
  link.isDown = false;
  expect(await reader.next(from)).toHaveLength(1);
});

test('a chain that reorganizes during catch-up is stored correctly, payments included', async () => {
  await world.settle();
  const { api } = await world.merchant();
  const channel = await api.channels.create({
    name: 'A customer',
    pay_currency: 'LTC',
    receiver_currency: 'LTC',
  });
  const from = await newBlocks(BLOCKS_MAX + 10);
  const output = { address: channel.address, amount: 5n * 10n ** 7n };
  const txid = await pay(world.simulation('LTC'), { outputs: [output] });
  const paidAt = await newBlocks(10);
  const watcher = defined(
    world.assembled.workers.find(({ name }) => name === 'watch-ltc'),
    'LTC is watched',
  );
  await makeDue(world.app, watcher.name);
  expect(await watcher.run(world.app)).toBe(1);
  // The payment leaves the block that was read ahead, and is mined in another one.
  await reorganise(world.simulation('LTC'), { depth: 12 });
  const minedAt = await newBlocks(1);
  expect(minedAt).not.toBe(paidAt);
  await watcher.run(world.app);
  const cursor = defined(await readCursor(world.app, 'LTC'), 'LTC is read');
  expect(cursor.hash).toBe(await node.hashAt(cursor.height));
  while ((await watcher.run(world.app)) > 0);
  const { height } = await node.tip();
  const stored = await world.app.db.query<{ height: number; hash: string }>(
    `select height, hash from chain_blocks where coin = 'LTC' and height >= $1 order by height`,
    [from],
  );
  const blocks = [
    ...(await node.blocks(from, BLOCKS_MAX)),
    ...(await node.blocks(from + BLOCKS_MAX, BLOCKS_MAX)),
  ];
  expect(stored).toEqual(blocks.map(({ height, hash }) => ({ height, hash })));
  expect(stored.at(-1)?.height).toBe(height);
  const deposits = await world.app.db.query('select block_height from deposits where txid = $1', [
    txid,
  ]);
  expect(deposits).toEqual([{ block_height: minedAt }]);
});
