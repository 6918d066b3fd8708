// What becomes of callbacks that were sent: packed after an hour, forgotten after a year or as it is set.
import type { Worker } from '../workers/worker.ts';
import { compactCallbacksWorker } from './compact-callbacks.ts';
import { purgeCallbacksWorker } from './purge-callbacks.ts';

export const oldCallbacksWorkers: readonly Worker[] = [
  compactCallbacksWorker,
  purgeCallbacksWorker,
];
