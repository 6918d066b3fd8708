// The seed behind all wallets, created once as a mnemonic that an operator can write down. Deposit addresses are
// derived from each coin's extended public key.
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { extendedKeyVersions } from '../coins/codecs/receiving-key.ts';
import type { Coin, Network } from '../coins/coin.ts';
import { systemRandom } from '../core/random.ts';
import { decryptSecret, encryptSecret } from './encrypt.ts';

/** 256 bits make 24 words (BIP-39). */
const ENTROPY_BYTES = 32;

export interface AccountKeys {
  /** BIP-32 serialization: xpub on the main network, tpub elsewhere. */
  readonly extendedPublicKey: string;
  /** Of the master key, 8 hex digits; identifies the seed in descriptors and PSBTs (BIP-380). */
  readonly fingerprint: string;
}

export function createMnemonic(entropy: Uint8Array): string {
  if (entropy.length !== ENTROPY_BYTES) {
    throw new RangeError(`a seed needs ${ENTROPY_BYTES} bytes of entropy, not ${entropy.length}`);
  }
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * Throws on a wrong checksum: the library would open another wallet for a mistyped word. Uses the platform's PBKDF2,
 * because 2048 rounds take about 30 ms in JavaScript.
 */
export async function openMaster(mnemonic: string, network: Network): Promise<HDKey> {
  if (!validateMnemonic(mnemonic, wordlist)) throw new Error('not a BIP-39 mnemonic');
  return HDKey.fromMasterSeed(
    await mnemonicToSeedWebcrypto(mnemonic),
    extendedKeyVersions(network),
  );
}

export function accountKeys(
  master: HDKey,
  coin: Pick<Coin, 'accountPath'>,
  network: Network,
): AccountKeys {
  const account = master.derive(coin.accountPath(network));
  return {
    extendedPublicKey: account.publicExtendedKey,
    fingerprint: nameOf(master),
  };
}

/** Identifies a seed without revealing it: 8 hex digits (BIP-32). */
export async function fingerprintOf(mnemonic: string): Promise<string> {
  return nameOf(await openMaster(mnemonic, 'main'));
}

function nameOf(master: HDKey): string {
  return master.fingerprint.toString(16).padStart(8, '0');
}

// A backup file of the seed: the 24 words, encrypted with a passphrase through scrypt (RFC 7914). The file names its
// version and network, and has the seed's fingerprint.

const FORMAT = 'chaintill seed backup 1';
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** 128 MB and about half a second: OWASP's minimum (Password Storage Cheat Sheet, scrypt). */
const COST = { n: 131_072, r: 8, p: 1 } as const;
const MEMORY_MAX = 512 * 1024 * 1024;
/** Shorter passphrases can be found by brute force. */
export const PASSPHRASE_MIN = 12;

export class BackupUnreadable extends Error {
  override readonly name = 'BackupUnreadable';
}

const file = Compile(
  Type.Object({
    format: Type.Literal(FORMAT),
    network: Type.String(),
    fingerprint: Type.String({ pattern: '^[0-9a-f]{8}$' }),
    kdf: Type.Object({
      name: Type.Literal('scrypt'),
      n: Type.Literal(COST.n),
      r: Type.Literal(COST.r),
      p: Type.Literal(COST.p),
      salt: Type.String({ pattern: '^[\\w-]{22}$' }),
    }),
    sealed: Type.String({ maxLength: 1000 }),
  }),
);

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

export async function writeBackup(
  mnemonic: string,
  { network, passphrase }: { network: string; passphrase: string },
): Promise<string> {
  const fingerprint = await fingerprintOf(mnemonic);
  const salt = systemRandom.bytes(SALT_BYTES).toString('base64url');
  const key = await keyOf(passphrase, salt);
  const sealed = encryptSecret(key, mnemonic, contextOf(network, fingerprint));
  const kdf = { name: 'scrypt', ...COST, salt };
  return `${JSON.stringify({ format: FORMAT, network, fingerprint, kdf, sealed }, null, 2)}\n`;
}

/** Throws BackupUnreadable. */
export async function readBackup(
  text: string,
  passphrase: string,
): Promise<{ mnemonic: string; network: string; fingerprint: string }> {
  const { network, fingerprint, kdf, sealed } = parse(text);
  const key = await keyOf(passphrase, kdf.salt);
  let mnemonic: string;
  try {
    mnemonic = decryptSecret(key, sealed, contextOf(network, fingerprint));
  } catch {
    throw new BackupUnreadable('the passphrase is wrong, or the backup was changed');
  }
  if ((await fingerprintOf(mnemonic)) !== fingerprint)
    throw new BackupUnreadable('the backup contains another seed than it says');
  return { mnemonic, network, fingerprint };
}

function parse(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    if (file.Check(parsed)) return parsed;
  } catch {
    // Text that is not JSON is reported below too.
  }
  throw new BackupUnreadable(`not a file of the format "${FORMAT}"`);
}

function keyOf(passphrase: string, salt: string): Promise<Buffer> {
  const options = { N: COST.n, r: COST.r, p: COST.p, maxmem: MEMORY_MAX };
  // Another machine may type the same passphrase in another Unicode form (NFKD, as in BIP-39).
  return derive(passphrase.normalize('NFKD'), Buffer.from(salt, 'base64url'), KEY_BYTES, options);
}

function contextOf(network: string, fingerprint: string): string {
  return `${FORMAT}:${network}:${fingerprint}`;
}
