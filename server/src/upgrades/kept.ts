// After an upgrade, the old cluster stays next to the new one, stopped, until a person deletes it or until the next
// upgrade. A file describes the old cluster, and the first state of the new one.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makePassing, PASSING, removePassing } from '../backups/passing-folder.ts';
import { DamagedFile, replaceFile } from '../core/store-files.ts';

export class UpgradeError extends Error {
  override readonly name = 'UpgradeError';
}

export interface Kept {
  readonly major: string;
  /** The number of the last migration. */
  readonly migration: number;
  readonly upgraded_at: string;
  /** The first transaction of the new cluster that does not belong to the upgrade. */
  readonly next_transaction: string;
  /** Made right before the upgrade; null: none was requested. */
  readonly backup: string | null;
}

/** Folders in the server's folder: the cluster from before an upgrade, and the one from before a rollback. */
export const KEPT = 'kept';
export const LEFT = 'left';

const FILE = 'kept.json';

export function clusterIn(name: string): string {
  return join(name, 'cluster');
}

/** Written before the cluster is moved; without a cluster, the file has no meaning. */
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
    throw new DamagedFile(join(path, FILE), 'Restore the backup from before the upgrade instead.');
  }
}

/** False when there was none. After an interruption, `folder` still has it, or the next command removes it. */
export async function purge(folder: string, name: typeof KEPT | typeof LEFT): Promise<boolean> {
  const path = join(folder, name);
  if (!existsSync(path)) return false;
  const passing = await makePassing(folder, PASSING.upgrade);
  await rename(path, join(passing, 'forgotten'));
  await removePassing(passing);
  return true;
}
