// When a coin counts as watched: not after a run of blocks that the node cut short because of their size, and not after
// one that was the end of the chain when it was read.
import { expect, test } from 'vitest';
import { type Chain, watchTaskName } from '../../src/chains/chain.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { readCursor } from '../../src/deposits/cursor.ts';
import { watchWorker } from '../../src/deposits/watch.ts';
import { makeDue } from '../../src/workers/schedule.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld } from '../support/world.ts';

/** Nothing is paid here. */

test('a coin counts as watched once the last block was read, however small the batches', async () => {
  const world = await createWorld();
  try {
    const chain = simulatedChain(world.simulation('LTC'));
    await world.settle();
    const before = await chain.tip();
    await mine(world.simulation('LTC'), { count: 3 });
    const oneByOne = { ...chain, blocks: (height: number) => chain.blocks(height, 1) };
    const worker = watchWorker(coinOf('LTC'), oneByOne);
    const app = otherApp(world.app, { watchedCoins: new Set<string>() });
    for (const height of [before.height + 1, before.height + 2, before.height + 3]) {
      expect(app.watchedCoins.has('LTC')).toBe(false);
      await makeDue(app, watchTaskName('LTC'));
      const isLast = height === before.height + 3;
      expect(await worker.run(app)).toBe(isLast ? 0 : 1);
      expect(await readCursor(app, 'LTC')).toMatchObject({ height });
    }
    expect(app.watchedCoins.has('LTC')).toBe(true);
  } finally {
    await world.close();
  }
});

test('a block that arrives while others are stored is read before the mempool, and before the coin counts as watched', async () => {
  const world = await createWorld();
  try {
    const chain = simulatedChain(world.simulation('LTC'));
    await world.settle();
    const { height } = await mine(world.simulation('LTC'), { count: 1 });
    const requested: string[] = [];
    const watched: Chain = {
      ...chain,
      blocks: (from, count) => {
        requested.push(`blocks from ${from}`);
        return chain.blocks(from, count);
      },
      async tip() {
        const tip = await chain.tip();
        // Mined after this response, before the blocks that were read are stored.
        if (tip.height === height) await mine(world.simulation('LTC'), { count: 1 });
        return tip;
      },
      mempool: () => {
        requested.push('mempool');
        return chain.mempool();
      },
    };
    const worker = watchWorker(coinOf('LTC'), watched);
    const app = otherApp(world.app, { watchedCoins: new Set<string>() });
    await makeDue(app, watchTaskName('LTC'));
    expect(await worker.run(app)).toBe(1);
    expect(requested).toEqual([`blocks from ${height}`]);
    expect(app.watchedCoins.has('LTC')).toBe(false);
    expect(await worker.run(app)).toBe(0);
    expect(requested.slice(1)).toEqual([`blocks from ${height + 1}`, 'mempool']);
    expect(app.watchedCoins.has('LTC')).toBe(true);
  } finally {
    await world.close();
  }
});
