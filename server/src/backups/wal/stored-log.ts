// The stored WAL of one history, with the part of earlier logs that it continues.
import { createHash, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { parseHistoryName, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { InheritedLog } from '../../db/own-history.ts';
import { BackupError } from '../backup.ts';
import type { Place, WalPlace } from '../place.ts';

// An archived WAL file has PostgreSQL's name and a seal of the content, made with the master key. Without the seal,
// anyone who can write to a place of backups could substitute other WAL.

const NAME = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)\.([0-9a-f]{64})\.gz$/;
/** The service needs the processors for other work. */
const LEVEL = 1;

interface StoredWal {
  /** With the seal. */
  readonly file: string;
  /** PostgreSQL's name. */
  readonly name: string;
}

/** Ignores other files in the folder. */
export function parseStored(files: readonly string[]): StoredWal[] {
  return files.flatMap((file) => {
    const [, name = ''] = NAME.exec(file) ?? [];
    const isWal = parseWalName(name) !== null || parseHistoryName(name) !== null;
    return isWal ? [{ file, name }] : [];
  });
}

interface Sealing {
  readonly key: Uint8Array;
  readonly system: string;
}

export function storedName({ key, system }: Sealing, name: string, content: Uint8Array): string {
  const sum = createHash('sha256').update(content).digest('hex');
  const seal = createHmac('sha256', key).update(`wal ${system} ${name} ${sum}`).digest('hex');
  return `${name}.${seal}.gz`;
}

export function compressWal(content: Uint8Array): Promise<Uint8Array> {
  return promisify(gzip)(content, { level: LEVEL });
}

/** Throws BackupError for a damaged file and, with a key, for one that the key did not seal. */
export async function decompressWal(
  sealing: Sealing | null,
  { file, name }: StoredWal,
  archive: Uint8Array,
): Promise<Uint8Array> {
  const content = await promisify(gunzip)(archive).catch(() => {
    throw new BackupError(`${file} cannot be read: it is damaged`);
  });
  if (sealing === null || storedName(sealing, name, content) === file) return content;
  throw new BackupError(
    `${file} is not sealed with this master key: it is from another instance, or was changed`,
  );
}

// File names do not show how far a WAL is archived, so each round records the time next to the files.

export const UNTIL = 'until';

export function parseUntil(text: string): Date | null {
  const time = Date.parse(text.trim());
  return Number.isNaN(time) ? null : new Date(time);
}

/** The WAL for recovering a backup. */
export interface LogPath {
  readonly system: string;
  /** Null: no WAL is stored. */
  readonly wal: string | null;
  readonly after: readonly InheritedLog[];
  /** The timeline where the path ends; null: the newest timeline. */
  readonly timeline: number | null;
}

export interface LocatedWal extends StoredWal {
  readonly from: WalPlace;
  readonly wal: string;
}

export interface StoredLog {
  readonly files: readonly LocatedWal[];
  readonly histories: ReadonlyMap<number, string>;
}

/** With a key, verifies that each timeline history file is the instance's own. Throws BackupError. */
export async function readStoredLog(
  place: Place,
  { system, wal, after }: LogPath,
  key: Uint8Array | null,
): Promise<StoredLog> {
  const files: LocatedWal[] = [];
  for (const { wal: name, before } of after) {
    const earlier = await filesOf(place, name);
    files.push(...earlier.filter((each) => timelineOf(each.name) < before));
  }
  if (wal !== null) files.push(...(await filesOf(place, wal)));
  const histories = new Map<number, string>();
  for (const each of files) {
    const timeline = parseHistoryName(each.name);
    if (timeline !== null)
      histories.set(timeline, Buffer.from(await readLocated(each, key, system)).toString());
  }
  return { files, histories };
}

async function filesOf(place: Place, wal: string): Promise<LocatedWal[]> {
  const from = place.wal(wal);
  return parseStored(await from.list()).map((each) => ({ ...each, from, wal }));
}

function timelineOf(name: string): number {
  return parseHistoryName(name) ?? parseWalName(name)?.timeline ?? 0;
}

export async function readLocated(
  stored: LocatedWal,
  key: Uint8Array | null,
  system: string,
): Promise<Uint8Array> {
  const sealing = key === null ? null : { key, system };
  return await decompressWal(sealing, stored, await stored.from.read(stored.file));
}
