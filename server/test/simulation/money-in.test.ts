// Thousands of random steps of a small world of payments, blocks, decisions, crashes and outages. The books are audited
// after each step, and compared with the chain whenever the work is done. Asserts invariants only.
import { expect, test } from 'vitest';
import { SECOND } from '../../src/core/clock.ts';
import { heal, moneyIn, moneyInActions } from './actions.ts';
import { decisions } from './decision-actions.ts';
import { checkAlways, checkAtRest, checkNotifications } from './invariants.ts';
import { randomSteps, seeds, stopTheClock, TIMEOUT } from './run-seeds.ts';
import { createSimulatedWorld } from './simulated-world.ts';

stopTheClock();

/** Steps between two idle moments. */
const BETWEEN_RESTS = 25;

test.each(seeds)(
  'the books are right at every step of seed %s',
  async (seed) => {
    const world = await createSimulatedWorld(seed, moneyIn);
    await randomSteps(world, [...moneyInActions, ...decisions], async (step) => {
      const place = `seed ${seed}, step ${step}`;
      await checkAlways(world.sql, place);
      if (step % BETWEEN_RESTS === 0) await rest(place);
    });
    await heal(world);
    await rest(`seed ${seed}, at the end`);
    await checkNotifications(world.sql, world.reported, `seed ${seed}, at the end`);
    expect(await leftOver(), `seed ${seed}, at the end`).toEqual([]);
    await world.close();

    /** Runs twice, as the second run gives up what the first missed. */
    async function rest(place: string): Promise<void> {
      await world.rest();
      world.clock.advance(11 * SECOND);
      await world.rest();
      await checkAlways(world.sql, place);
      for (const coin of moneyIn.coins) {
        const [settings] = await world.sql.query<{ isDown: boolean }>(
          'select node_is_down as "isDown" from simulation.settings where coin = $1',
          [coin],
        );
        if (settings?.isDown === false) await checkAtRest(world.sql, coin, place);
      }
    }

    function leftOver(): Promise<unknown[]> {
      return world.sql.query(
        `select 'delivery' as what, id::text from deliveries where status <> 'delivered'
         union all select 'assessment', id::text from deposits where assess_at is not null
         union all select 'invoice', id::text from invoices where due_at <= $1`,
        [new Date(world.clock.now())],
      );
    }
  },
  TIMEOUT,
);
