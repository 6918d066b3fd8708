// A backup becomes the database of an empty data folder. All of it is made beside its place, the quarantine included,
// and moved there at the end: a service that starts earlier finds nothing, and no option leaves the quarantine out.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.ts';
import { assemble } from '../assemble.ts';
import { IN_ARCHIVE, type Manifest } from '../backups/backup.ts';
import { BackupError } from '../backups/errors.ts';
import { openKeys, readMasterKey } from '../backups/keys.ts';
import type { Place } from '../backups/place.ts';
import { recoverBackup } from '../backups/recover.ts';
import { chunksOf, syncFolder, writeDurably } from '../backups/store-files.ts';
import { openGround } from '../bootstrap.ts';
import type { Config } from '../core/config/config.ts';
import type { Log } from '../core/log.ts';
import { stepBack } from '../payouts/recover/detect-rollback.ts';
import { beginQuarantine } from '../payouts/recover/quarantine.ts';

export interface RestoreRequest {
  readonly config: Config;
  readonly place: Place;
  readonly manifest: Manifest;
  /** Of the keys in the backup; null: the machine has the master key. */
  readonly identityFile: string | null;
  readonly log: Log;
  say(progress: string): void;
}

const MASTER_KEY = 'master.key';
const NUMBERS = 'address-numbers';
/** What may be in the data folder before: the key, and the newest numbers that there are. */
const WELCOME = [MASTER_KEY, NUMBERS];
const UNFINISHED = 'restoring-';

/** The coins that are in quarantine now. Throws BackupError; the data folder is then as it was. */
export async function restoreBackup(requested: RestoreRequest): Promise<string[]> {
  const { config, manifest } = requested;
  const { dataDir } = config;
  assertFits(config, manifest);
  await mkdir(dataDir, { recursive: true });
  await assertEmpty(dataDir);
  const masterKey = await findMasterKey(requested);
  const folder = await mkdtemp(join(dataDir, UNFINISHED));
  try {
    await recoverBackup({ ...requested, folder });
    await gatherNumbers(folder, dataDir);
    requested.say('beginning the quarantine');
    const restored = { ...config, dataDir: folder, masterKey };
    const coins = await quarantine(
      restored,
      `restored the backup of ${manifest.ended_at}`,
      requested.log,
    );
    await storeMasterKey(config, masterKey);
    await takeItsPlace(folder, dataDir);
    return coins;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is decided by the mode or the network of a database is in its addresses. */
function assertFits(config: Config, manifest: Manifest): void {
  if (config.databaseUrl !== null)
    throw new BackupError('DATABASE_URL is set: a backup is restored as the embedded database');
  if (kindOf(config) === kindOf(manifest)) return;
  throw new BackupError(
    `${manifest.name} is of ${kindOf(manifest)}, the configuration of ${kindOf(config)}: ` +
      'restore with the configuration of the service',
  );
}

function kindOf({ mode, network }: { mode: string; network: string }): string {
  return `mode ${mode} on the ${network} network`;
}

async function assertEmpty(dataDir: string): Promise<void> {
  const found = (await readdir(dataDir)).filter((name) => !WELCOME.includes(name));
  if (found.length === 0) return;
  throw new BackupError(
    `${dataDir} is not empty (${found.slice(0, 3).join(', ')}): a backup is never restored over anything. ` +
      'Name a new folder in CHAINTILL_DATA_DIR, or move that one away',
  );
}

async function findMasterKey(requested: RestoreRequest): Promise<string> {
  const { config, place, manifest, identityFile } = requested;
  const here = config.masterKey ?? (await readMasterKey(config.dataDir));
  if (identityFile === null && here !== null) return here;
  if (identityFile === null)
    throw new BackupError(
      "there is no master key: without it the wallets' seeds cannot be read. Name the identity that opens the keys of " +
        `the backup (--identity), put it to ${join(config.dataDir, MASTER_KEY)}, or set CHAINTILL_MASTER_KEY`,
    );
  const { master_key } = await openKeys(place, manifest, identityFile);
  if (here === null || here === master_key) return master_key;
  throw new BackupError(`${config.dataDir} or CHAINTILL_MASTER_KEY has another master key`);
}

/** Of the backup and of the machine: whatever was taken by either was taken. */
async function gatherNumbers(folder: string, dataDir: string): Promise<void> {
  const sources = [join(folder, 'unpacked', IN_ARCHIVE.data, NUMBERS), join(dataDir, NUMBERS)];
  const texts = await Promise.all(
    sources.filter((path) => existsSync(path)).map((path) => readFile(path, 'utf8')),
  );
  const lines = new Set(texts.flatMap((text) => text.split('\n')).filter((line) => line !== ''));
  if (lines.size > 0)
    await writeDurably(join(folder, NUMBERS), chunksOf(`\n${[...lines].join('\n')}`));
}

async function quarantine(config: Config, reason: string, log: Log): Promise<string[]> {
  const ground = await openGround(config, log);
  try {
    const assembled = await assemble(ground, {
      ...{ seed: 'chaintill sandbox', minesByItself: true, deliveryFault: null },
    });
    try {
      return await beginEverywhere(assembled.app, reason);
    } finally {
      await assembled.close();
    }
  } finally {
    await ground.close();
  }
}

/**
 * The database went back, and knows it from now on. Coins with a wallet that cannot be sent as this is configured
 * are in quarantine as well: their node may be named later.
 */
export function beginEverywhere(app: App, reason: string): Promise<string[]> {
  return app.db.transaction(async (tx) => {
    await stepBack(tx, reason);
    const wallets = await tx.query<{ coin: string }>('select coin from wallets order by coin');
    for (const { coin } of wallets) await beginQuarantine(tx, { coin, reason });
    const begun = await tx.query<{ coin: string }>('select coin from quarantines order by coin');
    return begun.map(({ coin }) => coin);
  });
}

async function storeMasterKey({ dataDir, masterKey: given }: Config, key: string): Promise<void> {
  const file = join(dataDir, MASTER_KEY);
  if (given === null && !existsSync(file)) await writeDurably(file, chunksOf(`${key}\n`));
}

/** The database last: nothing starts on the rest. */
async function takeItsPlace(folder: string, dataDir: string): Promise<void> {
  if (existsSync(join(folder, NUMBERS)))
    await rename(join(folder, NUMBERS), join(dataDir, NUMBERS));
  await rename(join(folder, 'postgres'), join(dataDir, 'postgres'));
  await syncFolder(dataDir);
}
