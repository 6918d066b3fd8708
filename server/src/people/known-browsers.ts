// Browsers in which a person has signed in before. The token grants no access: it only separates the attempt counters
// (attempts.ts).
import type { App } from '../app.ts';
import { DAY, wallNow } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { hashOf, newToken } from './tokens.ts';

export const BROWSER_KNOWN_FOR = 180 * DAY;
const PURGED_AT_ONCE = 100;

/** Returns the browser's token. */
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

/**
 * Who signed in with this browser before. Looked up by browser alone, so that the same statements run for existing and
 * unknown names.
 */
export async function personOfBrowser(sql: Sql, token: string | null): Promise<string | null> {
  const [row] = await sql.query<{ user_id: string }>(
    'select user_id from known_browsers where token_hash = $1 and ends_at > $2',
    [hashOf(token ?? ''), new Date(wallNow())],
  );
  return row?.user_id ?? null;
}
