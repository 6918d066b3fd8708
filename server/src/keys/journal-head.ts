// Where the journal of a separate signer ended last: a small file beside it, under a code that only the owner of the
// folder can make. A journal that ends earlier, or otherwise, has lost lines, and is not opened. The service remembers
// the same, so that both files set back together are noticed as well.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';

/** How far a journal goes: lines, and the hash of the last one. */
export interface JournalHead {
  readonly count: number;
  readonly hash: string;
}

export const NO_LINES: JournalHead = { count: 0, hash: '' };

/** Always the same length, so that one write replaces it: a sector of a disk is written whole or not at all. */
const LENGTH = 160;
const FILE_MODE = 0o600;
const PURPOSE = 'chaintill signer head v1';

/** Null where there is no file. Throws when it is not as it was written. */
export async function readHead(file: string, key: Uint8Array): Promise<JournalHead | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [count = '', hash = '', code = ''] = text.trim().split(' ');
  const head = { count: Number(count), hash: hash === '-' ? '' : hash };
  const expected = Buffer.from(codeOf(key, head));
  const given = Buffer.from(code);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Error(`${file} is not as it was written`);
  return head;
}

/** Opens it for writing, and makes it when there is none. */
export async function openHead(
  file: string,
  key: Uint8Array,
): Promise<{ write(head: JournalHead): Promise<void>; close(): Promise<void> }> {
  const handle: FileHandle = await open(file, 'r+', FILE_MODE).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(file, 'w+', FILE_MODE);
      throw error;
    },
  );
  return {
    async write(head) {
      const line = `${head.count} ${head.hash || '-'} ${codeOf(key, head)}`;
      await handle.write(`${line.padEnd(LENGTH - 1)}\n`, 0, 'utf8');
      await handle.datasync();
    },
    close: () => handle.close(),
  };
}

function codeOf(key: Uint8Array, { count, hash }: JournalHead): string {
  return createHmac('sha256', key).update(`${PURPOSE}\n${count}\n${hash}`).digest('base64url');
}
