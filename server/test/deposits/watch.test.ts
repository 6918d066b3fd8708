// A run of blocks that the node cut short, as they are large, is not taken for the end of the chain.
import { expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { readCursor } from '../../src/deposits/cursor.ts';
import type { DepositOwners } from '../../src/deposits/see.ts';
import { watchTaskName, watchWorker } from '../../src/deposits/watch.ts';
import { makeDue } from '../../src/workers/schedule.ts';
import { coinOf } from '../chains/simulated/simulation-on.ts';
import { createWorld } from '../support/world.ts';

/** Nothing is paid here. */
const nobody: DepositOwners = {
  touchInvoices: async () => undefined,
  receiveChannelDeposits: async () => undefined,
  touchChannelPayments: async () => undefined,
  heedPayments: async () => undefined,
};

test('a coin is watched once the last block was read, however few come at a time', async () => {
  const world = await createWorld();
  try {
    const chain = simulatedChain(world.simulation('LTC'));
    await world.settle();
    const before = await chain.tip();
    await mine(world.simulation('LTC'), { count: 3 });
    const oneByOne = { ...chain, blocks: (height: number) => chain.blocks(height, 1) };
    const worker = watchWorker(coinOf('LTC'), oneByOne, nobody);
    const app = { ...world.app, watchedCoins: new Set<string>() };
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
