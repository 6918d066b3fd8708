// The maintenance of old callbacks: compacted after an hour, purged after a year or as configured.
import type { Worker } from '../workers/worker.ts';
import { compactCallbacksWorker } from './compact-callbacks.ts';
import { purgeCallbacksWorker } from './purge-callbacks.ts';

export const oldCallbacksWorkers: readonly Worker[] = [
  compactCallbacksWorker,
  purgeCallbacksWorker,
];
