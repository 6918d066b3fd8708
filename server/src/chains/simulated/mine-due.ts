// Blocks that come by themselves: one when the setting `mineEverySeconds` says that it is time. Run by
// the sandbox's loop, in any number of processes; the chain's lock lets one of them mine.
import { SECOND } from '../../core/clock.ts';
import type { BlockRef } from '../chain.ts';
import { mineOn } from './mine.ts';
import { readSettings } from './settings.ts';
import { operate, type Simulation } from './simulation.ts';
import { bestBlock } from './store.ts';

/** Mines one block when one is due; the new tip, or null. */
export function mineDue(simulation: Simulation): Promise<BlockRef | null> {
  return operate(simulation, async (tx, chain) => {
    const coin = simulation.coin.code;
    const { mineEverySeconds } = await readSettings(tx, coin);
    if (mineEverySeconds === null) return null;
    const { time } = await bestBlock(tx, coin, chain.height);
    if (simulation.clock.now() < time.getTime() + mineEverySeconds * SECOND) return null;
    return mineOn(tx, { simulation, chain, count: 1, withTransactions: true });
  });
}
