// Purges callbacks after `CHAINTILL_CALLBACK_RETENTION_DAYS`: each event with its deliveries and attempts. Pending ones
// are never purged. Uses the machine's time. Works in batches of one project, oldest first. If there is an archive, a
// batch is archived before it is deleted.
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../core/clock.ts';
import { firstId } from '../db/newest-page.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { archiveCallbacks } from './archive-callbacks.ts';
import { oldestCompacted, purgeOldest } from './compacted-batches.ts';
import { holdAsRead, readBatch, removeRows, type WholeCallback } from './complete-callbacks.ts';
import { NO_ID, nextProject } from './next-project.ts';

/** Purged together. */
const BATCH_SIZE = 1000;

/** The last position checked, ordered by project and event. */
interface Place {
  readonly projectId: string;
  readonly eventId: string;
}

/** How far this process has checked. A new process starts over. */
const checkedUpTo = new WeakMap<App, Place>();

export const purgeCallbacksWorker: Worker = recurring({
  name: 'forgetting-callbacks',
  everyMilliseconds: 6 * HOUR,
  leaseMilliseconds: 10 * MINUTE,
  async run(app) {
    const place = checkedUpTo.get(app) ?? (await projectAfter(app, NO_ID));
    if (place === null) return false;
    const before = new Date(wallNow() - app.config.callbackDays * DAY);
    const { projectId } = place;
    if (await purgeCompacted(app, projectId, before)) return true;
    const batch = await readBatch(app, {
      ...{ projectId, after: place.eventId, before, most: BATCH_SIZE },
      beforeId: firstId(before.getTime()),
    });
    const last = batch.at(-1);
    if (last !== undefined) await purgeRows(app, projectId, { batch, before });
    const next =
      last === undefined ? await projectAfter(app, projectId) : { projectId, eventId: last.id };
    if (next === null) checkedUpTo.delete(app);
    else checkedUpTo.set(app, next);
    return next !== null;
  },
});

async function projectAfter(app: App, after: string): Promise<Place | null> {
  const next = await nextProject(app, after);
  return next === null ? null : { projectId: next, eventId: NO_ID };
}

/** Purges callbacks delivered or failed long enough ago. Callbacks that are being resent stay. */
async function purgeRows(
  app: App,
  projectId: string,
  { batch, before }: { batch: readonly WholeCallback[]; before: Date },
): Promise<void> {
  const isOver = ({ deliveries }: WholeCallback) =>
    deliveries.every(
      ({ status, made }) =>
        status !== 'pending' && made.every((attempt) => attempt.created_at < before),
    );
  const over = batch.filter(isOver);
  if (over.length === 0) return;
  await archive(app, projectId, over);
  const callbacks = await app.db.transaction(async (tx) => {
    const gone = await holdAsRead(tx, projectId, over);
    return removeRows(tx, projectId, gone);
  });
  app.log.info({ project_id: projectId, callbacks }, 'old callbacks deleted');
}

/** Purges the oldest pack. False: no pack is old enough. */
async function purgeCompacted(app: App, projectId: string, before: Date): Promise<boolean> {
  const oldest = await oldestCompacted(app.db, projectId, before);
  if (oldest === null) return false;
  await archive(app, projectId, oldest.batch);
  const isGone = await app.db.transaction((tx) => purgeOldest(tx, projectId, oldest));
  const callbacks = isGone ? oldest.batch.length : 0;
  app.log.info({ project_id: projectId, callbacks }, 'old callbacks deleted');
  return true;
}

async function archive(
  app: App,
  projectId: string,
  batch: readonly WholeCallback[],
): Promise<void> {
  const { archiveFolder } = app.config;
  const [first, ...others] = batch;
  if (archiveFolder === null || first === undefined) return;
  await archiveCallbacks(archiveFolder, projectId, [first, ...others]);
}
