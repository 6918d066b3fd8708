// Challenges sent to a browser: random values that must be answered, each only once.
import type { App } from '../app.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';

export type Purpose = 'come_in' | 'step_up' | 'add_passkey' | 'add_totp' | 'sso';

/** Enough time to find the security key, or to sign in at the identity provider. */
export const CHALLENGE_LASTS = 10 * MINUTE;
const PURGED_AT_ONCE = 100;

export interface Request {
  readonly purpose: Purpose;
  /** Null: anyone may answer it. */
  readonly userId: string | null;
}

/** Returns its ID, which the response must contain. */
export async function storeChallenge(
  app: App,
  { purpose, userId }: Request,
  value: string,
): Promise<string> {
  const id = newId(app.clock, app.random);
  const now = wallNow();
  await app.db.query(
    `delete from sign_in_challenges where id in (
       select id from sign_in_challenges where expires_at <= $1 order by expires_at, id limit ${PURGED_AT_ONCE})`,
    [new Date(now)],
  );
  await app.db.query(
    'insert into sign_in_challenges (id, purpose, user_id, value, expires_at) values ($1, $2, $3, $4, $5)',
    [id, purpose, userId, value, new Date(now + CHALLENGE_LASTS)],
  );
  return id;
}

/** Reading consumes it. Null: it was consumed, has expired, or was issued for another purpose or person. */
export async function takeChallenge(
  sql: Sql,
  { purpose, userId }: Request,
  id: string,
): Promise<string | null> {
  const [row] = await sql.query<{ value: string; expires_at: Date }>(
    `delete from sign_in_challenges where id = $1 and purpose = $2 and user_id is not distinct from $3::uuid
     returning value, expires_at`,
    [id, purpose, userId],
  );
  return row !== undefined && row.expires_at.getTime() > wallNow() ? row.value : null;
}

/** For challenges that may be answered wrongly first: reading does not consume them. */
export async function readChallenge(
  sql: Sql,
  { purpose, userId }: Request,
  id: string,
): Promise<string | null> {
  const [row] = await sql.query<{ value: string }>(
    `select value from sign_in_challenges
     where id = $1 and purpose = $2 and user_id is not distinct from $3::uuid and expires_at > $4`,
    [id, purpose, userId, new Date(wallNow())],
  );
  return row?.value ?? null;
}
