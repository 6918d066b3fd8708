// Archives each WAL file of the embedded database next to its backups. Archived files never change.
import type { App } from '../../app.ts';
import { HOUR, MINUTE, SECOND, wallNow } from '../../core/clock.ts';
import type { Config } from '../../core/config/config.ts';
import type { Log } from '../../core/log.ts';
import { allOf } from '../../core/store-files.ts';
import type { Sql } from '../../db/database.ts';
import { type CopiedEntry, copyWal, releaseWal } from '../../db/embedded.ts';
import { openAlert, resolveOpen } from '../../ledger/alerts.ts';
import { recurring } from '../../workers/schedule.ts';
import type { Worker } from '../../workers/worker.ts';
import { BackupError, sealingKeyOf } from '../backup.ts';
import { assertOwnPlace } from '../claims/own-place.ts';
import { notingRefusal, PlaceRefusal, watchRefusals } from '../claims/refusal.ts';
import { readKeyBytes } from '../keys.ts';
import { openPlace, type Place, type WalPlace } from '../place.ts';
import { type RunningDatabase, withRunningDatabase } from '../running-database.ts';
import { compressWal, parseStored, storedName } from './stored-log.ts';

interface WalNote {
  readonly began_at: Date;
  readonly until: Date;
}

/** In a restored database, this row belongs to its previous history; a new start replaces it. */
export async function noteWal(sql: Sql, { until, isNew }: WalArchived): Promise<void> {
  await sql.query(
    `insert into wal_archive as w (began_at, until) values ($1, $1)
     on conflict (is_only) do update
     set until = excluded.until, began_at = case when $2 then excluded.began_at else w.began_at end`,
    [until, isNew],
  );
}

export async function readWalNote(sql: Sql): Promise<WalNote | null> {
  const [row] = await sql.query<WalNote>('select began_at, until from wal_archive');
  return row ?? null;
}

async function endWalNote(sql: Sql): Promise<void> {
  await sql.query('delete from wal_archive');
}

// Without a WAL archive, this machine has the only copy of the changes since the last backup.

const SUBJECT = 'database';
/** A single failed round or a busy machine is not worth an alert. */
const TIMEOUT = 5 * MINUTE;

/** Uses the machine's clock, as the database does. */
export function isWalOld({ config }: Pick<App, 'config'>, { until }: WalNote): boolean {
  return wallNow() - Number(until) > walLimit(config);
}

export function walLimit({ walSeconds }: App['config']): number {
  return TIMEOUT + 2 * walSeconds * SECOND;
}

export async function watchWal(app: App): Promise<void> {
  const note = await readWalNote(app.db);
  if (note === null || !isWalOld(app, note))
    return resolveOpen(app, { kind: 'wal_archiving_failed', subjects: [SUBJECT] });
  const facts = { stored_until: note.until.toISOString() };
  await openAlert(app, { kind: 'wal_archiving_failed', subject: SUBJECT, facts });
}

/** The replication slot that makes the server retain WAL until it is archived. */
const SLOT = 'chaintill_backups';

/** The server no longer retains WAL; the next archiving process starts over. */
export function releaseSlot({ connection }: RunningDatabase): Promise<void> {
  return releaseWal({ connection, slot: SLOT });
}

export interface WalArchived {
  readonly until: Date;
  /** True: the archive continues only backups that are made from now on. */
  readonly isNew: boolean;
}

/** Throws PlaceRefusal when another history stores in the place, and BackupError when nothing can be stored. */
function archiveWal(config: Config, log: Log, place: Place): Promise<WalArchived> {
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

function purgeWal(config: Config, log: Log): Promise<void> {
  return withRunningDatabase(config, log, releaseSlot);
}

interface OwnLog {
  readonly title: string;
  readonly owner: string;
  readonly wal: WalPlace;
}

function storing(
  { title, owner, wal }: OwnLog,
  sealing: { readonly key: Uint8Array; readonly system: string },
): (entry: CopiedEntry) => Promise<void> {
  return async (entry) => {
    const content = await allOf(entry.read());
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

export const walWorker: Worker = recurring({
  name: 'wal-archive',
  everyMilliseconds: MINUTE,
  longestMilliseconds: HOUR,
  // Short, because a restored instance waits this long too: its copy may contain the lease of a process that no
  // longer exists.
  leaseMilliseconds: 15 * SECOND,
  async run(app) {
    await storeWal(app);
    return app.config.walTo === null ? false : app.config.walSeconds * SECOND;
  },
});

async function storeWal(app: App): Promise<void> {
  const { config, log, db } = app;
  if (config.walTo !== null) {
    const place = openPlace(config.walTo, config);
    const archived = await archiveWal(config, log, place).finally(() => watchRefusals(app));
    return noteWal(db, archived);
  }
  // Archiving was turned off: retained WAL that is never fetched must not fill the disk.
  if ((await readWalNote(db)) === null) return;
  await purgeWal(config, log);
  await endWalNote(db);
}
