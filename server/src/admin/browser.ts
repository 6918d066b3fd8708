// Distinguishes our own page in a browser from other clients: the session cookie and the request's origin.
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import { apiError } from '../core/errors.ts';
import { sitePath } from '../core/site-path.ts';
import { BROWSER_KNOWN_FOR, browserUrl } from '../people/links.ts';
import { TOKEN_PREFIX } from '../people/personal-tokens.ts';
import { SESSION_LASTS } from '../people/sessions.ts';

type Instance = Pick<App, 'publicUrl' | 'config'>;

/** `session`: the signed-in person. `browser`: a person was signed in here before; only separates attempt counters. */
type Cookie = 'session' | 'browser';

const lasts: Readonly<Record<Cookie, number>> = {
  session: SESSION_LASTS,
  browser: BROWSER_KNOWN_FOR,
};

/**
 * Over HTTPS the `__Host-` prefix protects the cookie from other hosts and paths (RFC 6265bis, 4.1.3.2). When the
 * dashboard is below a path, the cookie is limited to that path instead, because the prefix does not allow paths.
 */
function nameOf(instance: Instance, cookie: Cookie): string {
  if (!isSecure(instance)) return `chaintill_${cookie}`;
  if (sitePath(instance.config) !== '')
    return cookie === 'session' ? '__Secure-chaintill' : '__Secure-chaintill-browser';
  return cookie === 'session' ? '__Host-chaintill' : '__Host-chaintill-browser';
}

export function sessionToken(instance: Instance, headers: IncomingHttpHeaders): string | null {
  return tokenIn(headers, nameOf(instance, 'session'));
}

export function browserToken(instance: Instance, headers: IncomingHttpHeaders): string | null {
  return tokenIn(headers, nameOf(instance, 'browser'));
}

function tokenIn({ cookie }: IncomingHttpHeaders, name: string): string | null {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? null;
}

/** The token of a program. Null: none was sent. */
export function bearerOf({ authorization }: IncomingHttpHeaders): string | null {
  const [, token = null] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  return token?.startsWith(TOKEN_PREFIX) ? token : null;
}

/** Null removes the cookie. */
export function cookieOf(instance: Instance, cookie: Cookie, token: string | null): string {
  const seconds = token === null ? 0 : Math.floor(lasts[cookie] / 1000);
  const secure = isSecure(instance) ? '; Secure' : '';
  const name = nameOf(instance, cookie);
  return `${name}=${token ?? ''}; Path=${sitePath(instance.config) || '/'}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

/** A session token must not be sent unencrypted. Errors: 403 `https_required`. */
export function insistOnSafeMethod(instance: Instance): void {
  const { hostname } = new URL(browserUrl(instance.publicUrl.value));
  if (isSecure(instance) || hostname === 'localhost') return;
  throw apiError('https_required');
}

function isSecure({ publicUrl }: Instance): boolean {
  return publicUrl.value.startsWith('https:');
}
