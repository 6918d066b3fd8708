// Checks that no worker does work that the statement of due-work.ts had not found: such work would wait for a minute.
import { CALLBACKS_WORKER } from '../../src/events/emit.ts';
import { findDueWork } from '../../src/workers/due-work.ts';
import type { Worker } from '../../src/workers/worker.ts';

/** Fails when the worker does something although its condition does not hold. */
export function foundFirst(worker: Worker): Worker {
  // Its run also waits for requests in flight.
  if (worker.due === undefined || worker.name === CALLBACKS_WORKER) return worker;
  return {
    ...worker,
    async run(app) {
      const found = await findDueWork(app, [worker])?.();
      const rows = await worker.run(app);
      if (rows > 0 && found?.length !== 1)
        throw new Error(`${worker.name}: ${rows} rows, and nothing was due`);
      return rows;
    },
  };
}
