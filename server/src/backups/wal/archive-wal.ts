// What the embedded database has written so far, stored beside its backups: each file of its log once, and for ever as
// it was. Called by the worker (wal-worker.ts) again and again.

import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/log.ts';
import { type CopiedEntry, copyWal, releaseWal } from '../../db/embedded.ts';
import { BackupError } from '../errors.ts';
import { readKeyBytes } from '../keys.ts';
import type { Place, WalPlace } from '../place.ts';
import { withRunningDatabase } from '../running-database.ts';
import { sealingKeyOf } from '../signature.ts';
import { packWal, parseStored, storedName } from './seal-wal.ts';

/** Of the server: it keeps for it what is not stored yet. */
const SLOT = 'chaintill_backups';

export interface WalArchived {
  readonly until: Date;
  /** Only backups that are made from now on are continued. */
  readonly isNew: boolean;
}

/** Throws BackupError when the place has another life of this database, or none of its files can be stored. */
export function archiveWal(config: Config, log: Log, place: Place): Promise<WalArchived> {
  return withRunningDatabase(config, log, async ({ connection, folder }) => {
    const masterKey = await readKeyBytes(config);
    if (masterKey === null) throw new BackupError(`there is no master key in ${config.dataDir}`);
    const key = sealingKeyOf(masterKey);
    let store: (entry: CopiedEntry) => Promise<void> = () => Promise.resolve();
    return await copyWal({
      ...{ connection, folder, slot: SLOT },
      async begin(system) {
        store = storing(place.wal(system), { key, system });
      },
      take: (entry) => store(entry),
    });
  });
}

/** The server keeps nothing any more for who stores it. */
export function forgetWal(config: Config, log: Log): Promise<void> {
  return withRunningDatabase(config, log, ({ connection }) =>
    releaseWal({ connection, slot: SLOT }),
  );
}

function storing(
  place: WalPlace,
  sealing: { readonly key: Uint8Array; readonly system: string },
): (entry: CopiedEntry) => Promise<void> {
  return async (entry) => {
    const content = await contentOf(entry);
    const file = storedName(sealing, entry.path, content);
    // Not all that is there: it is many thousand names, each minute.
    const there = parseStored(await place.list(`${entry.path}.`));
    if (there.some((each) => each.file === file)) return;
    if (there.length > 0)
      throw new BackupError(
        `${place.title} has another ${entry.path}: of this database, restored elsewhere, or of another master key. ` +
          'Name another folder in CHAINTILL_WAL_TO',
      );
    await place.add(file, await packWal(content));
  };
}

async function contentOf({ read }: CopiedEntry): Promise<Uint8Array> {
  const chunks = [];
  for await (const chunk of read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}
