// Replaces a cluster with another one and sets the current one aside. A power loss may happen between the two renames,
// so a note records the swap first: the next start completes the swap, and never mistakes the missing cluster for a
// first start. A cluster that was set aside cannot be started by accident.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, embeddedFailure } from './failure.ts';
import { postmastersOf } from './pid-file.ts';
import { clusterOf, realFolder } from './place.ts';

export interface Swap {
  /** The folder of the stopped server. */
  readonly folder: string;
  /** The path of the other cluster below `folder`. It must be complete, synced and stopped. */
  readonly incoming: string;
  /** The new path of the current cluster, below `folder`. Must not exist. */
  readonly aside: string;
}

const NOTE = 'swap';
/** Every cluster has this file. */
const VERSION = 'PG_VERSION';
/** Without this file, no server starts on a cluster. */
const CONTROL = join('global', 'pg_control');
const CLOSED = `${CONTROL}.aside`;

/** Throws an EmbeddedPostgresError, without changes, if another process has started the server in the meantime. */
export function swapClusters(wish: Swap): void {
  const folder = realFolder(wish.folder);
  const cluster = clusterOf(folder);
  const [incoming, aside] = [join(folder, wish.incoming), join(folder, wish.aside)];
  if (existsSync(aside)) throw new Error(`${aside} is there already`);
  if (!existsSync(join(incoming, VERSION))) throw new Error(`${incoming} is no cluster`);
  mkdirSync(dirname(aside), { recursive: true, mode: 0o711 });
  openCluster(incoming);
  writeNote(folder, wish);
  renameSync(cluster, aside);
  if (existsSync(join(aside, 'postmaster.pid')) || postmastersOf(cluster).length > 0) {
    takeBack(folder, aside);
    throw embeddedFailure(`${cluster} is in use: stop what uses it`, undefined, 'explained');
  }
  syncFolder(folder);
  try {
    renameSync(incoming, cluster);
  } catch (error) {
    // A concurrently starting program completed the swap.
    if (codeOf(error) !== 'ENOENT' || !existsSync(cluster)) {
      takeBack(folder, aside);
      throw error;
    }
  }
  finish(folder, aside);
}

function takeBack(folder: string, aside: string): void {
  renameSync(aside, clusterOf(folder));
  rmSync(join(folder, NOTE));
}

/** Completes an interrupted swap, or drops one that had not started. Called before each start. */
export function finishSwap(folder: string): void {
  const note = readNote(folder);
  if (note === null) return;
  const cluster = clusterOf(folder);
  const [incoming, aside] = [join(folder, note.incoming), join(folder, note.aside)];
  if (!existsSync(cluster) && existsSync(incoming)) {
    renameSync(incoming, cluster);
    finish(folder, aside);
  } else if (!existsSync(cluster) && existsSync(aside)) {
    // A person has removed the other cluster.
    takeBack(folder, aside);
  } else if (existsSync(aside) && !existsSync(incoming)) {
    finish(folder, aside);
  } else {
    rmSync(join(folder, NOTE), { force: true });
  }
}

function finish(folder: string, aside: string): void {
  syncFolder(folder);
  closeCluster(aside);
  rmSync(join(folder, NOTE), { force: true });
}

/** A server that a person starts on the cluster does not find its data. */
function closeCluster(cluster: string): void {
  try {
    renameSync(join(cluster, CONTROL), join(cluster, CLOSED));
  } catch (error) {
    // Another program completes the same swap.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

/** Makes a cluster that was set aside startable. */
export function openCluster(cluster: string): void {
  if (existsSync(join(cluster, CLOSED))) renameSync(join(cluster, CLOSED), join(cluster, CONTROL));
}

function writeNote(folder: string, { incoming, aside }: Swap): void {
  const path = join(folder, NOTE);
  writeFileSync(path, `${incoming}\n${aside}\n`, { mode: 0o600, flush: true });
  syncFolder(folder);
}

/** Null without a complete note. An incomplete note was written before anything was done. */
function readNote(folder: string): Pick<Swap, 'incoming' | 'aside'> | null {
  const path = join(folder, NOTE);
  if (!existsSync(path)) return null;
  const [incoming = '', aside = '', ...rest] = readFileSync(path, 'utf8').split('\n');
  if (rest.length === 1 && incoming !== '' && aside !== '') return { incoming, aside };
  rmSync(path);
  return null;
}

/** Renames survive a power loss only after this. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
