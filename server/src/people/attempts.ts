// Limits password attempts, in the database, so that all processes share the limit. Attempts from a browser that the
// account owner has used before are counted separately, so that nobody else can exhaust the owner's attempts. Passkeys
// and links cannot be guessed and are not counted. One-time codes are verified here too.

import { Secret, TOTP } from 'otpauth';
import type { App } from '../app.ts';
import { DAY, HOUR, wallNow } from '../core/clock.ts';
import { type AppError, apiError } from '../core/errors.ts';
import type { Sql, SqlTx } from '../db/database.ts';
import { readChallenge, storeChallenge, takeChallenge } from './passkeys.ts';
import { hashOf } from './tokens.ts';
import type { UserRow } from './users.ts';

const ISSUER = 'Chaintill';
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const STEPS_EITHER_SIDE = 1;

interface NewTotp {
  readonly challengeId: string;
  readonly secret: string;
  /** `otpauth://…`, for the QR code. */
  readonly uri: string;
}

/** Active only after `addTotp` with a valid code. */
export async function offerTotp(app: App, { id, name, email }: UserRow): Promise<NewTotp> {
  const secret = new Secret({ buffer: new Uint8Array(app.random.bytes(SECRET_BYTES)).buffer });
  const sealed = app.secrets.seal(secret.base32, contextOf(id));
  const challengeId = await storeChallenge(app, { purpose: 'add_totp', userId: id }, sealed);
  const uri = generatorOf(secret.base32, email ?? name).toString();
  return { challengeId, secret: secret.base32, uri };
}

