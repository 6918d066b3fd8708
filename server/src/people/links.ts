// Links that sign somebody in once, within a short time: the first one, invitations, and for who has lost all else.
import type { App } from '../app.ts';
import { DAY, MINUTE, wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { hashOf, newToken } from './tokens.ts';

/** Of a link that a program prints: whoever asked for it is there. */
export const PRINTED_LINK_LASTS = 15 * MINUTE;
/** Of one that is sent to somebody. */
export const INVITATION_LASTS = 3 * DAY;

export interface SignInLink {
  readonly url: string;
  readonly expiresAt: Date;
}

export async function createLink(app: App, userId: string, lasts: number): Promise<SignInLink> {
  const { token, hash } = newToken(app);
  const now = wallNow();
  const expiresAt = new Date(now + lasts);
  await app.db.query(
    'insert into sign_in_links (token_hash, user_id, made_at, expires_at) values ($1, $2, $3, $4)',
    [hash, userId, new Date(now), expiresAt],
  );
  return { url: linkUrl(app, token), expiresAt };
}

/** What stands after # reaches no server and no log. */
function linkUrl({ publicUrl }: App, token: string): string {
  return `${browserUrl(publicUrl.value)}/dashboard/welcome#${token}`;
}

/** A passkey belongs to a name, never to an IP address. */
export function browserUrl(url: string): string {
  return url.replace(
    /^http:\/\/(127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])(?=:|$)/,
    'http://localhost',
  );
}

/** Of somebody who is kept out: none of them is there when he is let in again. */
export async function endLinksOf(app: App, userId: string): Promise<void> {
  await app.db.query(
    'update sign_in_links set used_at = $2 where user_id = $1 and used_at is null',
    [userId, new Date(wallNow())],
  );
}

/** Uses it up. Who may come in; 401 for one that is used, over, unknown, or of somebody who is disabled. */
export async function takeLink(app: App, token: string): Promise<string> {
  const [row] = await app.db.query<{ user_id: string }>(
    `update sign_in_links l set used_at = $2
     from users u where u.id = l.user_id and u.disabled_at is null
       and l.token_hash = $1 and l.used_at is null and l.expires_at > $2
     returning l.user_id`,
    [hashOf(token), new Date(wallNow())],
  );
  if (row !== undefined) return row.user_id;
  const message = 'this link was used, is over, or never was: ask for another one';
  throw new AppError({ code: 'link_over', status: 401, message });
}
