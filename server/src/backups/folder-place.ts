// Each backup has its own folder, which gets its final name when all its files are on disk.
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { wallNow } from '../core/clock.ts';
import { chunksOf, syncFolder, writeDurably } from '../core/store-files.ts';
import { BackupError, isBackupName, UNFINISHED_AGE_MAX } from './backup.ts';
import { freeIn } from './passing-folder.ts';
import type { ClaimPlace, Draft, Place, WalPlace } from './place.ts';
import { parseUntil, UNTIL } from './wal/stored-log.ts';

const OWNER_ONLY = 0o700;
const UNFINISHED = '.partial';

export function folderPlace(wish: string): Place {
  const folder = resolve(wish);
  const list = async () => (await namesIn(folder)).filter(isBackupName).sort();
  return {
    title: folder,
    list,
    free: () => freeIn(folder),
    async begin(name) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY }).catch(cannot(`create ${folder}`));
      await removeUnfinished(folder);
      if (existsSync(join(folder, name)))
        throw new BackupError(`${name} already exists in ${folder}`);
      return beginDraft(folder, name);
    },
    async read(name, file) {
      const path = join(folder, name, file);
      if (!existsSync(path)) throw new BackupError(`${path} does not exist`);
      return createReadStream(path, { highWaterMark: 1 << 18 });
    },
    async remove(name) {
      if (!isBackupName(name)) throw new BackupError(`${name} is not the name of a backup`);
      // Renamed first, so that a partly deleted backup does not count as one.
      const aside = join(folder, `${name}${UNFINISHED}`);
      await rename(join(folder, name), aside);
      await rm(aside, { recursive: true });
    },
    wal: (name) => walFolder(join(folder, `wal-${name}`)),
    claims: claimFolder(join(folder, 'claims')),
  };
}

const CLAIM = 'claim.json';
const TAKEN = ['EEXIST', 'ENOTEMPTY'];

/** Each claim has its own folder: on every file system, a rename never replaces a non-empty folder. */
function claimFolder(folder: string): ClaimPlace {
  return {
    list: (beginning) => finishedIn(folder, beginning),
    async add(name, text) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY }).catch(cannot(`create ${folder}`));
      await removeDrafts(folder);
      const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}${UNFINISHED}`);
      await mkdir(draft, { mode: OWNER_ONLY }).catch(cannot(`create ${draft}`));
      try {
        await writeDurably(join(draft, CLAIM), chunksOf(text));
        await syncFolder(draft);
        await rename(draft, join(folder, name));
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        if (TAKEN.includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
      await syncFolder(folder);
      return true;
    },
    read: (name) => readFile(join(folder, name, CLAIM), 'utf8'),
  };
}

function walFolder(folder: string): WalPlace {
  return {
    title: folder,
    list: (beginning = '') => finishedIn(folder, beginning),
    async add(name, content) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY }).catch(cannot(`create ${folder}`));
      if (existsSync(join(folder, name))) throw new BackupError(`${folder} already has ${name}`);
      // One per process: a process that hung may continue writing while another one does its work.
      const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}${UNFINISHED}`);
      try {
        await writeDurably(draft, chunksOf(content));
        await rename(draft, join(folder, name));
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      await syncFolder(folder);
    },
    read: (name) => readFile(join(folder, name)),
    async remove(name) {
      await rm(join(folder, name));
      await removeDrafts(folder);
    },
    storedAt: async (name) => (await stat(join(folder, name))).mtime,
    async noteUntil(until) {
      await mkdir(folder, { recursive: true, mode: OWNER_ONLY }).catch(cannot(`create ${folder}`));
      const draft = join(folder, `${UNTIL}.${randomBytes(4).toString('hex')}${UNFINISHED}`);
      await writeDurably(draft, chunksOf(`${until.toISOString()}\n`));
      await rename(draft, join(folder, UNTIL));
    },
    async readUntil() {
      const path = join(folder, UNTIL);
      return existsSync(path) ? parseUntil(await readFile(path, 'utf8')) : null;
    },
  };
}

/** Drafts left by a killed process. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of (await namesIn(folder)).filter((each) => each.endsWith(UNFINISHED)))
    await removeOld(join(folder, name));
}

async function beginDraft(folder: string, name: string): Promise<Draft> {
  const draft = join(folder, `${name}${UNFINISHED}`);
  await mkdir(draft, { mode: OWNER_ONLY }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') return cannot(`create ${draft}`)(error);
    throw new BackupError(`${draft} exists: another process is making this backup`);
  });
  return {
    write: (file, chunks) => writeDurably(join(draft, file), chunks),
    async finish() {
      await syncFolder(draft);
      await rename(draft, join(folder, name));
      await syncFolder(folder);
    },
    abandon: () => rm(draft, { recursive: true, force: true }),
  };
}

async function finishedIn(folder: string, beginning: string): Promise<string[]> {
  const names = (await namesIn(folder)).filter((name) => !name.endsWith(UNFINISHED));
  return names.filter((name) => name.startsWith(beginning)).sort();
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    return cannot(`read ${folder}`)(error as NodeJS.ErrnoException);
  }
}

function cannot(doing: string) {
  return ({ code }: NodeJS.ErrnoException): never => {
    throw new BackupError(`cannot ${doing}: ${code}`);
  };
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await namesIn(folder))
    if (name.endsWith(UNFINISHED) && isBackupName(name.slice(0, -UNFINISHED.length)))
      await removeOld(join(folder, name));
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    // Another process has just finished or deleted the draft.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (found !== null && wallNow() - found.mtimeMs > UNFINISHED_AGE_MAX)
    await rm(path, { recursive: true, force: true });
}
