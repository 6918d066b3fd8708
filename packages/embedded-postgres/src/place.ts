// The folders of one embedded PostgreSQL, and the user it runs as. The outer folder is ours. Data and socket belong to
// the server's user and are closed to all others, because the server requires no password.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { codeOf, embeddedFailure } from './failure.ts';
import {
  type Command,
  chooseIdentity,
  commandAs,
  giveTo,
  type Identity,
  ownerOf,
} from './identity.ts';
import { findProgram, MAJOR_VERSION, type ProgramFolder, type Programs } from './program.ts';

export interface Place {
  /** Contains the log, a copy of the programs, and the next two folders. Owned by this process. */
  readonly folder: string;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  readonly socketFolder: string;
  readonly identity: Identity;
  readonly isDurable: boolean;
  /** The superuser that initdb creates. */
  readonly owner: string;
  /** In addition to the settings that this package needs. */
  readonly settings: Readonly<Record<string, string>>;
  readonly program: ProgramFolder;
  /** Of the programs and the data. */
  readonly major: string;
  readonly commandFor: (file: string, args: readonly string[]) => Command;
}

/** Part of the socket's name. Nothing listens on a network. */
export const PORT = 5432;

/** Nothing from the caller's environment: its PGDATA, PGOPTIONS or LANG must not change the server. */
export const ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' };

/** sun_path has 104 bytes on macOS and 108 on Linux, including `/.s.PGSQL.5432` and the final NUL. */
const SOCKET_FOLDER_BYTES_MAX = 104 - 15;
const OUTSIDE_PREFIX = 'embedded-postgres-';

export function clusterOf(folder: string): string {
  return join(folder, 'cluster');
}

/** Without symbolic links. Unchanged when the folder does not exist yet. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}

export function preparePlace(options: {
  readonly folder: string;
  readonly owner: string;
  readonly durable?: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  readonly programs?: Programs;
}): Place {
  const folder = ensureFolder(options.folder);
  const cluster = clusterOf(folder);
  const identity = chooseIdentity(cluster);
  refuseForeign(cluster, identity);
  const socketFolder = ensureSocketFolder(folder, identity);
  return {
    folder,
    cluster,
    socketFolder,
    identity,
    isDurable: options.durable ?? true,
    owner: options.owner,
    settings: options.settings ?? {},
    program: findProgram(folder, options.programs),
    major: options.programs?.major ?? MAJOR_VERSION,
    commandFor: commandAs(identity, [folder, socketFolder]),
  };
}

function ensureFolder(wish: string): string {
  try {
    if (!existsSync(wish)) {
      mkdirSync(wish, { recursive: true });
      // As root, the server's user must be able to pass to its own folders inside.
      chmodSync(wish, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    return realpathSync(wish);
  } catch (error) {
    throw embeddedFailure(`${resolve(wish)} cannot be made (${codeOf(error)})`, error, 'folder');
  }
}

function refuseForeign(cluster: string, identity: Identity): void {
  const owner = ownerOf(cluster);
  if (identity !== null || owner === null || owner.uid === process.getuid?.()) return;
  const advice = 'Start as that user or as root, or give this user the folder with chown';
  throw embeddedFailure(
    `${cluster} belongs to user ${owner.uid}. ${advice}`,
    undefined,
    'explained',
  );
}

/** Inside the folder or, when that path is too long for a socket, in the system's temporary folder. */
function ensureSocketFolder(folder: string, identity: Identity): string {
  const inside = join(folder, 'socket');
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const outside = join(tmpdir(), `${OUTSIDE_PREFIX}${digest}`);
  const path = Buffer.byteLength(inside) <= SOCKET_FOLDER_BYTES_MAX ? inside : outside;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (lstatSync(path).uid === 0) giveTo(identity, path);
  const user = identity?.uid ?? process.getuid?.();
  const { uid, mode } = lstatSync(path);
  if (uid === user && (mode & 0o170000) === 0o040000) {
    if ((mode & 0o777) === 0o700) return path;
    if (path === inside) return closeSocketFolder(path);
  }
  throw embeddedFailure(`${path} is not a closed folder of user ${user}`);
}

/**
 * Tools that copy a data folder may lose the modes of its folders. In the system's temporary folder, a folder open to
 * others is rejected, because another user could have created it first to eavesdrop.
 */
function closeSocketFolder(path: string): string {
  chmodSync(path, 0o700);
  return path;
}

/** Leaves nothing in the system's temporary folder after the server has stopped. */
export function removeSocketFolder(path: string): void {
  if (!basename(path).startsWith(OUTSIDE_PREFIX)) return;
  try {
    rmdirSync(path);
  } catch {
    // The next server already uses the folder.
  }
}
