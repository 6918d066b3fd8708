// Infers from an input alone which script it spends, where possible, for nodes that cannot return the previous output.
// Pure; used by read-sources.ts.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { Script } from '@scure/btc-signer';
import { hash160 } from '../../coins/codecs/base58-address.ts';
import type { InputAnswer } from './answers.ts';

/** DER signature with hash type, or a 65-byte BCH Schnorr one (BIP 66; BCH 2019-05-15 upgrade). */
const SIGNATURE = /^(?:30[0-9a-f]{16,144}|[0-9a-f]{130})$/;
/** Compressed or uncompressed public key (SEC 1). */
const PUBLIC_KEY = /^(?:0[23][0-9a-f]{64}|04[0-9a-f]{128})$/;
const COMPRESSED_KEY = /^0[23][0-9a-f]{64}$/;
/** A version 0 witness program (BIP 141) of 20 or 32 bytes, as P2SH wraps it. */
const WITNESS_PROGRAM = /^00(?:14[0-9a-f]{40}|20[0-9a-f]{64})$/;
/** `OP_m <keys> OP_n OP_CHECKMULTISIG`. */
const MULTISIG_SCRIPT = /^5[1-9a-f](?:[0-9a-f]{2})*5[1-9a-f]ae$/;
/** Last witness item of a taproot script path (leaf version, key, branches), or an annex (BIP 341). */
const TAPROOT_ITEM = /^(?:[c-f][0-9a-f](?:[0-9a-f]{64})+|50(?:[0-9a-f]{2})*)$/;
/** OP_0 pushes an empty value, which multisig needs; the script parser returns it as the number 0. */
const OP_0 = 0;

/**
 * The script (hex) that an input spends, or null when it cannot be inferred: P2PK, bare multisig, taproot, rare P2SH. A
 * guess based on the form, as in early block explorers: anyone can make a script look like a key here, so the node's
 * own data takes precedence (read-sources.ts).
 */
export function sourceScript(input: InputAnswer): string | null {
  const unlock = input.scriptSig?.hex ?? '';
  const witness = input.txinwitness ?? [];
  if (unlock === '') return fromWitness(witness);
  const pushes = pushesIn(unlock);
  const last = pushes?.at(-1);
  if (pushes === null || last === undefined) return null;
  if (witness.length > 0) {
    return pushes.length === 1 && WITNESS_PROGRAM.test(last) ? scriptHashScript(last) : null;
  }
  const [signature] = pushes;
  if (pushes.length === 2 && SIGNATURE.test(signature ?? '') && PUBLIC_KEY.test(last)) {
    return `76a914${keyHash(last)}88ac`;
  }
  return pushes.length > 1 && MULTISIG_SCRIPT.test(last) ? scriptHashScript(last) : null;
}

function fromWitness(witness: readonly string[]): string | null {
  const last = witness.at(-1);
  if (last === undefined || witness.length < 2) return null;
  const isKeyHash = SIGNATURE.test(witness[0] ?? '') && COMPRESSED_KEY.test(last);
  if (witness.length === 2 && isKeyHash) return `0014${keyHash(last)}`;
  return TAPROOT_ITEM.test(last) ? null : `0020${scriptHash(last)}`;
}

function scriptHashScript(redeemScript: string): string {
  return `a914${keyHash(redeemScript)}87`;
}

function keyHash(hex: string): string {
  return bytesToHex(hash160(hexToBytes(hex)));
}

function scriptHash(hex: string): string {
  return bytesToHex(sha256(hexToBytes(hex)));
}

/** The values a script pushes, as hex; null when it does anything besides pushing bytes. */
function pushesIn(hex: string): readonly string[] | null {
  const pushes: string[] = [];
  for (const part of partsOf(hex)) {
    if (part instanceof Uint8Array) pushes.push(bytesToHex(part));
    else if (part === OP_0) pushes.push('');
    else return null;
  }
  return pushes;
}

/** Bytes, numbers and names of opcodes; empty for a truncated script. */
function partsOf(hex: string): readonly unknown[] {
  try {
    return Script.decode(hexToBytes(hex));
  } catch {
    return [];
  }
}
