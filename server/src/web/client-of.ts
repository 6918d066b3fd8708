// Whom a rate limit of public pages counts: one IPv4 address, or one IPv6 network of 64 bits, within which
// a single host can take any address (RFC 4291 section 2.5.4).
import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_PARTS = 4;

export function clientOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6
    ? address.parts.slice(0, IPV6_PREFIX_PARTS).join(':')
    : address.toString();
}
