// Random steps of withdrawals, exchanges, blocks, reorganizations, dropped mempools, high fees, replacements,
// consolidations, sweeps, expired transfers, empty wallets, outages and restarts. The books are audited during the run,
// and the payments to each withdrawal's own destination are read from the simulated chain. At the end the wallets on
// the chain equal the books to the last unit, in every coin. Asserts invariants only.
import { expect, test } from 'vitest';
import { walletDifferences } from '../support/wallet-and-books.ts';
import { checkAlways, checkNotifications } from './invariants.ts';
import { endow, healPayouts, moneyOut, moneyOutActions } from './payout-actions.ts';
import { checkPayouts, checkPayoutsAtTheEnd } from './payout-invariants.ts';
import { randomSteps, seeds, stopTheClock, TIMEOUT } from './run-seeds.ts';
import { createSimulatedWorld } from './simulated-world.ts';
import { countTransfers, kinds } from './transfer-counts.ts';

stopTheClock();

/** Steps between two idle moments. */
const BETWEEN_RESTS = 25;
/** Steps between two audits. */
const BETWEEN_AUDITS = 10;
/** With this many worlds, each kind of event happens at least once. */
const WORLDS_PER_EVENT = 10;

const totals = new Map(kinds.map((kind) => [kind, 0]));

test.each(seeds)(
  'every withdrawal is paid exactly once or not at all, in the world of seed %s',
  async (seed) => {
    // Every other seed pays several withdrawals in one transaction.
    const environment = {
      ...moneyOut.environment,
      CHAINTILL_BATCH_MAX_PAYMENTS: Number(seed) % 2 === 0 ? '10' : '1',
    };
    const world = await createSimulatedWorld(seed, { ...moneyOut, environment });
    await endow(world);
    await randomSteps(world, moneyOutActions, async (step) => {
      const place = `seed ${seed}, step ${step}`;
      if (step % BETWEEN_RESTS === 0) await world.rest();
      if (step % BETWEEN_AUDITS !== 0) return;
      await checkAlways(world.sql, place);
      await checkPayouts(world.sql, place);
    });
    await healPayouts(world);
    const end = `seed ${seed}, at the end`;
    await checkAlways(world.sql, end);
    await checkPayoutsAtTheEnd(world.sql, end);
    await checkNotifications(world.sql, world.reported, end);
    const { coins } = world.app();
    expect(await walletDifferences(world.sql, coins, moneyOut.coins), end).toEqual([]);
    await countTransfers(world);
    for (const [kind, times] of world.counts) totals.set(kind, (totals.get(kind) ?? 0) + times);
    await world.close();
  },
  TIMEOUT,
);

test('every kind of event happened in these worlds', () => {
  console.info(`events in ${seeds.length} worlds: ${JSON.stringify(Object.fromEntries(totals))}`);
  const least = Math.floor(seeds.length / WORLDS_PER_EVENT);
  expect(totals.get('payout')).toBeGreaterThan(0);
  expect([...totals].filter(([, times]) => times < least)).toEqual([]);
});
