// What is stored of a log: the files of one history, and of the logs that it follows only what is before it.
import { parseHistoryName, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { InheritedLog } from '../../db/own-history.ts';
import type { Place, WalPlace } from '../place.ts';
import { parseStored, type StoredWal, unpackWal } from './seal-wal.ts';

/** Which log a backup is followed along. */
export interface LogPath {
  readonly system: string;
  /** Null: none is stored. */
  readonly wal: string | null;
  readonly after: readonly InheritedLog[];
  /** Where it ends; null: where the newest timeline does. */
  readonly timeline: number | null;
}

export interface LocatedWal extends StoredWal {
  readonly from: WalPlace;
  /** The log it is of: `place.wal(...)`. */
  readonly wal: string;
}

export interface StoredLog {
  readonly files: readonly LocatedWal[];
  /** Texts of the histories of timelines, by timeline. */
  readonly histories: ReadonlyMap<number, string>;
}

/** With a key each history of a timeline is proven to be the till's own. Throws BackupError. */
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
  return await unpackWal(sealing, stored, await stored.from.read(stored.file));
}