/** Replaces an earlier secret. Errors: 422 `wrong_code`, after which another attempt is possible. */
export async function addTotp(
  app: App,
  userId: string,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<void> {
  const requested = { purpose: 'add_totp', userId } as const;
  const sealed = await readChallenge(app.db, requested, challengeId);
  const step = sealed === null ? null : stepOf(app.secrets.open(sealed, contextOf(userId)), code);
  if (sealed === null || step === null) throw apiError('wrong_code');
  await app.db.transaction(async (tx) => {
    if ((await takeChallenge(tx, requested, challengeId)) === null) throw apiError('wrong_code');
    await tx.query(
      `insert into totp_secrets (user_id, secret_sealed, last_step, since) values ($1, $2, $3, $4)
       on conflict (user_id) do update set secret_sealed = excluded.secret_sealed,
         last_step = excluded.last_step, since = excluded.since`,
      [userId, sealed, step, new Date(wallNow())],
    );
  });
}

/** Accepts each time step at most once. */
export async function useTotp(app: App, userId: string, code: string): Promise<boolean> {
  const [row] = await app.db.query<{ secret_sealed: string }>(
    'select secret_sealed from totp_secrets where user_id = $1',
    [userId],
  );
  if (row === undefined) return false;
  const step = stepOf(app.secrets.open(row.secret_sealed, contextOf(userId)), code);
  if (step === null) return false;
  const rows = await app.db.query(
    'update totp_secrets set last_step = $2 where user_id = $1 and last_step < $2 returning 1',
    [userId, step],
  );
  return rows.length > 0;
}

export async function removeTotp(tx: SqlTx, userId: string): Promise<void> {
  await tx.query('delete from totp_secrets where user_id = $1', [userId]);
}

function stepOf(secret: string, code: string): number | null {
  const timestamp = wallNow();
  const token = code.replace(/\s/g, '');
  const generator = generatorOf(secret, '');
  const delta = generator.validate({ token, timestamp, window: STEPS_EITHER_SIDE });
  return delta === null ? null : generator.counter({ timestamp }) + delta;
}

function generatorOf(base32: string, label: string): TOTP {
  const secret = Secret.fromBase32(base32);
  return new TOTP({ issuer: ISSUER, label, secret, digits: 6, period: STEP_SECONDS });
}

const contextOf = (userId: string) => `totp_secrets:${userId}`;

export async function hasTotp(sql: Sql, userId: string): Promise<boolean> {
  return (await sql.query('select 1 from totp_secrets where user_id = $1', [userId])).length > 0;
}

const COUNT = 10;
const LETTERS = 16;
/** Crockford's base 32, without ambiguous letters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export async function makeRecoveryCodes(app: App, userId: string): Promise<readonly string[]> {
  const codes = Array.from({ length: COUNT }, () => newCode(app));
  const hashes = codes.map((code) => hashOf(lettersOf(code)));
  await app.db.transaction(async (tx) => {
    await removeRecoveryCodes(tx, userId);
    await tx.query(
      `insert into recovery_codes (code_hash, user_id, made_at) select h, $1, $3 from unnest($2::bytea[]) h`,
      [userId, hashes, new Date(wallNow())],
    );
  });
  return codes;
}

export async function useRecoveryCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const rows = await sql.query(
    'update recovery_codes set used_at = $3 where user_id = $1 and code_hash = $2 and used_at is null returning 1',
    [userId, hashOf(lettersOf(code)), new Date(wallNow())],
  );
  return rows.length > 0;
}

export async function removeRecoveryCodes(tx: SqlTx, userId: string): Promise<void> {
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

/** 80 random bits, in four groups. */
function newCode({ random }: App): string {
  const letters = [...random.bytes(LETTERS)].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

function lettersOf(code: string): string {
  return `recovery code ${code.toLowerCase().replace(/[\s-]/g, '')}`;
}

const WINDOW = HOUR;
/** At this rate, guessing the weakest allowed password takes centuries, and a code years. */
const OF_ONE = 10;
const OF_ADDRESS = 50;
/** Of everyone without a known device together: at a few hundred a day, PINs of four digits could be guessed. */
const OF_STRANGERS = 50;
const PURGED_AT_ONCE = 100;

/** Unknown names are counted like existing ones. */
export type Subject =
  | { readonly kind: 'account'; readonly of: string }
  | { readonly kind: 'browser' | 'session' | 'address' | 'strangers'; readonly of: string };

/** Counts one attempt per subject before anything is compared. Errors: 429 `too_many_tries`. */
export async function takeAttempt(app: App, subjects: readonly Subject[]): Promise<void> {
  const now = wallNow();
  await purgeExpired(app.db, now);
  const rows = await app.db.query<{ subject: Buffer; tries: number; ends_at: Date }>(
    `insert into sign_in_tries as t (subject, tries, ends_at)
     select s, 1, e from unnest($1::bytea[], $3::timestamptz[]) as u(s, e) order by s
     on conflict (subject) do update
       set tries = case when t.ends_at <= $2 then 1 else t.tries + 1 end,
           ends_at = case when t.ends_at <= $2 then excluded.ends_at else t.ends_at end
     returning subject, tries, ends_at`,
    [
      subjects.map(keyOf),
      new Date(now),
      subjects.map(({ kind }) => new Date(now + (kind === 'strangers' ? DAY : WINDOW))),
    ],
  );
  const limits = new Map(
    subjects.map((subject) => [keyOf(subject).toString('hex'), limitOf(subject)]),
  );
  const over = rows.filter(
    ({ subject, tries }) => tries > (limits.get(subject.toString('hex')) ?? 0),
  );
  if (over.length > 0)
    throw tooMany(Math.max(...over.map(({ ends_at }) => ends_at.getTime())) - now);
}

/** Called after a success. Keeps what counts several accounts together, which may have been tried, too. */
export async function purgeAttempts(sql: Sql, subjects: readonly Subject[]): Promise<void> {
  await sql.query('delete from sign_in_tries where subject = any($1::bytea[])', [
    subjects.filter(({ kind }) => kind !== 'address' && kind !== 'strangers').map(keyOf),
  ]);
}

async function purgeExpired(sql: Sql, now: number): Promise<void> {
  await sql.query(
    `delete from sign_in_tries where subject in (
       select subject from sign_in_tries where ends_at <= $1 order by ends_at, subject
       limit ${PURGED_AT_ONCE} for update skip locked)`,
    [new Date(now)],
  );
}

const LIMITS = {
  account: OF_ONE,
  browser: OF_ONE,
  session: OF_ONE,
  address: OF_ADDRESS,
  strangers: OF_STRANGERS,
} as const;
const limitOf = ({ kind }: Subject) => LIMITS[kind];
const keyOf = ({ kind, of }: Subject) => hashOf(`${kind} ${of.trim().toLowerCase()}`);

function tooMany(milliseconds: number): AppError {
  return apiError('too_many_tries', {}, { retryAfterSeconds: Math.ceil(milliseconds / 1000) });
}
