// IP address ranges as operators write them: single addresses or CIDR notation, IPv4 or IPv6. Used by the
// configuration, the API key allowlists and the callback guard.
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** True when one of the ranges contains the address; false for text that is not an address. */
export function isInIpRanges(ip: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // `process` converts an IPv4-mapped IPv6 address to its IPv4 address.
  const address = ipaddr.process(ip);
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== null && range[0].kind() === address.kind() && address.match(range);
  });
}

/** True for an address or range that `isInIpRanges` supports. */
export function isIpRange(text: string): boolean {
  return parseRange(text) !== null;
}

function parseRange(text: string): Range | null {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return null;
  }
}
