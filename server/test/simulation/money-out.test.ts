// Thousands of random steps of withdrawals, exchanges, blocks, reorganisations, forgetful mempools, dear fees,
// replacements, consolidations, sweeps, empty wallets, outages and restarts; after each the books are audited, and
// what every withdrawal's own destination received is read off the simulated chain. At the end the wallets on the
// chain equal the books to the last unit, in every coin. Asserts invariants only.
import { expect, test } from 'vitest';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { checkAlways, checkTold } from './invariants.ts';
import { endow, healPayouts, moneyOut, moneyOutActions } from './payout-actions.ts';
import { checkPayouts, checkPayoutsAtTheEnd } from './payout-invariants.ts';
import { randomSteps, seeds, TIMEOUT } from './run-seeds.ts';
import { createSimulatedWorld } from './simulated-world.ts';

/** Steps between two moments of rest. */
const BETWEEN_RESTS = 25;

test.each(seeds)(
  'every withdrawal is paid exactly once or not at all, at every step of seed %s',
  async (seed) => {
    // Every other seed pays several withdrawals with one transfer.
    const environment = {
      ...moneyOut.environment,
      CHAINTILL_BATCH_PAYMENTS: Number(seed) % 2 === 0 ? '10' : '1',
    };
    const world = await createSimulatedWorld(seed, { ...moneyOut, environment });
    await endow(world);
    const steps = await randomSteps(world, moneyOutActions, async (step) => {
      const place = `seed ${seed}, step ${step}`;
      if (step % BETWEEN_RESTS === 0) await world.rest();
      await checkAlways(world.sql, place);
      await checkPayouts(world.sql, place);
    });
    await healPayouts(world);
    const end = `seed ${seed}, at the end after ${steps} steps`;
    await checkAlways(world.sql, end);
    await checkPayoutsAtTheEnd(world.sql, end);
    await checkTold(world.sql, world.told, end);
    const { coins } = world.app();
    expect(await walletDifferences(world.sql, coins, moneyOut.coins), end).toEqual([]);
    const [{ count } = { count: 0 }] = await world.sql.query<{ count: number }>(
      `select count(*)::int as count from coin_withdrawals where status = 'completed'`,
    );
    expect(count, end).toBeGreaterThan(0);
    await world.close();
  },
  TIMEOUT,
);
