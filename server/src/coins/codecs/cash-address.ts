// Addresses of BCH: cashaddr (reference.cash/protocol/blockchain/encoding/cashaddr) with or without its prefix, and the
// legacy base58 form, which is identical to a BTC address. The canonical form is cashaddr with prefix.
import { decodeCashAddress, encodeCashAddress, readTokenPrefix } from '@bitauth/libauth';
import type { CarriedToken, Network } from '../coin.ts';
import type { Base58Versions } from '../nodes.ts';
import { isAddressText, singleCase } from './address-text.ts';
import { decodeBase58Address, HASH160_BYTES, hash160 } from './base58-address.ts';
import type { AddressCodec } from './bitcoind-network.ts';
import { isUnspendablePayee, scriptPayee } from './script-payee.ts';

interface CashPrefixes extends Base58Versions {
  readonly cash: 'bitcoincash' | 'bchtest' | 'bchreg';
}

type Payee = { readonly type: 'p2pkh' | 'p2sh'; readonly payload: Uint8Array };

/** P2SH with a 32-byte hash (CHIP-2022-05 Pay-to-Script-Hash-32). */
const SCRIPT_HASH_32_BYTES = 32;

/** PREFIX_TOKEN, OP_SPECIAL_TOKEN_PREFIX in Bitcoin Cash Node. */
const TOKEN_PREFIX = 0xef;

/** The canonical form is `bitcoincash:q...`. */
export function cashAddresses(prefixesOf: Readonly<Record<Network, CashPrefixes>>): AddressCodec {
  return {
    parse(text, network) {
      if (!isAddressText(text)) return null;
      const prefixes = prefixesOf[network];
      const payee = fromCash(text, prefixes) ?? fromLegacy(text, prefixes);
      return payee === null ? null : encoded(payee, prefixes);
    },
    ofPublicKey: (publicKey, network) =>
      encoded({ type: 'p2pkh', payload: hash160(publicKey) }, prefixesOf[network]),
    ofScript(script, network) {
      const payee = scriptPayee(script);
      if (payee === null || payee.kind === 'witness') return null;
      const type = payee.kind === 'keyHash' ? 'p2pkh' : 'p2sh';
      return encoded({ type, payload: payee.hash }, prefixesOf[network]);
    },
    isUnspendable(address, network) {
      const payee = fromCash(address, prefixesOf[network]);
      return payee !== null && isUnspendablePayee({ kind: 'hash', hash: payee.payload });
    },
  };
}

/** libauth ignores the case when it decodes, but cashaddr forbids mixed case. */
function fromCash(text: string, prefixes: CashPrefixes): Payee | null {
  const lower = singleCase(text);
  if (lower === null) return null;
  const decoded = decodeCashAddress(lower.includes(':') ? lower : `${prefixes.cash}:${lower}`);
  if (typeof decoded === 'string' || decoded.prefix !== prefixes.cash) return null;
  const { payload } = decoded;
  // Token-aware addresses pay the same script as the plain ones (CHIP-2022-02 CashTokens).
  if (decoded.type === 'p2pkh' || decoded.type === 'p2pkhWithTokens') {
    return payload.length === HASH160_BYTES ? { type: 'p2pkh', payload } : null;
  }
  const isScriptHash = payload.length === HASH160_BYTES || payload.length === SCRIPT_HASH_32_BYTES;
  return isScriptHash ? { type: 'p2sh', payload } : null;
}

function fromLegacy(text: string, prefixes: CashPrefixes): Payee | null {
  const base58 = decodeBase58Address(text);
  if (base58?.version === prefixes.keyHash) return { type: 'p2pkh', payload: base58.hash };
  if (base58 !== null && prefixes.scriptHash.includes(base58.version))
    return { type: 'p2sh', payload: base58.hash };
  return null;
}

function encoded(payee: Payee, prefixes: CashPrefixes): string {
  return encodeCashAddress({ ...payee, prefix: prefixes.cash }).address;
}

/** Null when the token is malformed: no node accepts a block with such an output (CHIP-2022-02 CashTokens). */
export function splitTokenPrefix(
  bytes: Uint8Array,
): { readonly token: CarriedToken | null; readonly script: Uint8Array } | null {
  if (bytes[0] !== TOKEN_PREFIX) return { token: null, script: bytes };
  const read = readTokenPrefix({ bin: Uint8Array.from(bytes), index: 0 });
  if (typeof read === 'string' || read.result.token === undefined) return null;
  const { category, amount, nft } = read.result.token;
  const hex = (part: Uint8Array) => Buffer.from(part).toString('hex');
  return {
    token: {
      category: hex(category),
      amount: amount.toString(),
      nft:
        nft === undefined ? null : { capability: nft.capability, commitment: hex(nft.commitment) },
    },
    script: bytes.subarray(read.position.index),
  };
}
