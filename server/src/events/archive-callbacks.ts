// What is forgotten of callbacks, as files that outlive the database: one for each lot, JSON lines, compressed. A file
// is whole or not there. A lot that is written again, as nobody knows whether it was forgotten, takes its own place.
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { chunksOf, syncFolder, writeDurably } from '../core/store-files.ts';

const packed = promisify(gzip);

/** A callback with what became of it at each endpoint, as its line says it. */
export interface ArchivedCallback {
  readonly project_id: string;
  readonly id: string;
  readonly type: string;
  readonly event: string;
  readonly object_id: string;
  readonly created_at: Date;
  /** The bytes that were sent. */
  readonly payload: string;
  readonly deliveries: readonly object[];
}

/** `2026-08-17-01a2….jsonl.gz` below the project's own folder, readable by us alone. */
export async function archiveCallbacks(
  folder: string,
  callbacks: readonly [ArchivedCallback, ...ArchivedCallback[]],
): Promise<void> {
  const [{ project_id: projectId, id, created_at: day }] = callbacks;
  const own = join(folder, 'callbacks', projectId);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const file = join(own, `${day.toISOString().slice(0, 10)}-${id}.jsonl.gz`);
  const lines = callbacks.map((callback) => `${JSON.stringify(callback)}\n`);
  const draft = `${file}.draft`;
  await rm(draft, { force: true });
  await writeDurably(draft, chunksOf(await packed(lines.join(''))));
  await rename(draft, file);
  await syncFolder(own);
}
