// Checks the age of backups, archives WAL, and makes nightly backups where configured.
import type { Config } from '../core/config/config.ts';
import type { Worker } from '../workers/worker.ts';
import { nightlyWorker } from './nightly.ts';
import { backupAgeWorker } from './note-backup.ts';
import { walWorker } from './wal/archive-wal.ts';

/** An external database has its own archive. */
export function backupWorkers({ databaseUrl, nightly }: Config): readonly Worker[] {
  return [
    backupAgeWorker,
    ...(databaseUrl === null ? [walWorker] : []),
    ...(nightly === null ? [] : [nightlyWorker(nightly)]),
  ];
}
