// How long a simulation runs and with which seeds. CHAINTILL_SIMULATION_SECONDS runs each seed longer,
// CHAINTILL_SIMULATION_WORLDS runs so many seeds from CHAINTILL_SIMULATION_FIRST on, CHAINTILL_SIMULATION_SEED
// runs one seed, to repeat what a run has found.
import { ChaintillError } from '../../../client/src/error.ts';
import { MINUTE, SECOND, wallNow } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { drawAction, type Weighted } from './actions.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const seconds = Number(process.env['CHAINTILL_SIMULATION_SECONDS'] ?? '5');
const oneSeed = process.env['CHAINTILL_SIMULATION_SEED'];
const worlds = Number(process.env['CHAINTILL_SIMULATION_WORLDS'] ?? '2');
const first = Number(process.env['CHAINTILL_SIMULATION_FIRST'] ?? '1');

export const seeds =
  oneSeed === undefined ? Array.from({ length: worlds }, (_, n) => `${first + n}`) : [oneSeed];
/** For the test that runs one seed. */
export const TIMEOUT = (seconds + 180) * SECOND + MINUTE;

const STEPS_MAX = seconds > 20 ? 1_000_000 : 3000;

/** Random steps until the time is over; how many. `after` is called with the place in the run. */
export async function randomSteps(
  world: SimulatedWorld,
  actions: Weighted,
  after: (step: number) => Promise<void>,
): Promise<number> {
  const endsAt = wallNow() + seconds * SECOND;
  let step = 0;
  for (; step < STEPS_MAX && wallNow() < endsAt; step++) {
    try {
      await drawAction(world, actions)(world);
    } catch (error) {
      // A refusal is an answer like any other.
      if (!isRefusal(error)) throw new Error(`at step ${step}`, { cause: error });
    }
    await after(step);
  }
  return step;
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ChaintillError) return error.status !== null && error.status !== 500;
  return error instanceof AppError;
}
