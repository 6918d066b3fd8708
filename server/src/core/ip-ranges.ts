// Ranges are single addresses or CIDR notation, IPv4 or IPv6.
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** False for text that is not an address. */
export function isInIpRanges(ip: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // `process` converts an IPv4-mapped IPv6 address to IPv4.
  const address = ipaddr.process(ip);
  return ranges.some((text) => {
    const range = parseRange(text);
    return range !== null && range[0].kind() === address.kind() && address.match(range);
  });
}

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
