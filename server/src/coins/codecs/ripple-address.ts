// Addresses of XRP: classic ones (xrpl.org/addresses), optionally with `?dt=<tag>` (interface.md 4.1), and X-addresses
// (XLS-5), which contain the tag and the network.
import { bytesToHex } from '@noble/hashes/utils.js';
import {
  classicAddressToXAddress,
  decodeAccountID,
  encodeAccountID,
  xAddressToClassicAddress,
} from 'ripple-address-codec';
import { deriveAddress } from 'ripple-keypairs';
import type { Destination } from '../coin.ts';
import { isAddressText } from './address-text.ts';

/** Classic addresses have 25 to 35 characters, X-addresses 47 (xrpl.org/base58-encodings). */
const CLASSIC = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const X_ADDRESS = /^[XT][1-9A-HJ-NP-Za-km-z]{46}$/;
/** The only supported query parameter: no sign, no leading zeros. */
const TAG_QUERY = /^dt=(0|[1-9]\d{0,9})$/;
/** Destination tags are unsigned 32-bit (xrpl.org/source-and-destination-tags). */
const TAG_MAX = 4_294_967_295;

/** Null when the address or the tag is invalid, or two tags contradict each other. */
export function parseRippleAddress(text: string, isTest: boolean): Destination | null {
  if (!isAddressText(text)) return null;
  const [account = '', ...queries] = text.split('?');
  const tag = readTag(queries);
  if (tag === 'wrong') return null;
  if (CLASSIC.test(account)) return isClassic(account) ? { address: account, tag } : null;
  const extended = X_ADDRESS.test(account) ? readXAddress(account, isTest) : null;
  return extended === null ? null : joinTags(extended, tag);
}

/** ACCOUNT_ZERO, ACCOUNT_ONE, NAMEt and the NaN address: no key has an id with 128 leading zeros (xrpl.org). */
const SPECIAL_ID_MAX = 0xffff_ffffn;
/** The genesis account, whose secret is public (xrpl.org, "Addresses"; rippled, Ledger.cpp). */
const GENESIS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

/** The address must be classic. */
export function isUnspendableRipple(address: string): boolean {
  const id = BigInt(`0x${bytesToHex(decodeAccountID(address))}`);
  return id <= SPECIAL_ID_MAX || address === GENESIS;
}

export function formatRippleAddress({ address, tag }: Destination): string {
  return tag === null ? address : `${address}?dt=${tag}`;
}

export function rippleAddressOf(publicKey: Uint8Array): string {
  return deriveAddress(bytesToHex(publicKey));
}

function readTag(queries: readonly string[]): number | null | 'wrong' {
  const [query, ...more] = queries;
  if (query === undefined) return null;
  const digits = TAG_QUERY.exec(query)?.[1];
  if (more.length > 0 || digits === undefined) return 'wrong';
  const tag = Number(digits);
  return tag <= TAG_MAX ? tag : 'wrong';
}

function isClassic(address: string): boolean {
  try {
    return encodeAccountID(decodeAccountID(address)) === address;
  } catch {
    return false;
  }
}

/** The library ignores the upper half of a 64-bit tag with a 32-bit flag, and would pay another tag. */
function readXAddress(text: string, isTest: boolean): Destination | null {
  try {
    const { classicAddress, tag, test } = xAddressToClassicAddress(text);
    const isExact = classicAddressToXAddress(classicAddress, tag, test) === text;
    if (!isExact || test !== isTest) return null;
    return { address: classicAddress, tag: tag === false ? null : tag };
  } catch {
    return null;
  }
}

/** An X-address states whether it has a tag. In the API, `?dt=0` means "no tag" (interface.md 4.1). */
function joinTags(extended: Destination, tag: number | null): Destination | null {
  if (tag === null || tag === extended.tag) return extended;
  return extended.tag === null && tag === 0 ? { ...extended, tag } : null;
}
