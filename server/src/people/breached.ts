// Checks whether a password was leaked, against a sorted file of SHA-1 hashes, one per line, as Have I Been Pwned
// publishes it (`HASH:COUNT`). The file has tens of gigabytes, so it is searched by bisection and never read as a
// whole.
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const HASH_LENGTH = 40;
/** Longer than two lines. */
const WINDOW = 256;

/** Errors: those of reading the file. */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path);
  try {
    return await hasLine(file, wanted);
  } finally {
    await file.close();
  }
}

/** Searches for a line that starts at or after `low` and before `high`. Both are file offsets. */
async function hasLine(file: FileHandle, wanted: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await firstLineFrom(file, middle);
    if (line === null || line.start >= high) {
      high = middle;
      continue;
    }
    const found = line.text.slice(0, HASH_LENGTH).toUpperCase();
    if (found === wanted) return true;
    if (found < wanted) low = line.start + 1;
    else high = middle;
  }
  return false;
}

/** Null at the end of the file. */
async function firstLineFrom(
  file: FileHandle,
  place: number,
): Promise<{ start: number; text: string } | null> {
  // A line starts where the previous byte ends one.
  const from = Math.max(0, place - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begin = place === 0 ? 0 : text.indexOf('\n') + 1;
  if (place > 0 && begin === 0) return null;
  const [line = ''] = text.slice(begin).split(/\r?\n/);
  return line.length < HASH_LENGTH ? null : { start: from + begin, text: line };
}
