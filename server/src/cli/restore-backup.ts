// Restores a backup into an empty data folder. Everything is built next to its final place, including the quarantine,
// and moved there at the end: a service that starts earlier finds nothing. There is no option to skip the quarantine.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { checkReservedNumbers } from '../addresses/reserved-numbers.ts';
import type { App } from '../app.ts';
import {
  BackupError,
  IN_ARCHIVE,
  isSealed,
  type Manifest,
  sealingKeyOf,
} from '../backups/backup.ts';
import { keyBytes, openKeys, readMasterKey, tryKey } from '../backups/keys.ts';
import {
  type Abort,
  assertRoomFor,
  makePassing,
  PASSING,
  removeLeft,
  removePassing,
  undoneAfter,
} from '../backups/passing-folder.ts';
import type { Place } from '../backups/place.ts';
import { recoverBackup } from '../backups/recover.ts';
import { followWal, type Until } from '../backups/wal/follow-wal.ts';
import type { LogPath } from '../backups/wal/stored-log.ts';
import { openGround } from '../bootstrap.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { chunksOf, replaceFile, syncFolder, writeDurably } from '../core/store-files.ts';
import type { Sql } from '../db/database.ts';
import { noteInheritedLogs } from '../db/own-history.ts';
import { beginQuarantine, type QuarantineReason } from '../payouts/quarantine.ts';
import { stepBack } from '../payouts/recover/detect-rollback.ts';
import { withAssembled } from './run.ts';

export interface RestoreRequest {
  readonly config: Config;
  readonly place: Place;
  readonly manifest: Manifest;
  /** The path of the chosen history (`readHistories`). */
  readonly path: LogPath;
  /** Decrypts the keys in the backup; null: the machine has the master key. */
  readonly identityFile: string | null;
  /** Also restores a backup that is not sealed with a master key. */
  readonly takesUnsealed: boolean;
  readonly until: Until;
  readonly log: Log;
  readonly abort: Abort;
  say(progress: string): void;
}

const MASTER_KEY = 'master.key';
const NUMBERS = 'address-numbers';
/** Files that may already exist: the key, the newest address numbers, and what a file system contains when created. */
const WELCOME = [MASTER_KEY, NUMBERS, 'lost+found'];

export interface Restored {
  /** Contains everything committed before this time. */
  readonly until: Date;
  readonly coins: readonly string[];
}

/** Throws BackupError; the data folder is then unchanged. */
export async function restoreBackup(requested: RestoreRequest): Promise<Restored> {
  const { config, place, manifest, path } = requested;
  const { dataDir } = config;
  assertFits(config, manifest);
  await mkdir(dataDir, { recursive: true });
  // Must never be moved into place by hand, because its database may not have recorded yet that it was rolled back.
  for (const left of await removeLeft(dataDir, PASSING.restore))
    requested.say(`removed ${left}, left by an interrupted restore`);
  await assertEmpty(dataDir);
  await checkReservedNumbers(dataDir);
  const { masterKey, isOurs } = await findMasterKey(requested);
  assertSealed(requested, { masterKey, isOurs });
  const key = sealingKeyOf(keyBytes(masterKey));
  const followed = await followWal({ place, manifest, path, key, until: requested.until });
  await assertRoomFor(manifest, dataDir, followed?.wal.bytes ?? 0);
  const folder = await makePassing(dataDir, PASSING.restore);
  return undoneAfter({ abort: requested.abort, undo: () => removePassing(folder) }, async () => {
    const until = await recoverBackup({ ...requested, folder, followed });
    await gatherNumbers(folder, dataDir);
    requested.say('starting the quarantine');
    const restored = { ...config, dataDir: folder, masterKey };
    const reason = { code: 'restored', until: until.toISOString() } as const;
    const coins = await quarantine(restored, { reason, log: requested.log, path });
    await storeMasterKey(config, masterKey);
    await takeItsPlace(folder, dataDir);
    return { until, coins };
  });
}

/** A database's addresses depend on mode and network. */
function assertFits(config: Config, manifest: Manifest): void {
  if (config.databaseUrl !== null)
    throw new BackupError(
      'DATABASE_URL is set, but a backup can only be restored as the embedded database',
    );
  if (kindOf(config) === kindOf(manifest)) return;
  throw new BackupError(
    `${manifest.name} is from ${kindOf(manifest)}, but the configuration says ${kindOf(config)}: ` +
      'restore it with the configuration of the service',
  );
}

function kindOf({ mode, network }: { mode: string; network: string }): string {
  return `mode ${mode} on the ${network} network`;
}

