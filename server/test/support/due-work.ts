// Lets workers do due work. A job runs when its interval has passed on the test's clock, not at every step of a test:
// it would find nothing new, and take a fourth of all time.
import type { App } from '../../src/app.ts';
import { type Clock, SECOND } from '../../src/core/clock.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork, type Worker } from '../../src/workers/worker.ts';

/** Jobs with a shorter interval run at each step. */
const OFTEN = 5 * SECOND;

export type DoDueWork = (app: App, workers: readonly Worker[]) => Promise<void>;

/** Until nothing is due; the first call runs everything. */
export function dueWork(clock: Clock): DoDueWork {
  const doneAt = new Map<string, number>();
  const isEarly = ({ name, everyMilliseconds: every = 0 }: Worker) => {
    const since = clock.now() - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back does not count.
    return every >= OFTEN && since >= 0 && since < every;
  };
  return async (app, workers) => {
    const early = workers.filter(isEarly);
    const due = workers.filter((worker) => !early.includes(worker));
    for (const { name } of due) doneAt.set(name, clock.now());
    await makeAllDue(
      app,
      early.map(({ name }) => name),
    );
    await runDueWork(app, due);
  };
}
