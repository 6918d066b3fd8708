// The database goes back in time repeatedly: in place under two running processes, with a restart, and with a
// quarantine that the operator starts, in a run of orders, payments and exchanges. Judged by the networks and by what
// the participants remember: nothing is paid twice, no shop gets another shop's money, and what is lost is listed.
//
// CHAINTILL_SIMULATION_WORLDS sets the number of worlds (1,000 in a thorough run); CHAINTILL_SIMULATION_SEED plays one
// world, to reproduce a failure.
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { DatabaseUnavailable } from '../../src/db/unavailable.ts';
import { drawDeed, endow, type Memory, requestAgain } from './past-actions.ts';
import {
  checkListed,
  checkNothingTwice,
  checkOrders,
  checkOwnMoney,
  checkPayers,
} from './past-invariants.ts';
import { decideHeld, endQuarantines, heal } from './past-operator.ts';
import { createPastWorld, type PastWorld, RESTORE_MODES } from './past-world.ts';

const worlds = Number(process.env['CHAINTILL_SIMULATION_WORLDS'] ?? '1');
const oneSeed = process.env['CHAINTILL_SIMULATION_SEED'];
const first = Number(process.env['CHAINTILL_SIMULATION_FIRST'] ?? '1');
const seeds =
  oneSeed === undefined ? Array.from({ length: worlds }, (_, n) => `${first + n}`) : [oneSeed];

const ERAS = 3;

test.each(seeds)(
  'nothing is paid twice or to another shop when the database goes back, seed %s',
  async (seed) => {
    const world = await createPastWorld(`past ${seed}`, 1 + (Number(seed) % 2));
    const memory: Memory = { orders: [], bills: [], payments: [] };
    try {
      await endow(world);
      for (let era = 0; era < ERAS; era++) await play(world, memory, `seed ${seed}, era ${era}`);
      await heal(world);
      const end = `seed ${seed}, at the end`;
      expect(await endQuarantines(world), end).toEqual([]);
      await heal(world);
      await judge(world, memory, end);
      await checkOrders(world, memory, end);
    } finally {
      await world.close();
    }
  },
  3 * MINUTE,
);

/**
 * Activity, a copy, activity that is lost, the copy put in place, activity in the uncertain state, and the documented
 * steps.
 */
async function play(world: PastWorld, memory: Memory, era: string): Promise<void> {
  await live(world, memory, { steps: 6 + world.draw(10), place: `${era}, before the copy` });
  await world.takeCopy();
  await live(world, memory, { steps: 6 + world.draw(20), place: `${era}, to be forgotten` });
  const mode = world.pick(RESTORE_MODES);
  await world.goBack(mode);
  const place = `${era}, ${mode}`;
  await live(world, memory, { steps: 4 + world.draw(10), place: `${place}, in doubt` });
  expect(await endQuarantines(world), place).toEqual([]);
  for (let n = 0; n < 4; n++) await attempt(() => requestAgain(world, memory), place);
  await attempt(() => decideHeld(world), place);
  await live(world, memory, { steps: 4 + world.draw(6), place: `${place}, afterwards` });
  await judge(world, memory, place);
}

async function judge(world: PastWorld, memory: Memory, place: string): Promise<void> {
  await world.settle();
  await checkNothingTwice(world, memory, place);
  await checkPayers(world, memory, place);
  await checkOwnMoney(world, place);
  await checkListed(world, memory, place);
}

async function live(
  world: PastWorld,
  memory: Memory,
  { steps, place }: { steps: number; place: string },
): Promise<void> {
  for (let step = 0; step < steps; step++)
    await attempt(() => drawDeed(world)(world, memory), `${place}, step ${step}`);
  await checkNothingTwice(world, memory, place);
}

/** Rejections are valid responses, and so are errors while the database is away. */
async function attempt(deed: () => Promise<unknown>, place: string): Promise<void> {
  try {
    await deed();
  } catch (error) {
    if (error instanceof AppError || error instanceof DatabaseUnavailable) return;
    throw new Error(place, { cause: error });
  }
}
