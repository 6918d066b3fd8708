// The output script of an address of the family.
import { cashAddressToLockingBytecode } from '@bitauth/libauth';
import { decodeBase58Address } from '../../coins/codecs/base58-address.ts';
import { decodeSegwitAddress } from '../../coins/codecs/bitcoin-address.ts';
import { definedCoins } from '../../coins/registry.ts';
import { defined } from '../../core/assert.ts';

/** No byte means P2PKH on one coin and P2SH on another. */
const versions = [...definedCoins.values()].flatMap(({ nodes }) =>
  nodes.family === 'bitcoind' ? Object.values(nodes.base58) : [],
);
const KEY_HASH_VERSIONS = new Set(versions.map(({ keyHash }) => keyHash));
const SCRIPT_HASH_VERSIONS = new Set(versions.flatMap(({ scriptHash }) => scriptHash));

const OP_DUP = 0x76;
const OP_HASH160 = 0xa9;
const OP_EQUAL = 0x87;
const OP_EQUALVERIFY = 0x88;
const OP_CHECKSIG = 0xac;
/** OP_1 is 0x51; a witness version n above 0 is OP_n (BIP-141). */
const OP_1_MINUS_1 = 0x50;
const HASH_BYTES = 20;

/** Throws on anything but a canonical segwit, P2PKH or P2SH address. */
export function scriptOf(address: string): Uint8Array {
  if (address.includes(':')) return cashScriptOf(address);
  const separator = address.lastIndexOf('1');
  const segwit = decodeSegwitAddress(address, address.slice(0, Math.max(separator, 0)));
  if (segwit !== null) {
    const { version, program } = segwit;
    const opcode = version === 0 ? 0 : OP_1_MINUS_1 + version;
    return Uint8Array.of(opcode, program.length, ...program);
  }
  const { version, hash } = defined(decodeBase58Address(address), `a script for ${address}`);
  if (KEY_HASH_VERSIONS.has(version)) {
    const head = [OP_DUP, OP_HASH160, HASH_BYTES];
    return Uint8Array.of(...head, ...hash, OP_EQUALVERIFY, OP_CHECKSIG);
  }
  if (SCRIPT_HASH_VERSIONS.has(version)) {
    return Uint8Array.of(OP_HASH160, HASH_BYTES, ...hash, OP_EQUAL);
  }
  throw new Error(`no script is known for ${address}`);
}

function cashScriptOf(address: string): Uint8Array {
  const decoded = cashAddressToLockingBytecode(address);
  if (typeof decoded === 'string') throw new Error(`no script is known for ${address}: ${decoded}`);
  return decoded.bytecode;
}
