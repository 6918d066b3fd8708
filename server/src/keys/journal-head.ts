// The recorded end of a separate signer's journal: a small file next to it, authenticated with a code that only the
// owner of the folder can create. A journal that ends earlier or differently has lost lines and is not opened. The
// service remembers the end as well, so rolling back both files together is detected.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';

/** The end of a journal: its line count, and the hash of the last line. */
export interface JournalHead {
  readonly count: number;
  readonly hash: string;
}

export const NO_LINES: JournalHead = { count: 0, hash: '' };

/** Fixed length, so that one write replaces it: a disk sector is written completely or not at all. */
const LENGTH = 160;
const FILE_MODE = 0o600;
const PURPOSE = 'chaintill signer head v1';

/** Null if the file does not exist. Throws when it was altered. */
export async function readHead(file: string, key: Uint8Array): Promise<JournalHead | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [count = '', hash = '', code = ''] = text.trim().split(' ');
  const head = { count: Number(count), hash: hash === '-' ? '' : hash };
  const expected = Buffer.from(codeOf(key, head));
  const received = Buffer.from(code);
  if (received.length !== expected.length || !timingSafeEqual(received, expected))
    throw new Error(`${file} was changed`);
  return head;
}

/** Opens it for writing and creates it if missing. */
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
