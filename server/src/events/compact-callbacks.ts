// Compacts callbacks an hour after their creation, once all their deliveries succeeded: 250 events of one project,
// with their deliveries and attempts, go into one row (compacted-batches.ts). The newest callbacks of each project
// stay, because lists start with them.
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import { DAY, HOUR, MINUTE } from '../core/clock.ts';
import { timeOfId } from '../db/newest-page.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { storeCompacted } from './compacted-batches.ts';
import { NO_ID, nextProject } from './compacting.ts';
import { holdAsRead, readBatch, removeRows, type WholeCallback } from './complete-callbacks.ts';

/** To show one callback of a batch, the whole batch is read. */
const BATCH_SIZE = 250;
const AFTER = HOUR;
/** How long an incomplete batch waits for more callbacks. */
const WAITS_MAX = DAY;
/** A pack spans less than a day (compacted-batches.ts), including delivery ids, which may be slightly earlier. */
const SPAN = DAY - MINUTE;
/** More than any list reads as the newest (feed.ts, operator/overview/handlers.ts). */
const NEWEST = 200;
/** Projects checked in one run, until one has a full batch. */
const PROJECTS = 100;
/** How often to start over, for callbacks that were undelivered when they were checked. */
const FROM_THE_START = 6 * HOUR;

interface Progress {
  readonly since: number;
  projectId: string | null;
  readonly places: Map<string, string>;
}

const progressOf = new WeakMap<App, Progress>();

export const compactCallbacksWorker: Worker = recurring({
  name: 'callback-compaction',
  everyMilliseconds: 5 * MINUTE,
  leaseMilliseconds: 10 * MINUTE,
  async run(app) {
    if (app.burst.batches() > 0) return MINUTE;
    const progress = progressNow(app);
    progress.projectId ??= await nextProject(app, NO_ID);
    for (let checked = 0; checked < PROJECTS && progress.projectId !== null; checked++) {
      const { projectId } = progress;
      const place = await compactBatch(app, projectId, progress.places.get(projectId) ?? NO_ID);
      if (place === null) progress.projectId = await nextProject(app, projectId);
      else {
        progress.places.set(projectId, place);
        break;
      }
    }
    return progress.projectId !== null;
  },
});

function progressNow(app: App): Progress {
  const now = app.clock.now();
  const known = progressOf.get(app);
  if (known !== undefined && now - known.since < FROM_THE_START) return known;
  const fresh: Progress = { since: now, projectId: null, places: new Map() };
  progressOf.set(app, fresh);
  return fresh;
}

/** Returns how far callbacks were checked; null when there are too few. */
async function compactBatch(app: App, projectId: string, after: string): Promise<string | null> {
  const [newest] = await app.db.query<{ id: string }>(
    `select id from events where project_id = $1 and id > $2 order by id desc offset ${NEWEST - 1} limit 1`,
    [projectId, after],
  );
  if (newest === undefined) return null;
  const now = app.clock.now();
  const requested = {
    projectId,
    after,
    beforeId: newest.id,
    before: new Date(now - AFTER),
    most: BATCH_SIZE,
  };
  const read = await readBatch(app, requested);
  const batch = read.filter(({ id }) => timeOfId(id) < timeOfId(read[0]?.id ?? id) + SPAN);
  const oldest = batch.find(isDelivered);
  const isTruncated = batch.length < read.length;
  const isYoung = oldest !== undefined && oldest.created_at.getTime() > now - WAITS_MAX;
  if (batch.length < BATCH_SIZE && !isTruncated && isYoung) return null;
  if (oldest !== undefined) await storeBatch(app, projectId, batch.filter(isDelivered));
  return batch.at(-1)?.id ?? null;
}

function isDelivered({ deliveries }: WholeCallback): boolean {
  return deliveries.every(({ status }) => status === 'delivered');
}

async function storeBatch(
  app: App,
  projectId: string,
  batch: readonly WholeCallback[],
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const [first, ...others] = await holdAsRead(tx, projectId, batch);
    if (first === undefined) return;
    await storeCompacted(tx, projectId, [first, ...others]);
    const gone = await removeRows(tx, projectId, [first, ...others]);
    // An event without endpoints has no deliveries to lock.
    assert(gone === others.length + 1, 'nobody else packed them');
  });
}
