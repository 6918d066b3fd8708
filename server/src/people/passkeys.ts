// Stored passkeys: the public key and the signature counter, if the passkey has one.
import type { App } from '../app.ts';
import { MINUTE, wallNow } from '../core/clock.ts';
import { invalid, notFound, rule } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Sql } from '../db/database.ts';

type Purpose = 'come_in' | 'step_up' | 'add_passkey' | 'add_totp' | 'sso';

/** Enough time to find the security key, or to sign in at the identity provider. */
export const CHALLENGE_LASTS = 10 * MINUTE;
const PURGED_AT_ONCE = 100;

export interface Request {
  readonly purpose: Purpose;
  /** Null: anyone may answer the challenge. */
  readonly userId: string | null;
}

/** Returns the ID, which the response must contain. */
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

/** Consumes the challenge. Null: already consumed, expired, or issued for another purpose or person. */
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

/** For challenges that allow a wrong response first: does not consume the challenge. */
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

export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: string;
  readonly public_key: Buffer;
  readonly transports: readonly string[];
  readonly is_backed_up: boolean;
  readonly name: string;
  readonly made_at: Date;
  readonly used_at: Date | null;
}

export interface NewPasskey {
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly isBackedUp: boolean;
}

const COLUMNS =
  'id, user_id, credential_id, public_key, transports, is_backed_up, name, made_at, used_at';
const PASSKEYS_MAX = 50;

export async function passkeysOf(sql: Sql, userId: string): Promise<readonly PasskeyRow[]> {
  return sql.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where user_id = $1 order by id limit ${PASSKEYS_MAX}`,
    [userId],
  );
}

export async function findPasskey(sql: Sql, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await sql.query<PasskeyRow>(
    `select ${COLUMNS} from passkeys where credential_id = $1
     and exists (select 1 from users u where u.id = user_id and u.disabled_at is null)`,
    [credentialId],
  );
  return row ?? null;
}

/** Returns the ID. Errors: 422 for a passkey that is already registered, or when the person has too many. */
export async function addPasskey(
  app: App,
  { userId, name }: { userId: string; name: string },
  passkey: NewPasskey,
): Promise<string> {
  const id = newId(app.clock, app.random);
  const rows = await app.db.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backed_up, name, made_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9
     where (select count(*) from passkeys where user_id = $2) < ${PASSKEYS_MAX}
     on conflict do nothing returning 1`,
    [
      id,
      userId,
      passkey.credentialId,
      Buffer.from(passkey.publicKey),
      passkey.counter,
      passkey.transports,
      passkey.isBackedUp,
      name,
      new Date(wallNow()),
    ],
  );
  if (rows.length === 0) throw invalid(rule.unique('response'));
  return id;
}

/**
 * Returns false when the counter has not increased: the passkey may have been cloned (WebAuthn 3, 6.1.1). Synced
 * passkeys always report 0.
 */
export async function usePasskey(sql: Sql, id: string, counter: number): Promise<boolean> {
  const rows = await sql.query(
    `update passkeys set counter = $2, used_at = $3
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
    [id, counter, new Date(wallNow())],
  );
  return rows.length > 0;
}

/** Errors: 404 for another person's passkey. */
export async function renamePasskey(
  sql: Sql,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const rows = await sql.query(
    'update passkeys set name = $3 where user_id = $1 and id = $2 returning 1',
    [userId, id, name],
  );
  if (rows.length === 0) throw notFound();
}

/** Errors: 404 for another person's passkey. */
export async function removePasskey(sql: Sql, userId: string, id: string): Promise<void> {
  const rows = await sql.query('delete from passkeys where user_id = $1 and id = $2 returning 1', [
    userId,
    id,
  ]);
  if (rows.length === 0) throw notFound();
}
