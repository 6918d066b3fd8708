// What tells our own page in a browser from everything else: the cookie of the session, and the origin of a request.
import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import { AppError } from '../core/errors.ts';
import { browserUrl } from '../people/links.ts';
import { SESSION_LASTS } from '../people/sessions.ts';

type Till = Pick<App, 'publicUrl' | 'config'>;

/** Over https the browser itself keeps the name from other hosts and paths (RFC 6265bis, 4.1.3.2). */
function cookieName(till: Till): string {
  return isSecure(till) ? '__Host-chaintill' : 'chaintill_session';
}

export function sessionToken(till: Till, { cookie }: IncomingHttpHeaders): string | null {
  const name = cookieName(till);
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === name)?.[1] ?? null;
}

/** Null removes it. */
export function sessionCookie(till: Till, token: string | null): string {
  const lasts = token === null ? 0 : Math.floor(SESSION_LASTS / 1000);
  const secure = isSecure(till) ? '; Secure' : '';
  return `${cookieName(till)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lasts}${secure}`;
}

/**
 * A page of another site cannot name our origin, and a browser always names one where something is changed (Fetch
 * standard, 3.2). Errors: 403 `foreign_origin`.
 */
export function insistOnOwnOrigin(till: Till, { origin }: IncomingHttpHeaders): void {
  if (origin !== undefined && originsOf(till).includes(origin)) return;
  const message = `what changes something is asked for from ${originsOf(till)[0]} alone`;
  throw new AppError({ code: 'foreign_origin', status: 403, message });
}

/** As people open it; on this machine also by its other name. */
function originsOf({ publicUrl }: Till): readonly string[] {
  const { value } = publicUrl;
  return [...new Set([new URL(browserUrl(value)).origin, new URL(value).origin])];
}

/** A session must not travel in the open. Errors: 403 `not_over_http`. */
export function insistOnSafeWay(till: Till): void {
  const { hostname } = new URL(browserUrl(till.publicUrl.value));
  if (isSecure(till) || hostname === 'localhost') return;
  const message = 'nobody signs in over http: set CHAINTILL_PUBLIC_URL to an https address';
  throw new AppError({ code: 'not_over_http', status: 403, message });
}

function isSecure({ publicUrl }: Till): boolean {
  return publicUrl.value.startsWith('https:');
}
