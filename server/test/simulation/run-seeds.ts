// How long a simulation runs and with which seeds. CHAINTILL_SIMULATION_STEPS sets the steps per seed,
// CHAINTILL_SIMULATION_WORLDS the number of seeds starting at CHAINTILL_SIMULATION_FIRST. CHAINTILL_SIMULATION_SEED
// runs one seed, to reproduce a failure: with the same number of steps it ends in the same state.
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
/** For a test that runs one seed. */
export const TIMEOUT = 5 * MINUTE + steps * 500;

/** The machine's time is frozen, so that due work does not depend on the machine's speed. */
export function stopTheClock(): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: STARTS_AT });
  });
  afterAll(() => {
    vi.useRealTimers();
  });
}

/** Random steps. Calls `after` with the position in the run. */
export async function randomSteps(
  world: SimulatedWorld,
  actions: Weighted,
  after: (step: number) => Promise<void>,
): Promise<void> {
  for (let step = 0; step < steps; step++) {
    try {
      await drawAction(world, actions)(world);
    } catch (error) {
      // Rejections are valid responses.
      if (!isRefusal(error)) throw new Error(`at step ${step}`, { cause: error });
    }
    await after(step);
  }
}

function isRefusal(error: unknown): boolean {
  if (error instanceof ChaintillError) return error.status !== null && error.status !== 500;
  return error instanceof AppError;
}
