// The seed behind all wallets: created once as a mnemonic that an operator can write down. The extended public key of
// each coin, from which deposit addresses are derived, comes from it. Used when wallets are created.
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { extendedKeyVersions } from '../coins/codecs/receiving-key.ts';
import type { Coin, Network } from '../coins/coin.ts';

/** 256 bits make 24 words (BIP-39). */
const ENTROPY_BYTES = 32;

export interface AccountKeys {
  /** Serialized (BIP-32): xpub on the main network, tpub elsewhere. */
  readonly extendedPublicKey: string;
  /** The fingerprint of the master key, 8 hex digits: identifies the seed in descriptors and PSBTs (BIP-380). */
  readonly fingerprint: string;
}

/** 24 English words for 32 bytes of entropy. Throws on any other length. */
export function createMnemonic(entropy: Uint8Array): string {
  if (entropy.length !== ENTROPY_BYTES) {
    throw new RangeError(`a seed needs ${ENTROPY_BYTES} bytes of entropy, not ${entropy.length}`);
  }
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * The master key behind all coins (BIP-32). Throws on a mnemonic with a wrong checksum, which the library would accept
 * as another wallet: a mistyped word must not change the wallet. Uses the platform's PBKDF2, because in JavaScript its
 * 2048 rounds take some 30 ms.
 */
export async function openMaster(mnemonic: string, network: Network): Promise<HDKey> {
  if (!validateMnemonic(mnemonic, wordlist)) throw new Error('not a BIP-39 mnemonic');
  return HDKey.fromMasterSeed(
    await mnemonicToSeedWebcrypto(mnemonic),
    extendedKeyVersions(network),
  );
}

/** The public keys of a coin's account, for watching. */
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

/** Identifies a seed without revealing it: the fingerprint of its master key (BIP-32), 8 hex digits. */
export async function fingerprintOf(mnemonic: string): Promise<string> {
  return nameOf(await openMaster(mnemonic, 'main'));
}

function nameOf(master: HDKey): string {
  return master.fingerprint.toString(16).padStart(8, '0');
}
