// Unspendable recipients of the bitcoind family: outputs that anyone may spend, and hashes and keys without a known
// preimage or secret. The same hash is the same burn address on every coin of the family.
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** The decoded content of an address of the family. */
export type PayeeParts =
  /** P2PKH and P2SH. */
  | { readonly kind: 'hash'; readonly hash: Uint8Array }
  | { readonly kind: 'witness'; readonly version: number; readonly program: Uint8Array };

/** Hashes in hex, each with its source. */
const BURN_HASHES: ReadonlySet<string> = new Set([
  // HASH160 of an empty public key: 1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E (en.bitcoin.it/wiki/Script, "Provably
  // unspendable"; bitcointalk.org, topic 50206).
  'b472a266d0bd89c13706a4132ccfb16f7c3b9fcb',
  // 1BitcoinEaterAddressDontSendf59kuE (en.bitcoin.it/wiki/Proof_of_burn).
  '759d6677091e973b9e9d99f19c68fbf43e3f05f9',
  // 1CounterpartyXXXXXXXXXXXXXXXUWLpVr and, on test networks, mvCounterpartyXXXXXXXXXXXXXXW24Hef (counterparty-lib,
  // config.UNSPENDABLE).
  '818895f3dc2c178629d3d2d8fa3ec4a3f8179821',
  'a11b66a67b3ff69671c8f82254099faf374b800e',
  // 1ChancecoinXXXXXXXXXXXXXXXXXZELUFD (chancecoin, Config.java).
  '805639c18149c375a977300cd0821bbb97315155',
  // DDogepartyxxxxxxxxxxxxxxxxxxw1dfzr (dogeparty-lib, config.UNSPENDABLE).
  '5f0d49feb9842f4ef958d1a2f69a776ce17f2808',
]);

/** BIP-341: "H", the point with an unknown discrete logarithm. */
const UNSPENDABLE_KEY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

const TAPROOT_VERSION = 1;
const TAPROOT_KEY_BYTES = 32;

/** Pure. */
export function isUnspendablePayee(payee: PayeeParts): boolean {
  if (payee.kind === 'hash') return isBurnHash(payee.hash);
  return payee.version === 0 ? isBurnHash(payee.program) : isUnspendableWitness(payee);
}

/** All zeros, as in 1111111111111111111114oLvT2, and all ones are on every explorer's list of burned coins. */
function isBurnHash(hash: Uint8Array): boolean {
  const isOneByte = hash.every((byte) => byte === hash[0]);
  return (isOneByte && (hash[0] === 0 || hash[0] === 0xff)) || BURN_HASHES.has(bytesToHex(hash));
}

/**
 * BIP-341: a version 1 program that is not 32 bytes long, including pay-to-anchor (4e73, BIP-433), and every higher
 * version (BIP-141) can be spent by anyone who sees it. 32 bytes that are not a point on the curve cannot be spent at
 * all.
 */
function isUnspendableWitness({ version, program }: { version: number; program: Uint8Array }) {
  if (version !== TAPROOT_VERSION || program.length !== TAPROOT_KEY_BYTES) return true;
  return bytesToHex(program) === UNSPENDABLE_KEY || !isPoint(program);
}

function isPoint(x: Uint8Array): boolean {
  try {
    schnorr.utils.lift_x(BigInt(`0x${bytesToHex(x)}`));
    return true;
  } catch {
    return false;
  }
}
