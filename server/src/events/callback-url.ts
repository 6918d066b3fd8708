// Which URLs may be called back: https in live mode, http as well in sandbox and into the operator's own
// network; never with credentials. Where the name leads is checked at every connect (guarded-post.ts).
import { isIP } from 'node:net';
import type { Config } from '../core/config/config.ts';
import { isInIpRanges } from '../core/ip-ranges.ts';

const LENGTH_MAX = 2048;

export function isCallbackUrl(
  text: string,
  config: Pick<Config, 'rules' | 'callbackAllow'>,
): boolean {
  if (text.length > LENGTH_MAX || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  if (url.protocol !== 'http:') return false;
  return config.rules.plainCallbacks || mayBeOwnNetwork(url, config.callbackAllow);
}

/** A name may lead into the allowed ranges, which is seen when it is called; an address does or does not. */
function mayBeOwnNetwork(url: URL, ranges: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? ranges.length > 0 : isInIpRanges(host, ranges);
}
