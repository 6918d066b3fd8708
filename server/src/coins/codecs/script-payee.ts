// The recipient of an output script, by the templates that pay exactly one address (Bitcoin Core, script/solver.cpp).
// Used for the outputs of blocks of the bitcoind family.
import { HASH160_BYTES } from './base58-address.ts';

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
 * own), outputs with CashTokens (their prefix makes it another script), the extension block's, and future witness
 * versions.
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
