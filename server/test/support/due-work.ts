// Lets workers do what is due. What is done once in a while is done when so much time has passed on the test's
// clock, and not at each step of a test: it would find nothing new there, and take a fourth of all time.
import type { App } from '../../src/app.ts';
import { type Clock, SECOND } from '../../src/core/clock.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork, type Worker } from '../../src/workers/worker.ts';

/** What comes more often is part of each step. */
const OFTEN = 5 * SECOND;

export type DoDueWork = (app: App, workers: readonly Worker[]) => Promise<void>;

/** Until nothing is due; the first call does all. */
export function dueWork(clock: Clock): DoDueWork {
  const doneAt = new Map<string, number>();
  const isEarly = ({ name, everyMilliseconds: every = 0 }: Worker) => {
    const since = clock.now() - (doneAt.get(name) ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back tells nothing.
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
