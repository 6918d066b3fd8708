// The cluster that an upgrade took the place of: it stays beside the new one, closed, until it is forgotten or the next
// upgrade comes. A file beside it tells what it is, and how far the new one was when it began.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makePassing, PASSING, removePassing } from '../backups/passing-folder.ts';
import { DamagedFile, replaceFile } from '../core/store-files.ts';

export interface Kept {
  /** Of PostgreSQL. */
  readonly major: string;
  /** The number of its last migration. */
  readonly migration: number;
  readonly upgraded_at: string;
  /** The first transaction of the new one that is none of the upgrade's. */
  readonly next_transaction: string;
  /** A backup that was made of it right before; null: none was asked for. */
  readonly backup: string | null;
}

/** Below the folder of the server: what was there before an upgrade, and what was there before going back. */
export const KEPT = 'kept';
export const LEFT = 'left';

const FILE = 'kept.json';

/** As `cluster` in a folder of a server. */
export function clusterIn(name: string): string {
  return join(name, 'cluster');
}

/** Before the cluster is put there: without one it says nothing. */
export async function writeKept(folder: string, kept: Kept): Promise<void> {
  const path = join(folder, KEPT);
  await mkdir(path, { recursive: true, mode: 0o711 });
  await replaceFile(join(path, FILE), `${JSON.stringify(kept, null, 1)}\n`);
}

export async function readKept(folder: string): Promise<Kept | null> {
  const path = join(folder, KEPT);
  if (!existsSync(join(folder, clusterIn(KEPT))) || !existsSync(join(path, FILE))) return null;
  const text = await readFile(join(path, FILE), 'utf8');
  try {
    return JSON.parse(text) as Kept;
  } catch {
    throw new DamagedFile(join(path, FILE), 'Restore the backup of before the upgrade instead.');
  }
}

/** Whether there was one. A cut leaves it where it was, or where the next command removes it. */
export async function forget(folder: string, name: typeof KEPT | typeof LEFT): Promise<boolean> {
  const path = join(folder, name);
  if (!existsSync(path)) return false;
  const passing = await makePassing(folder, PASSING.upgrade);
  await rename(path, join(passing, 'forgotten'));
  await removePassing(passing);
  return true;
}
