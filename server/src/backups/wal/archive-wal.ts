// Archives the WAL of the embedded database next to its backups: each file once, never changed afterwards. Called
// periodically by the worker (wal-worker.ts).

import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/log.ts';
import { type CopiedEntry, copyWal } from '../../db/embedded.ts';
import { notingRefusal } from '../claims/note-refusal.ts';
import { assertOwnPlace } from '../claims/own-place.ts';
import { PlaceRefusal } from '../claims/refusal.ts';
import { BackupError } from '../errors.ts';
import { readKeyBytes } from '../keys.ts';
import type { Place, WalPlace } from '../place.ts';
import { type RunningDatabase, withRunningDatabase } from '../running-database.ts';
import { sealingKeyOf } from '../signature.ts';
import { compressWal, parseStored, storedName } from './seal-wal.ts';
import { releaseSlot, SLOT } from './slot.ts';

export interface WalArchived {
  readonly until: Date;
  /** Only backups made from now on are continued. */
  readonly isNew: boolean;
}

/** Throws PlaceRefusal when another history stores in the place, and BackupError when nothing can be stored. */
export function archiveWal(config: Config, log: Log, place: Place): Promise<WalArchived> {
  return withRunningDatabase(config, log, async (running) => {
    const masterKey = await readKeyBytes(config);
    if (masterKey === null) throw new BackupError(`there is no master key in ${config.dataDir}`);
    const key = sealingKeyOf(masterKey);
    return notingRefusal(running.db, place.title, () => storeRound({ running, place, key }));
  });
}

interface Round {
  readonly running: RunningDatabase;
  readonly place: Place;
  readonly key: Uint8Array;
}

async function storeRound({ running, place, key }: Round): Promise<WalArchived> {
  const { connection, folder } = running;
  const { claim, system } = await assertOwnPlace({ running, place, key });
  if (claim === null)
    throw new BackupError('the WAL is stored once the migrations of this release are applied');
  const wal = place.wal(claim.wal);
  const take = storing({ title: place.title, owner: claim.history, wal }, { key, system });
  const round = await copyWal({ connection, folder, slot: SLOT, take });
  await wal.noteUntil(round.until);
  return round;
}

/** Ends the archive: the server no longer retains WAL for it. */
export function purgeWal(config: Config, log: Log): Promise<void> {
  return withRunningDatabase(config, log, releaseSlot);
}

interface OwnLog {
  /** The name of the place. */
  readonly title: string;
  readonly owner: string;
  readonly wal: WalPlace;
}

function storing(
  { title, owner, wal }: OwnLog,
  sealing: { readonly key: Uint8Array; readonly system: string },
): (entry: CopiedEntry) => Promise<void> {
  return async (entry) => {
    const content = await contentOf(entry);
    const file = storedName(sealing, entry.path, content);
    // Only part of the list: the whole list would have many thousands of names every minute.
    const there = parseStored(await wal.list(`${entry.path}.`));
    if (there.some((each) => each.file === file)) return;
    if (there.length > 0)
      throw new PlaceRefusal(
        { place: title, reason: 'other_log', owner },
        `${wal.title} has another ${entry.path}: a copy of this database, or one with another master key, stores there`,
      );
    await wal.add(file, await compressWal(content));
  };
}

async function contentOf({ read }: CopiedEntry): Promise<Uint8Array> {
  const chunks = [];
  for await (const chunk of read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
