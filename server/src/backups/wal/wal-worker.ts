// Archives the WAL of the embedded database periodically, and reports when archiving fails.
import type { App } from '../../app.ts';
import { HOUR, MINUTE, SECOND } from '../../core/clock.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import { watchRefusals } from '../claims/watch-refusals.ts';
import { openPlace } from '../place.ts';
import { archiveWal, purgeWal } from './archive-wal.ts';
import { endWalNote, noteWal, readWalNote } from './note-wal.ts';

export const walWorker: Worker = recurring({
  name: 'wal-archive',
  everyMilliseconds: MINUTE,
  longestMilliseconds: HOUR,
  // A restored instance also waits this long: its copy may contain the lease of a process that no longer exists.
  leaseMilliseconds: 15 * SECOND,
  async run(app) {
    await storeWal(app);
    return app.config.walTo === null ? false : app.config.walSeconds * SECOND;
  },
});

async function storeWal(app: App): Promise<void> {
  const { config, log, db } = app;
  if (config.walTo !== null) {
    const place = openPlace(config.walTo, config);
    const archived = await archiveWal(config, log, place).finally(() => watchRefusals(app));
    return noteWal(db, archived);
  }
  // It was archived before: retained WAL that is never fetched must not fill the disk.
  if ((await readWalNote(db)) === null) return;
  await purgeWal(config, log);
  await endWalNote(db);
}
