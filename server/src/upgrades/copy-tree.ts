// Copies the files of a stopped server durably. Where the file system supports it, both copies share unchanged data.
import { constants } from 'node:fs';
import { copyFile, lchown, lstat, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../core/store-files.ts';
import { UpgradeError } from './kept.ts';

const OWNER_ONLY = 0o700;

/** `to` gets the owner of `from`. Throws UpgradeError for links and devices, whose data would be elsewhere. */
export async function copyTree(from: string, to: string): Promise<void> {
  await copyFolder(from, to);
  await giveTo(to, from);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: OWNER_ONLY });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await copyOne(source, target);
    else throw new UpgradeError(`${source} leads outside of the data folder and can't be copied`);
  }
  await syncFolder(to);
}

async function copyOne(source: string, target: string): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Only root needs to change owners, and only root may. */
export async function giveTo(path: string, like: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(like);
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const { parentPath, name } of entries) await lchown(join(parentPath, name), uid, gid);
  await lchown(path, uid, gid);
}
