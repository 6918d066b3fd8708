// Purges callbacks after `CHAINTILL_CALLBACK_RETENTION_DAYS` by the machine's clock, oldest first, in batches of one
// project. Pending ones are never purged. If there is an archive, a batch is archived before it is deleted.

import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../core/clock.ts';
import { chunksOf, syncFolder, writeDurably } from '../core/store-files.ts';
import { firstId } from '../db/newest-page.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { compactCallbacksWorker } from './compact-callbacks.ts';
import { oldestCompacted, purgeOldest } from './compacted-batches.ts';
import { NO_ID, nextProject } from './compacting.ts';
import {
  type Batch,
  holdAsRead,
  readBatch,
  removeRows,
  type WholeCallback,
} from './complete-callbacks.ts';

const compress = promisify(gzip);

/** `2026-08-17-01a2….jsonl.gz` in the project's own folder, readable only by this user. */
async function archiveCallbacks(
  folder: string,
  projectId: string,
  callbacks: Batch,
): Promise<void> {
  const [{ id, created_at: day }] = callbacks;
  const own = join(folder, 'callbacks', projectId);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const file = join(own, `${day.toISOString().slice(0, 10)}-${id}.jsonl.gz`);
  const lines = callbacks.map((callback) => `${JSON.stringify(archived(projectId, callback))}\n`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  await writeDurably(draft, chunksOf(await compress(lines.join(''))));
  await rename(draft, file);
  await syncFolder(own);
}

function archived(projectId: string, callback: WholeCallback) {
  const { id, type, event, object_id, created_at, payload } = callback;
  const deliveries = callback.deliveries.map((delivery) => ({
    id: delivery.id,
    event_id: id,
    endpoint_id: delivery.endpoint_id,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: delivery.created_at,
    delivered_at: delivery.delivered_at,
    made: delivery.made.map((attempt) => ({ ...attempt, delivery_id: delivery.id })),
  }));
  return { project_id: projectId, id, type, event, object_id, created_at, payload, deliveries };
}

const BATCH_SIZE = 1000;

interface Place {
  readonly projectId: string;
  readonly eventId: string;
}

/** A new process starts over. */
const checkedUpTo = new WeakMap<App, Place>();

export const purgeCallbacksWorker: Worker = recurring({
  name: 'callback-retention',
  everyMilliseconds: 6 * HOUR,
  leaseMilliseconds: 10 * MINUTE,
  async run(app) {
    const place = checkedUpTo.get(app) ?? (await projectAfter(app, NO_ID));
    if (place === null) return false;
    const before = new Date(wallNow() - app.config.callbackDays * DAY);
    const { projectId } = place;
    if (await purgeCompacted(app, projectId, before)) return true;
    const batch = await readBatch(app, {
      projectId,
      after: place.eventId,
      before,
      most: BATCH_SIZE,
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

export const oldCallbacksWorkers: readonly Worker[] = [
  compactCallbacksWorker,
  purgeCallbacksWorker,
];
