// What becomes of callbacks that were sent: packed after an hour, forgotten after a year or as it is set.
import type { Worker } from '../workers/worker.ts';
import { forgetCallbacksWorker } from './forget-callbacks.ts';
import { packCallbacksWorker } from './pack-callbacks.ts';

export const oldCallbacksWorkers: readonly Worker[] = [packCallbacksWorker, forgetCallbacksWorker];
