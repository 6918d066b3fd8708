// Tokens with which a program acts for a person. When a person loses a permission, their tokens lose it too.
import type { App } from '../app.ts';
import type { PersonPermission } from '../contract/roles.ts';
import { DAY, MINUTE, wallNow } from '../core/clock.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import { notifyRightsChanged } from './sessions.ts';
import { hashOf, newToken } from './tokens.ts';

export const TOKEN_PREFIX = 'ct_';
export const TOKEN_DAYS = 90;
const TOKENS_MAX = 100;

export interface TokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly name: string;
  readonly permissions: readonly PersonPermission[];
  /** Null: all of the person's projects. */
  readonly project_id: string | null;
  readonly project_name: string | null;
  readonly made_at: Date;
  readonly expires_at: Date;
  readonly used_at: Date | null;
  readonly revoked_at: Date | null;
}

const COLUMNS = `id, user_id, name, permissions, project_id, made_at, expires_at, used_at, revoked_at,
  (select p.name from projects p where p.id = project_id) as project_name`;

/** The token is shown once. Errors: 422 with too many active tokens. */
export async function createToken(
  app: App,
  userId: string,
  requested: Pick<TokenRow, 'name' | 'permissions' | 'project_id'> & { days: number },
): Promise<{ row: TokenRow; token: string }> {
  const { token, hash } = newToken(app, TOKEN_PREFIX);
  const now = wallNow();
  const [row] = await app.db.query<TokenRow>(
    `insert into personal_tokens (id, token_hash, user_id, name, permissions, project_id, made_at, expires_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where (select count(*) from personal_tokens where user_id = $3 and revoked_at is null and expires_at > $7)
       < ${TOKENS_MAX}
     returning ${COLUMNS}`,
    [
      newId(app.clock, app.random),
      hash,
      userId,
      requested.name,
      [...new Set(requested.permissions)],
      requested.project_id,
      new Date(now),
      new Date(now + requested.days * DAY),
    ],
  );
  if (row === undefined) throw invalid(rule.keysAtMost('name', TOKENS_MAX));
  return { row, token };
}

export async function findToken(sql: Sql, token: string): Promise<TokenRow | null> {
  const now = wallNow();
  const [row] = await sql.query<TokenRow>(
    `select ${COLUMNS} from personal_tokens where token_hash = $1 and revoked_at is null and expires_at > $2`,
    [hashOf(token), new Date(now)],
  );
  if (row === undefined) return null;
  if (row.used_at === null || now - row.used_at.getTime() > MINUTE)
    await sql.query(
      'update personal_tokens set used_at = $2 where id = $1 and used_at is distinct from $2',
      [row.id, new Date(now)],
    );
  return row;
}

/** Does not count as a use. */
export async function doesTokenCount(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from personal_tokens where id = $1 and revoked_at is null and expires_at > $2',
    [id, new Date(wallNow())],
  );
  return rows.length > 0;
}

/** Newest first, including revoked and expired tokens. */
export async function tokensOf(sql: Sql, userId: string): Promise<readonly TokenRow[]> {
  return sql.query<TokenRow>(
    `select ${COLUMNS} from personal_tokens where user_id = $1 order by id desc limit 200`,
    [userId],
  );
}

export async function revokeTokensOf(sql: Sql, userId: string): Promise<void> {
  await sql.query(
    'update personal_tokens set revoked_at = $2 where user_id = $1 and revoked_at is null',
    [userId, new Date(wallNow())],
  );
  await notifyRightsChanged(sql);
}

/** Errors: 404 for another person's token. */
export async function revokeToken(sql: Sql, userId: string, id: string): Promise<void> {
  const rows = await sql.query(
    'update personal_tokens set revoked_at = coalesce(revoked_at, $3) where user_id = $1 and id = $2 returning 1',
    [userId, id, new Date(wallNow())],
  );
  if (rows.length === 0) throw notFound();
  await notifyRightsChanged(sql);
}
