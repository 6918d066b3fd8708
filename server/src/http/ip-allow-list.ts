// The addresses an API key may be used from; an empty list allows every address.
import { isInIpRanges, isIpRange } from '../core/ip-ranges.ts';

export function isAddressAllowed(ip: string, list: readonly string[]): boolean {
  return list.length === 0 || isInIpRanges(ip, list);
}

/** True for an address or range that `isAddressAllowed` understands. */
export function isAllowListEntry(entry: string): boolean {
  return isIpRange(entry);
}
