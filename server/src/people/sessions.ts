// Sessions. The browser holds a random token, the database its hash.
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, wallNow } from '../core/clock.ts';
import { notFound } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';
import { hashOf, newToken } from './tokens.ts';

export const RIGHTS_CHANGED = 'rights';

export async function notifyRightsChanged(sql: Sql): Promise<void> {
  await notifyWorker(sql, RIGHTS_CHANGED);
}

export const SESSION_LASTS = 7 * DAY;
const IDLE_MAX = 12 * HOUR;
/** After this time, moving money requires another step-up. */
const STEP_UP_LASTS = 5 * MINUTE;
/** After sign-in by link, enough time to set up a passkey or another method. */
const LINK_SETS_UP_FOR = 30 * MINUTE;
const AGENT_LENGTH_MAX = 200;

export type AuthMethod =
  | 'link'
  | 'passkey'
  | 'password'
  | 'password_and_code'
  | 'recovery_code'
  | 'oidc';

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly authenticatedAt: Date;
  readonly authMethod: AuthMethod;
}

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly began_at: Date;
  readonly seen_at: Date;
  readonly ends_at: Date;
  readonly proved_at: Date;
  readonly proved_by: AuthMethod;
  readonly address: string | null;
  readonly agent: string | null;
}

const COLUMNS =
  'id, user_id, began_at, seen_at, ends_at, proved_at, proved_by, host(address) as address, agent';

/** SQL, for the user `u`. Null if they never signed in. Sessions are never deleted. */
export const FIRST_SIGNED_IN_AT = '(select min(s.began_at) from sessions s where s.user_id = u.id)';

/** Also true while the session of a redeemed link is being created. */
export async function hasSignedIn(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query(
    `select 1 where exists (select 1 from sessions where user_id = $1)
       or exists (select 1 from sign_in_links where user_id = $1 and redeemed_at is not null)`,
    [userId],
  );
  return rows.length > 0;
}

export interface Client {
  readonly address: string;
  readonly agent: string | null;
  /** An automatic request of an open page, which does not count as activity. */
  readonly isAway?: boolean;
}

export async function beginSession(
  app: App,
  userId: string,
  {
    authMethod,
    authenticatedAt,
    client,
  }: { authMethod: AuthMethod; authenticatedAt?: Date; client: Client },
): Promise<{ session: Session; token: string }> {
  const id = newId(app.clock, app.random);
  const { token, hash } = newToken(app);
  const now = new Date(wallNow());
  await app.db.query(
    `insert into sessions (id, token_hash, user_id, began_at, seen_at, ends_at, proved_at, proved_by, address, agent)
     values ($1, $2, $3, $4, $4, $5, $9, $6, $7, $8)`,
    [
      id,
      hash,
      userId,
      now,
      new Date(now.getTime() + SESSION_LASTS),
      authMethod,
      client.address,
      client.agent?.slice(0, AGENT_LENGTH_MAX) ?? null,
      authenticatedAt ?? now,
    ],
  );
  return { session: { id, userId, authenticatedAt: authenticatedAt ?? now, authMethod }, token };
}

export async function findSession(
  app: App,
  token: string,
  { isAway = false }: Pick<Client, 'isAway'> = {},
): Promise<Session | null> {
  const now = wallNow();
  const [row] = await app.db.query<SessionRow>(
    `select ${COLUMNS} from sessions
     where token_hash = $1 and ended_at is null and ends_at > $2 and seen_at > $3`,
    [hashOf(token), new Date(now), new Date(now - IDLE_MAX)],
  );
  if (row === undefined) return null;
  if (!isAway && now - row.seen_at.getTime() > MINUTE)
    await app.db.query('update sessions set seen_at = $2 where id = $1 and seen_at < $2', [
      row.id,
      new Date(now),
    ]);
  return {
    id: row.id,
    userId: row.user_id,
    authenticatedAt: row.proved_at,
    authMethod: row.proved_by,
  };
}

/** Does not count as activity. */
export async function doesSessionGoOn(sql: Sql, id: string): Promise<boolean> {
  const now = wallNow();
  const rows = await sql.query(
    'select 1 from sessions where id = $1 and ended_at is null and ends_at > $2 and seen_at > $3',
    [id, new Date(now), new Date(now - IDLE_MAX)],
  );
  return rows.length > 0;
}

/** Issues a new token, so that a stolen earlier token cannot move money. */
export async function stepUpSession(app: App, id: string, authMethod: AuthMethod): Promise<string> {
  const { token, hash } = newToken(app);
  const rows = await app.db.query(
    `update sessions set token_hash = $2, proved_at = $3, proved_by = $4
     where id = $1 and ended_at is null returning 1`,
    [id, hash, new Date(wallNow()), authMethod],
  );
  if (rows.length === 0) throw notFound();
  return token;
}

export function isStepUpFresh({ authenticatedAt }: Session): boolean {
  return wallNow() - authenticatedAt.getTime() < STEP_UP_LASTS;
}

/** For operations that change only a person's own sign-in methods. */
export function mayStillSetUp(session: Session): boolean {
  const { authenticatedAt, authMethod } = session;
  return (
    isStepUpFresh(session) ||
    (authMethod === 'link' && wallNow() - authenticatedAt.getTime() < LINK_SETS_UP_FOR)
  );
}

/** Active sessions, newest first. */
export async function sessionsOf(sql: Sql, userId: string): Promise<readonly SessionRow[]> {
  const now = wallNow();
  return sql.query<SessionRow>(
    `select ${COLUMNS} from sessions
     where user_id = $1 and ended_at is null and ends_at > $2 and seen_at > $3 order by id desc limit 100`,
    [userId, new Date(now), new Date(now - IDLE_MAX)],
  );
}

/** Errors: 404 for another person's session. */
export async function endSession(app: App, userId: string, id: string): Promise<void> {
  const rows = await app.db.query(
    'update sessions set ended_at = coalesce(ended_at, $3) where user_id = $1 and id = $2 returning 1',
    [userId, id, new Date(wallNow())],
  );
  if (rows.length === 0) throw notFound();
  await notifyRightsChanged(app.db);
}

export async function endReplaced(app: App, token: string): Promise<void> {
  const rows = await app.db.query(
    'update sessions set ended_at = $2 where token_hash = $1 and ended_at is null returning 1',
    [hashOf(token), new Date(wallNow())],
  );
  if (rows.length > 0) await notifyRightsChanged(app.db);
}

export async function endSessionsOf(app: App, userId: string, but: string | null): Promise<void> {
  await app.db.query(
    `update sessions set ended_at = $2 where user_id = $1 and ended_at is null and id is distinct from $3::uuid`,
    [userId, new Date(wallNow()), but],
  );
  await notifyRightsChanged(app.db);
}
