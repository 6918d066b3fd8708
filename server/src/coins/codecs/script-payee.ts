// Parses the recipient of an output script: templates that pay exactly one address (Bitcoin Core, script/solver.cpp).
import { schnorr } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { HASH160_BYTES } from './base58-address.ts';

// Outputs that anyone may spend, and hashes and keys without a known preimage or secret, on every coin.

type PayeeParts =
  /** P2PKH and P2SH. */
  | { readonly kind: 'hash'; readonly hash: Uint8Array }
  | { readonly kind: 'witness'; readonly version: number; readonly program: Uint8Array };

const BURN_HASHES: ReadonlySet<string> = new Set([
  // HASH160 of an empty public key: 1HT7xU2Ngenf7D4yocz2SAcnNLW7rK8d4E (en.bitcoin.it/wiki/Script, "Provably
  // unspendable").
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

/** The point "H" of BIP-341, whose discrete logarithm is unknown. */
const UNSPENDABLE_KEY = '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0';

const TAPROOT_VERSION = 1;
const TAPROOT_KEY_BYTES = 32;

export function isUnspendablePayee(payee: PayeeParts): boolean {
  if (payee.kind === 'hash') return isBurnHash(payee.hash);
  return payee.version === 0 ? isBurnHash(payee.program) : isUnspendableWitness(payee);
}

/** All zeros, as in 1111111111111111111114oLvT2, and all ones are burned coins on every explorer. */
function isBurnHash(hash: Uint8Array): boolean {
  const isOneByte = hash.every((byte) => byte === hash[0]);
  return (isOneByte && (hash[0] === 0 || hash[0] === 0xff)) || BURN_HASHES.has(bytesToHex(hash));
}

/**
 * Anyone can spend a version 1 program that is not 32 bytes long (BIP-341), including pay-to-anchor (4e73, BIP-433),
 * and every higher version (BIP-141). 32 bytes that are not a point on the curve cannot be spent at all.
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

export type ScriptPayee =
  /** P2PKH and P2SH; a script hash has 20 bytes, on BCH also 32. */
  | { readonly kind: 'keyHash' | 'scriptHash'; readonly hash: Uint8Array }
  /** P2WPKH, P2WSH and taproot. */
  | { readonly kind: 'witness'; readonly version: 0 | 1; readonly program: Uint8Array };

const OP_0 = 0x00;
const OP_1 = 0x51;
const OP_DUP = 0x76;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_HASH160 = 0xa9;
const OP_HASH256 = 0xaa;
const OP_CHECKSIG = 0xac;
/** SHA-256 length: P2WSH (BIP-141), taproot keys (BIP-341), and P2SH with 32 bytes (CHIP-2022-05). */
const LONG_BYTES = 32;

/**
 * Null for every other script: data, bare keys and multisig (anyone can create one that names our key next to their
 * own), CashTokens (their prefix makes it another script), the extension block, and future witness versions.
 */
export function scriptPayee(script: Uint8Array): ScriptPayee | null {
  const [first, second] = script;
  if (first === OP_0 && second === HASH160_BYTES) return witness(script, 0);
  if (first === OP_0 && second === LONG_BYTES) return witness(script, 0);
  if (first === OP_1 && second === LONG_BYTES) return witness(script, 1);
  if (first === OP_DUP) return keyHash(script);
  if (first === OP_HASH160 && second === HASH160_BYTES) return scriptHash(script);
  if (first === OP_HASH256 && second === LONG_BYTES) return scriptHash(script);
  return null;
}

function witness(script: Uint8Array, version: 0 | 1): ScriptPayee | null {
  const program = script.subarray(2);
  return program.length === script[1] ? { kind: 'witness', version, program } : null;
}

function keyHash(script: Uint8Array): ScriptPayee | null {
  const end = 3 + HASH160_BYTES;
  const isTemplate =
    script.length === end + 2 &&
    script[1] === OP_HASH160 &&
    script[2] === HASH160_BYTES &&
    script[end] === OP_EQUALVERIFY &&
    script[end + 1] === OP_CHECKSIG;
  return isTemplate ? { kind: 'keyHash', hash: script.subarray(3, end) } : null;
}

function scriptHash(script: Uint8Array): ScriptPayee | null {
  const end = script.length - 1;
  const isTemplate = end === 2 + (script[1] ?? 0) && script[end] === OP_EQUAL;
  return isTemplate ? { kind: 'scriptHash', hash: script.subarray(2, end) } : null;
}
