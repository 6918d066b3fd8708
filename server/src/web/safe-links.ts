// Decides which texts may become the target of a link on a hosted page. Everything else is not linked.

/** Characters of payment URIs as the coins write them; nothing a script could be written with. */
const PAYMENT_URI = /^([a-z][a-z0-9+-]*):[A-Za-z0-9:@./?&=%_+-]+$/;
/** Schemes that browsers act on themselves (WHATWG HTML, URL and Fetch standards), so no wallet's. */
const BROWSER_SCHEMES = new Set([
  'about',
  'blob',
  'data',
  'file',
  'filesystem',
  'ftp',
  'http',
  'https',
  'javascript',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);

/** The address as browsers understand it, when it is http or https without credentials; else null. */
export function webUrl(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}

/** The payment URI, when it can only be opened by a wallet; else null. */
export function walletUri(text: string): string | null {
  const scheme = PAYMENT_URI.exec(text)?.[1];
  return scheme === undefined || BROWSER_SCHEMES.has(scheme) ? null : text;
}
