// How long a simulation runs and with which seeds. CHAINTILL_SIMULATION_STEPS says how many steps a seed has,
// CHAINTILL_SIMULATION_WORLDS runs so many seeds from CHAINTILL_SIMULATION_FIRST on, CHAINTILL_SIMULATION_SEED
// runs one seed, to repeat what a run has found: with as many steps it ends in the same place.
import { afterAll, beforeAll, vi } from 'vitest';
import { ChaintillError } from '../../../client/src/error.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { AppError } from '../../src/core/errors.ts';
import { drawAction, type Weighted } from './actions.ts';
import { type SimulatedWorld, STARTS_AT } from './simulated-world.ts';

const steps = Number(process.env['CHAINTILL_SIMULATION_STEPS'] ?? '120');
const oneSeed = process.env['CHAINTILL_SIMULATION_SEED'];
const worlds = Number(process.env['CHAINTILL_SIMULATION_WORLDS'] ?? '2');
const first = Number(process.env['CHAINTILL_SIMULATION_FIRST'] ?? '1');

export const seeds =
  oneSeed === undefined ? Array.from({ length: worlds }, (_, n) => `${first + n}`) : [oneSeed];
/** For the test that runs one seed. */
export const TIMEOUT = 5 * MINUTE + steps * 500;

/** The machine's time stands still, so that what is due does not depend on how fast the machine is. */
export function stopTheClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: STARTS_AT });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

/** Random steps. `after` is called with the place in the run. */
export async function randomSteps(
  world: SimulatedWorld,
  actions: Weighted,
  after: (step: number) => Promise<void>,
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    try {
      await drawAction(world, actions)(world);
    } catch (error) {
      // A refusal is an answer like any other.
      if (!isRefusal(error)) throw new Error(`at step ${step}`, { cause: error });
    }
    await after(step);
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ChaintillError) return error.status !== null && error.status !== 500;
  return error instanceof AppError;
}
