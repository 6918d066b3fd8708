// The keys of an instance, encrypted to a recipient off the machine (age, https://age-encryption.org), so that this
// machine cannot decrypt them. `age -d` also reads the file.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../core/config/config.ts';
import { allOf } from '../core/store-files.ts';
import type { Sql } from '../db/database.ts';
import { decryptSecret } from '../keys/encrypt.ts';
import { parseMasterKey } from '../keys/master-key.ts';
import { BackupError, KEYS, type Manifest } from './backup.ts';
import type { Place } from './place.ts';

// Checks whether a master key belongs to a database. With a wrong key, an instance cannot sign, and the right key
// cannot decrypt secrets that the instance has stored since.

/** The seed, or any other encrypted value, each with its encryption context. */
const SEALED = `
  select context, sealed from (
    select 1 as turn, 'wallet_seed:' || id as context, sealed from wallet_seeds
    union all select 2, 'api_key:' || key, secret_sealed from api_keys
    union all select 3, 'callback_endpoint:' || id, secret_sealed from callback_endpoints
    union all select 4, 'alarm_destinations:' || id, settings_sealed from alert_destinations
    union all select 5, 'totp_secrets:' || user_id, secret_sealed from totp_secrets
  ) each order by turn limit 1`;

/** Throws BackupError. A database without encrypted values accepts every key. */
export async function tryKey(sql: Sql, masterKey: Uint8Array): Promise<void> {
  const [row] = await sql.query<{ context: string; sealed: string }>(SEALED);
  if (row === undefined) return;
  try {
    decryptSecret(masterKey, row.sealed, row.context);
  } catch {
    throw new BackupError(
      "the master key does not match this backup: it can't decrypt the secrets in its database",
    );
  }
}

export interface Keys {
  /** In hex or base64, as configured. */
  readonly master_key: string;
  /** Secret environment variables: passwords of nodes and of the mail server. */
  readonly variables: Readonly<Record<string, string>>;
}

const MASTER_KEY = 'master.key';

/** Throws BackupError when there is no master key. */
export async function gatherKeys(config: Config, variables: Keys['variables']): Promise<Keys> {
  const { CHAINTILL_MASTER_KEY: named, ...others } = variables;
  const key = named ?? (await readMasterKey(config));
  if (key === null) throw new BackupError(`there is no master key in ${config.dataDir}`);
  return { master_key: key, variables: others };
}

/** From the configuration or the data folder; null when there is none. */
export async function readMasterKey(config: Config): Promise<string | null> {
  const file = join(config.dataDir, MASTER_KEY);
  if (config.masterKey !== null) return config.masterKey;
  return existsSync(file) ? (await readFile(file, 'utf8')).trim() : null;
}

/** Throws MasterKeyError. */
export async function readKeyBytes(config: Config): Promise<Uint8Array | null> {
  const text = await readMasterKey(config);
  return text === null ? null : keyBytes(text);
}

/** Throws MasterKeyError. */
export function keyBytes(text: string): Uint8Array {
  return parseMasterKey(text, 'the master key');
}

/** `recipient` starts with `age1`. Throws BackupError when it is invalid. */
export async function sealKeys(keys: Keys, recipient: string): Promise<Uint8Array> {
  const { Encrypter } = await age();
  const sealing = new Encrypter();
  try {
    sealing.addRecipient(recipient);
  } catch {
    throw new BackupError(`${recipient} is not an age recipient, which starts with age1`);
  }
  return sealing.encrypt(`${JSON.stringify(keys, null, 1)}\n`);
}

/** `identityFile`: from age-keygen. Throws BackupError; the message never contains a key. */
export async function openKeys(
  place: Place,
  manifest: Manifest,
  identityFile: string,
): Promise<Keys> {
  if (!manifest.files.some(({ path }) => path === KEYS))
    throw new BackupError(
      `${manifest.name} has no ${KEYS}, because it was made without a recipient`,
    );
  const text = await readFile(identityFile, 'utf8').catch(() => {
    throw new BackupError(`cannot read ${identityFile}`);
  });
  const sealed = await allOf(await place.read(manifest.name, KEYS));
  const { Decrypter } = await age();
  const opening = new Decrypter();
  try {
    for (const line of text.split('\n').map((each) => each.trim()))
      if (line !== '' && !line.startsWith('#')) opening.addIdentity(line);
    return JSON.parse(await opening.decrypt(sealed, 'text')) as Keys;
  } catch {
    throw new BackupError(`${KEYS} of ${manifest.name} can't be decrypted with ${identityFile}`);
  }
}

/** Loaded on demand: Node 20.19 cannot load its curves while the XRP library is loading the same ones. */
function age() {
  return import('age-encryption');
}
