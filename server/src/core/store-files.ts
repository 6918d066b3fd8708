// New files that nobody else may read, as they arrive.
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

const OWNER_ONLY = 0o600;

/** A new one, on the disk when this returns; throws when it is there. */
export function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx', flush: true }));
}

/** A new one, of which somebody else sees to it that it is on the disk. */
export function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx' }));
}

/** Makes new names in it durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function* chunksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}
