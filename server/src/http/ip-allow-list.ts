// The addresses an API key may be used from; an empty list allows every address.
import { isInIpRanges } from '../core/ip-ranges.ts';

export function isAddressAllowed(ip: string, list: readonly string[]): boolean {
  return list.length === 0 || isInIpRanges(ip, list);
}
