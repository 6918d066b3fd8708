// Creates the data folder ("cluster") of the embedded PostgreSQL in a temporary folder next to it, which is renamed
// when complete. A kill at any time leaves nothing that the next start could mistake for a database.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { HOUR, wallNow } from './clock.ts';
import { codeOf, embeddedFailure, explainOutput } from './failure.ts';
import { giveTo, type Identity } from './identity.ts';
import { ENVIRONMENT, type Place } from './place.ts';

/** An unfinished initdb older than this was interrupted, even if another process has its ID now. */
const UNFINISHED_AGE_MAX = HOUR;

/** PostgreSQL 17, initdb. */
const SYNCFS_SINCE = 17;

/** Two processes may create a cluster concurrently: the first one's is kept. */
export async function ensureCluster(place: Place): Promise<void> {
  removeUnfinished(place.folder);
  if (!existsSync(place.cluster)) await createCluster(place);
  checkVersion(place.cluster, place.major);
  if (place.identity !== null && statSync(place.cluster).uid === 0) {
    // After root restored a backup: the server must own its data.
    chownTree(place.cluster, place.identity);
  }
  closeToOthers(place.cluster);
}

/** A copy may have lost its mode. The server rejects data that others can access. */
function closeToOthers(cluster: string): void {
  const { mode } = statSync(cluster);
  if ((mode & 0o077) !== 0) chmodSync(cluster, 0o700);
}

async function createCluster(place: Place): Promise<void> {
  const fresh = mkdtempSync(join(place.folder, `cluster.new-${process.pid}-`));
  try {
    giveTo(place.identity, fresh);
    await runInitdb(place, fresh);
    renameSync(fresh, place.cluster);
    syncFolder(place.folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
  }
}

function runInitdb(place: Place, fresh: string): Promise<void> {
  const args = ['-D', fresh, '-U', place.owner, '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  args.push(...syncing(place));
  const { file, args: words, identity } = place.commandFor(join(place.program, 'bin/initdb'), args);
  return new Promise((resolve, reject) => {
    execFile(file, words, { env: ENVIRONMENT, cwd: '/', ...identity }, (error, _stdout, stderr) => {
      if (error === null) resolve();
      else
        reject(explainOutput('The embedded PostgreSQL could not create its data', stderr, error));
    });
  });
}

/** Syncs the file system once instead of each of a thousand files, where initdb can. */
function syncing({ isDurable, major }: Place): readonly string[] {
  if (!isDurable) return ['--no-sync'];
  const canSyncAll = process.platform === 'linux' && Number(major) >= SYNCFS_SINCE;
  return canSyncAll ? ['--sync-method=syncfs'] : [];
}

/** Throws when another major version wrote the cluster. A missing cluster is accepted. */
export function checkVersion(cluster: string, major: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) return;
  const version = readFileSync(file, 'utf8').trim();
  if (version === major) return;
  const what = `${cluster} was written by PostgreSQL ${version}, this release brings ${major}`;
  if (Number(version) < Number(major)) throw embeddedFailure(what, undefined, 'major');
  throw embeddedFailure(`${what}. Start the release that wrote it`, undefined, 'explained');
}

function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = /^cluster\.new-(\d+)-/.exec(name)?.[1];
    if (pid === undefined) continue;
    const path = join(folder, name);
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (isAlive(Number(pid)) && wallNow() - madeAt < UNFINISHED_AGE_MAX) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // The initdb of a killed process may still be writing there. The next start removes the folder.
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** A rename survives a power loss only after this. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

function chownTree(path: string, identity: NonNullable<Identity>): void {
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) chownTree(join(path, name), identity);
  }
  giveTo(identity, path);
}
