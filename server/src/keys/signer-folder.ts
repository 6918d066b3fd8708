// A separate signer's folder contains its encrypted seed with the key, its journal, settings, limits and the key of
// the seals. Anyone who can read the folder has the coins.
import { existsSync } from 'node:fs';
import { link, mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Coin, Network } from '../coins/coin.ts';
import { isOtherProcess } from '../core/other-process.ts';
import { syncFolder } from '../core/store-files.ts';
import { decryptSecret, encryptSecret } from './encrypt.ts';
import { loadMasterKey } from './master-key.ts';
import { accountKeys, openMaster } from './seed.ts';
import { type OpenJournal, openJournal } from './signer-journal.ts';
import { FIRST_LIMITS } from './signer-limits.ts';

const SECRET_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** Permission bits of group and others (stat(2)). */
const OTHERS = 0o077;
const SEED_CONTEXT = 'signer seed';

/** The message is one sentence for the operator. */
class SignerFolderError extends Error {
  override readonly name = 'SignerFolderError';
}

export function filesOf(folder: string) {
  return {
    settings: join(folder, 'settings.json'),
    allowList: join(folder, 'allow-list.json'),
    journal: join(folder, 'journal'),
    journalHead: join(folder, 'journal.head'),
    seed: join(folder, 'seed'),
    seedKey: join(folder, 'seed.key'),
    intentKey: join(folder, 'intent.key'),
    lock: join(folder, 'lock'),
  };
}

export interface NewSigner {
  readonly folder: string;
  readonly mnemonic: string;
  readonly mode: 'sandbox' | 'live';
  readonly network: Network;
  readonly socket: string;
  readonly group: number | null;
}

export async function initSignerFolder(signer: NewSigner): Promise<void> {
  const files = filesOf(signer.folder);
  await mkdir(signer.folder, { recursive: true, mode: FOLDER_MODE });
  if (existsSync(files.seed)) throw new SignerFolderError(`${signer.folder} already has a seed`);
  const { mode, network, socket, group } = signer;
  const settings = { mode, network, socket, group, cooling_seconds: 0, limits: FIRST_LIMITS };
  const key = await loadMasterKey({ file: files.seedKey, text: null, creates: true });
  await writeOnce(files.settings, `${JSON.stringify(settings, null, 2)}\n`);
  await writeOnce(files.seed, encryptSecret(key, signer.mnemonic, SEED_CONTEXT));
}

export async function openSignerSeed(folder: string): Promise<string> {
  const files = filesOf(folder);
  if (!existsSync(files.seed))
    throw new SignerFolderError(`${folder} has no seed: create one with chaintill signer init`);
  const key = await loadMasterKey({ file: files.seedKey, text: null, creates: false });
  return decryptSecret(key, await readFile(files.seed, 'utf8'), SEED_CONTEXT);
}

/** The extended public key of each coin, for a watch-only server. */
export async function publicKeysOf(
  mnemonic: string,
  coins: ReadonlyMap<string, Coin>,
  network: Network,
): Promise<Record<string, string>> {
  const master = await openMaster(mnemonic, network);
  return Object.fromEntries(
    [...coins.values()].map((coin) => [
      coin.code,
      accountKeys(master, coin, network).extendedPublicKey,
    ]),
  );
}

/** The key of the seed authenticates the journal's head. Throws JournalBroken. */
export async function openFolderJournal(
  folder: string,
  { acceptsTruncation = false } = {},
): Promise<OpenJournal> {
  const files = filesOf(folder);
  const key = await loadMasterKey({ file: files.seedKey, text: null, creates: false });
  return openJournal({
    file: files.journal,
    headFile: files.journalHead,
    key,
    acceptsTruncation,
    isUsed: existsSync(files.intentKey),
  });
}

export async function readIntentKey(folder: string): Promise<string | null> {
  const file = filesOf(folder).intentKey;
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : null;
}

/** Keeps the first service's key. */
export async function storeIntentKey(folder: string, key: string): Promise<void> {
  await writeOnce(filesOf(folder).intentKey, `${key}\n`);
}

/** Writes the complete file or nothing, and never overwrites an existing file. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.new`;
  await writeFile(draft, text, { mode: SECRET_MODE, flush: true });
  try {
    await link(draft, file);
    await syncFolder(dirname(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new SignerFolderError(`${file} already exists`);
    throw error;
  } finally {
    await unlink(draft);
  }
}

/** One process at a time holds the journal. Takes over the lock of a dead process. Throws SignerFolderError. */
export async function lockSignerFolder(folder: string): Promise<() => Promise<void>> {
  await checkOwner(folder);
  const { lock } = filesOf(folder);
  const holder = existsSync(lock) ? Number(await readFile(lock, 'utf8')) : null;
  if (holder !== null && isOtherProcess(holder))
    throw new SignerFolderError(
      `the signer of ${folder} is running as process ${holder}: stop it first`,
    );
  if (holder !== null) await unlink(lock);
  await writeOnce(lock, `${process.pid}`);
  return () => rm(lock, { force: true });
}

async function checkOwner(folder: string): Promise<void> {
  const facts = await stat(folder).catch(() => null);
  if (facts === null)
    throw new SignerFolderError(`${folder} does not exist: create it with chaintill signer init`);
  const isOurs = process.getuid === undefined || facts.uid === process.getuid();
  if (!isOurs || (facts.mode & OTHERS) !== 0)
    throw new SignerFolderError(
      `${folder} must belong to the signer's user and be private (chmod 700)`,
    );
}
