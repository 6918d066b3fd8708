// The cookie of staff at a terminal. It is sent only to the pages of that terminal, and no script can read it.
import type { IncomingHttpHeaders } from 'node:http';
import type { Instance } from '../app.ts';
import { sitePath } from '../core/site-path.ts';
import { SESSION_LASTS } from '../terminals/sessions.ts';
import type { TerminalRow } from '../terminals/terminals.ts';

const NAME = 'chaintill_terminal';

export function terminalToken({ cookie }: IncomingHttpHeaders): string | null {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([key]) => key === NAME)?.[1] || null;
}

/** Null removes the cookie. */
export function terminalCookie(
  { config, publicUrl }: Instance,
  { token: address }: Pick<TerminalRow, 'token'>,
  token: string | null,
): string {
  const seconds = token === null ? 0 : Math.floor(SESSION_LASTS / 1000);
  const path = `${sitePath(config)}/pos/${address}`;
  const secure = publicUrl.value.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${token ?? ''}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`;
}