async function assertEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !WELCOME.includes(name));
  if (found.length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}). A restore never overwrites data. ` +
      'Set CHAINTILL_DATA_DIR to a new folder, or move this one away',
  );
}

interface FoundKey {
  readonly masterKey: string;
  /** The key was on this machine, not only in the backup itself. */
  readonly isOurs: boolean;
}

async function findMasterKey(requested: RestoreRequest): Promise<FoundKey> {
  const { config, place, manifest, identityFile } = requested;
  const here = await readMasterKey(config);
  if (identityFile === null && here !== null) return { masterKey: here, isOurs: true };
  if (identityFile === null)
    throw new BackupError(
      "there is no master key, and the wallet seeds can't be decrypted without it. Pass the identity that decrypts the keys of " +
        `the backup (--identity), copy it to ${join(config.dataDir, MASTER_KEY)}, or set CHAINTILL_MASTER_KEY`,
    );
  const { master_key } = await openKeys(place, manifest, identityFile);
  if (here === null) return { masterKey: master_key, isOurs: false };
  if (isSameKey(here, master_key)) return { masterKey: here, isOurs: true };
  throw new BackupError(`${config.dataDir} or CHAINTILL_MASTER_KEY has a different master key`);
}

/** One may be in hex and the other in base64. */
function isSameKey(a: string, b: string): boolean {
  return Buffer.from(keyBytes(a)).equals(keyBytes(b));
}

/**
 * Checked before anything is unpacked: an attacker with write access to the backups could have replaced the database.
 */
function assertSealed(requested: RestoreRequest, { masterKey, isOurs }: FoundKey): void {
  const { manifest, takesUnsealed, say } = requested;
  const sealed = isSealed(sealingKeyOf(keyBytes(masterKey)), manifest);
  if (sealed && isOurs) say(`${manifest.name} is sealed with the master key of this instance`);
  else if (sealed)
    say(
      `${manifest.name} is sealed with the key that came with it, which does not prove that it is yours`,
    );
  else if (takesUnsealed) say(`${manifest.name} is not sealed, so its origin can't be verified`);
  else
    throw new BackupError(
      `${manifest.name} is not sealed with a master key, so anyone could have created it. Use --unsealed to restore it anyway`,
    );
}

/** Merges the numbers of the backup and of the machine: a number used by either is used. */
async function gatherNumbers(folder: string, dataDir: string): Promise<void> {
  const sources = [join(folder, 'unpacked', IN_ARCHIVE.data, NUMBERS), join(dataDir, NUMBERS)];
  const texts = await Promise.all(
    sources.filter((path) => existsSync(path)).map((path) => readFile(path, 'utf8')),
  );
  const lines = new Set(texts.flatMap((text) => text.split('\n')).filter((line) => line !== ''));
  if (lines.size > 0)
    await writeDurably(join(folder, NUMBERS), chunksOf(`\n${[...lines].join('\n')}`));
}

async function quarantine(
  config: Config & { readonly masterKey: string },
  {
    reason,
    log,
    path,
  }: { readonly reason: QuarantineReason; readonly log: Log; readonly path: LogPath },
): Promise<string[]> {
  const ground = await openGround(config, log, { migrates: 'in_place' });
  try {
    await tryKey(ground.db, keyBytes(config.masterKey));
    return await withAssembled(ground, async ({ app }) => {
      const coins = await beginEverywhere(app, reason);
      await noteLogs(ground.db, path);
      return coins;
    });
  } finally {
    await ground.close();
  }
}

/** Its new WAL continues the WAL that it was restored from. */
async function noteLogs(sql: Sql, { wal, after }: LogPath): Promise<void> {
  const [row] = await sql.query<{ timeline: number }>(
    'select timeline_id as timeline from pg_control_checkpoint()',
  );
  if (wal !== null && row !== undefined)
    await noteInheritedLogs(sql, [...after, { wal, before: row.timeline }]);
}

/**
 * Records that the database was rolled back. Coins whose wallet cannot send with this configuration are quarantined
 * too: their node may be configured later.
 */
export function beginEverywhere(app: App, reason: QuarantineReason): Promise<string[]> {
  return app.db.transaction(async (tx) => {
    await stepBack(tx, reason);
    const wallets = await tx.query<{ coin: string }>('select coin from wallets order by coin');
    for (const { coin } of wallets) await beginQuarantine(tx, { coin, reason });
    const begun = await tx.query<{ coin: string }>('select coin from quarantines order by coin');
    return begun.map(({ coin }) => coin);
  });
}

async function storeMasterKey({ dataDir, masterKey: input }: Config, key: string): Promise<void> {
  const file = join(dataDir, MASTER_KEY);
  if (input === null && !existsSync(file)) await replaceFile(file, `${key}\n`);
}

/** The database is moved last, so that no service starts without the rest. */
async function takeItsPlace(folder: string, dataDir: string): Promise<void> {
  if (existsSync(join(folder, NUMBERS)))
    await rename(join(folder, NUMBERS), join(dataDir, NUMBERS));
  await rename(join(folder, 'postgres'), join(dataDir, 'postgres'));
  await syncFolder(dataDir);
}
