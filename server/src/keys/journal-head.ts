// The recorded end of a separate signer's journal: a small file next to the journal, authenticated under a key in the
// signer's folder. A journal that ends earlier or differently has lost lines and is not opened. The service also
// stores the end, which reveals a rollback of both files together.
import { createHmac } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { isSameText } from '../core/same-text.ts';
import { readIfThere } from '../core/store-files.ts';

/** `hash`: of the last line. */
export interface JournalHead {
  readonly count: number;
  readonly hash: string;
}

export const NO_LINES: JournalHead = { count: 0, hash: '' };

/** Fixed, so that one write replaces the file: a disk sector is written completely or not at all. */
const LENGTH = 160;
const FILE_MODE = 0o600;
const PURPOSE = 'chaintill signer head v1';

/** Null if the file does not exist. Throws when it was altered. */
export async function readHead(file: string, key: Uint8Array): Promise<JournalHead | null> {
  const text = await readIfThere(file);
  if (text === null) return null;
  const [count = '', hash = '', code = ''] = text.trim().split(' ');
  const head = { count: Number(count), hash: hash === '-' ? '' : hash };
  if (!isSameText(codeOf(key, head), code)) throw new Error(`${file} was changed`);
  return head;
}

/** Creates the file if it is missing. */
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
