// New files that nobody else may read, as they arrive; and files that are replaced as a whole.
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemRandom } from './random.ts';

const OWNER_ONLY = 0o600;

/** A new one, on the disk when this returns; throws when it is there. */
export function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx', flush: true }));
}

/** A new one, of which somebody else sees to it that it is on the disk. */
export function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx' }));
}

/**
 * Stores the text under that name, on the disk when this returns. A crash leaves the file as it was before or as it is
 * now, never empty or half written.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${Buffer.from(systemRandom.bytes(8)).toString('hex')}.draft`;
  try {
    await writeDurably(draft, chunksOf(text));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** A file that this program wrote cannot be read as such. `remedy` says what to do, in full sentences. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';

  constructor(path: string, remedy: string) {
    super(`${path} is damaged. Nothing was changed. ${remedy}`);
  }
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
