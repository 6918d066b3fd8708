// Archives purged callbacks as files that outlive the database: one compressed JSON Lines file per batch. A file is
// either complete or absent. A batch that is written again, because it is unknown whether it was purged, gets a new
// file.
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chunksOf, syncFolder, writeDurably } from '../core/store-files.ts';
import type { Batch, WholeCallback } from './complete-callbacks.ts';

const compress = promisify(gzip);

/** `2026-08-17-01a2….jsonl.gz` in the project's own folder, readable only by this user. */
export async function archiveCallbacks(
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

/** One line: a callback with its result at each endpoint. */
function archived(projectId: string, callback: WholeCallback) {
  const { id, type, event, object_id, created_at, payload } = callback;
  const deliveries = callback.deliveries.map((delivery) => ({
    ...{
      id: delivery.id,
      event_id: id,
      endpoint_id: delivery.endpoint_id,
      status: delivery.status,
    },
    ...{ attempts: delivery.attempts, created_at: delivery.created_at },
    delivered_at: delivery.delivered_at,
    made: delivery.made.map((attempt) => ({ ...attempt, delivery_id: delivery.id })),
  }));
  return { project_id: projectId, id, type, event, object_id, created_at, payload, deliveries };
}
