// The IP addresses to which a callback may be sent. Used by guarded-post.ts, and by the settings that check a callback
// URL on input. Everything that is not clearly public is rejected (RFC 6890 registries).
import ipaddr from 'ipaddr.js';

/** Public IPv6 unicast is 2000::/3 (IANA); mapped, translated and unassigned forms are outside it. */
const GLOBAL_UNICAST_MASK = 0xe000;
const GLOBAL_UNICAST = 0x2000;

/**
 * Whether a callback must not be sent to this address. `allowLoopback` (sandbox) allows 127.0.0.0/8 and ::1 and nothing
 * else. Text that is not an IP address is rejected.
 */
export function isRefusedAddress(text: string, allowLoopback: boolean): boolean {
  if (!ipaddr.isValid(text)) return true;
  const address = ipaddr.parse(text);
  const range = address.range();
  if (range === 'loopback') return !allowLoopback;
  if (range !== 'unicast') return true;
  return address instanceof ipaddr.IPv6 && !isGlobalUnicast(address);
}

function isGlobalUnicast(address: ipaddr.IPv6): boolean {
  return ((address.parts[0] ?? 0) & GLOBAL_UNICAST_MASK) === GLOBAL_UNICAST;
}
