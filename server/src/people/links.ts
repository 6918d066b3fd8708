// One-time sign-in links with a short lifetime. A link is either shown to its creator or emailed to its recipient.
import type { App } from '../app.ts';
import { DAY, MINUTE, wallNow } from '../core/clock.ts';
import { apiError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { hasSignedIn } from './sessions.ts';
import { hashOf, newToken } from './tokens.ts';

export const BROWSER_KNOWN_FOR = 180 * DAY;
const PURGED_AT_ONCE = 100;

export async function knowBrowser(app: App, userId: string): Promise<string> {
  const { token, hash } = newToken(app);
  const now = wallNow();
  await app.db.query(
    `delete from known_browsers where token_hash in (
       select token_hash from known_browsers where ends_at <= $1 order by ends_at, token_hash limit ${PURGED_AT_ONCE})`,
    [new Date(now)],
  );
  await app.db.query(
    'insert into known_browsers (token_hash, user_id, since, ends_at) values ($1, $2, $3, $4)',
    [hash, userId, new Date(now), new Date(now + BROWSER_KNOWN_FOR)],
  );
  return token;
}

export async function isKnownBrowser(
  sql: Sql,
  userId: string | null,
  token: string | null,
): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from known_browsers where token_hash = $1 and user_id = $2::uuid and ends_at > $3',
    [hashOf(token ?? ''), userId, new Date(wallNow())],
  );
  return rows.length > 0;
}

/** Looked up without the entered name, so that the same statements run for existing and unknown names. */
export async function personOfBrowser(sql: Sql, token: string | null): Promise<string | null> {
  const [row] = await sql.query<{ user_id: string }>(
    'select user_id from known_browsers where token_hash = $1 and ends_at > $2',
    [hashOf(token ?? ''), new Date(wallNow())],
  );
  return row?.user_id ?? null;
}

/** A program prints the link for a person who is present. */
export const PRINTED_LINK_LASTS = 15 * MINUTE;
export const INVITATION_LASTS = 3 * DAY;

export interface SignInLink {
  readonly url: string;
  readonly expiresAt: Date;
}

export interface NewLink {
  readonly userId: string;
  readonly lasts: number;
  /** The person who sees the link, and could therefore sign in with it. */
  readonly shownTo?: string | undefined;
  /** The address of the email, for a link that nobody else sees. */
  readonly mailedTo?: string;
}

export function createLink(app: App, userId: string, lasts: number): Promise<SignInLink> {
  return addLink(app, app.db, { userId, lasts });
}

export async function addLink(
  app: Pick<App, 'random' | 'publicUrl'>,
  sql: Sql,
  { userId, lasts, shownTo, mailedTo }: NewLink,
): Promise<SignInLink> {
  const { token, hash } = newToken(app);
  const now = wallNow();
  const expiresAt = new Date(now + lasts);
  await sql.query(
    `insert into sign_in_links (token_hash, user_id, made_at, expires_at, shown_to, mailed_to)
     values ($1, $2, $3, $4, $5, $6)`,
    [hash, userId, new Date(now), expiresAt, shownTo ?? null, mailedTo ?? null],
  );
  return { url: linkUrl(app, token), expiresAt };
}

/** Browsers never send the fragment after # to a server, so no log contains it. */
function linkUrl({ publicUrl }: Pick<App, 'publicUrl'>, token: string): string {
  return `${browserUrl(publicUrl.value)}/dashboard/welcome#${token}`;
}

/** A passkey is bound to a host name, never to an IP address. */
export function browserUrl(url: string): string {
  return url.replace(
    /^http:\/\/(127\.0\.0\.1|\[::1\]|0\.0\.0\.0|\[::\])(?=[:/]|$)/,
    'http://localhost',
  );
}

/** For a person who is deactivated, or who gets other permissions or another link. */
export async function endLinksOf(sql: Sql, userId: string): Promise<void> {
  await sql.query('update sign_in_links set used_at = $2 where user_id = $1 and used_at is null', [
    userId,
    new Date(wallNow()),
  ]);
}

/** Without a previous sign-in, the holder of the link would get the person's new permissions. */
export async function endLinksOfDormant(sql: Sql, userId: string): Promise<void> {
  if (!(await hasSignedIn(sql, userId))) await endLinksOf(sql, userId);
}

const IS_OPEN = `l.token_hash = $1 and l.used_at is null and l.expires_at > $2
  and exists (select 1 from users u where u.id = l.user_id and u.disabled_at is null)`;

/** Does not consume the link. Errors: 401 `link_expired`. */
export async function findLink(
  sql: Sql,
  token: string,
): Promise<{ userId: string; expiresAt: Date }> {
  const [row] = await sql.query<{ user_id: string; expires_at: Date }>(
    `select l.user_id, l.expires_at from sign_in_links l where ${IS_OPEN}`,
    [hashOf(token), new Date(wallNow())],
  );
  if (row === undefined) throw apiError('link_expired');
  return { userId: row.user_id, expiresAt: row.expires_at };
}

/**
 * Consumes all of the person's links. An emailed link confirms the address. Errors: 401 for a link that is used,
 * expired or unknown, or that belongs to a deactivated person.
 */
export function takeLink(app: App, token: string): Promise<string> {
  return app.db.transaction(async (tx) => {
    const now = new Date(wallNow());
    const [row] = await tx.query<{ user_id: string; mailed_to: string | null }>(
      `update sign_in_links l set used_at = $2, redeemed_at = $2 where ${IS_OPEN}
       returning l.user_id, l.mailed_to`,
      [hashOf(token), now],
    );
    if (row === undefined) throw apiError('link_expired');
    const { user_id: userId, mailed_to: address } = row;
    await endLinksOf(tx, userId);
    if (address !== null)
      await tx.query(
        `update users u set email_confirmed_at = $3
         where id = $1 and email = $2 and email_confirmed_at is null and not exists (
           select 1 from users o where o.email = $2 and o.email_confirmed_at is not null)`,
        [userId, address, now],
      );
    return userId;
  });
}
