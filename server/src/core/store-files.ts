// Creates private files, and replaces files atomically.
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemRandom } from './random.ts';

const OWNER_ONLY = 0o600;

/** Durable on return; throws when the file exists. */
export function writeDurably(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx', flush: true }));
}

/** The caller makes the file durable. */
export function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return pipeline(chunks, createWriteStream(path, { mode: OWNER_ONLY, flags: 'wx' }));
}

/** Durable on return. A crash leaves the old or the new content, never an empty or partial file. */
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

/** `remedy`: what to do, in full sentences. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';

  constructor(path: string, remedy: string) {
    super(`${path} is damaged. Nothing was changed. ${remedy}`);
  }
}

/** Makes new names in the folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Null when the file does not exist. */
export function readIfThere(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

export async function* chunksOf(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof content === 'string' ? Buffer.from(content) : content;
}

export async function allOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
