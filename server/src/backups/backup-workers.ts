// What a service does about its backups by itself: it watches their age, stores the log that follows them, and makes
// them where it is told to.
import type { Config } from '../core/config/config.ts';
import type { Worker } from '../workers/worker.ts';
import { nightlyWorker } from './nightly.ts';
import { walWorker } from './wal/wal-worker.ts';
import { backupAgeWorker } from './watch-age.ts';

/** A database of another server has an archive of its own. */
export function backupWorkers({ databaseUrl, nightly }: Config): readonly Worker[] {
  return [
    backupAgeWorker,
    ...(databaseUrl === null ? [walWorker] : []),
    ...(nightly === null ? [] : [nightlyWorker(nightly)]),
  ];
}
