// The stored part of a WAL: the files of one history, and the preceding part of the logs that it continues.
import { parseHistoryName, parseWalName } from '@chaintill/embedded-postgres/wal-names';
import type { InheritedLog } from '../../db/own-history.ts';
import type { Place, WalPlace } from '../place.ts';
import { decompressWal, parseStored, type StoredWal } from './seal-wal.ts';

/** The WAL along which a backup is recovered. */
export interface LogPath {
  readonly system: string;
  /** Null: none is stored. */
  readonly wal: string | null;
  readonly after: readonly InheritedLog[];
  /** The timeline where it ends; null: the end of the newest timeline. */
  readonly timeline: number | null;
}

export interface LocatedWal extends StoredWal {
  readonly from: WalPlace;
  /** The location of its WAL: `place.wal(...)`. */
  readonly wal: string;
}

export interface StoredLog {
  readonly files: readonly LocatedWal[];
  /** Contents of the timeline history files, by timeline. */
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
