// Six-digit codes that an authenticator app generates every 30 seconds (RFC 6238). Accepts one step before and after,
// for clock skew, and no step twice (5.2).
import { Secret, TOTP } from 'otpauth';
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Sql, SqlTx } from '../db/database.ts';
import { readChallenge, storeChallenge, takeChallenge } from './challenges.ts';
import type { UserRow } from './users.ts';

const ISSUER = 'Chaintill';
/** RFC 4226, 4: as long as the hash. */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const STEPS_EITHER_SIDE = 1;

export interface NewTotp {
  readonly challengeId: string;
  /** In base32, for manual entry. */
  readonly secret: string;
  /** `otpauth://…`, for the QR code. */
  readonly uri: string;
}

/** Becomes active after a valid code. */
export async function offerTotp(app: App, { id, name, email }: UserRow): Promise<NewTotp> {
  const secret = new Secret({ buffer: new Uint8Array(app.random.bytes(SECRET_BYTES)).buffer });
  const sealed = app.secrets.seal(secret.base32, contextOf(id));
  const challengeId = await storeChallenge(app, { purpose: 'add_totp', userId: id }, sealed);
  const uri = generatorOf(secret.base32, email ?? name).toString();
  return { challengeId, secret: secret.base32, uri };
}

/** Replaces the previous one. Errors: 422 `wrong_code`, after which another attempt is possible. */
export async function addTotp(
  app: App,
  userId: string,
  { challengeId, code }: { challengeId: string; code: string },
): Promise<void> {
  const requested = { purpose: 'add_totp', userId } as const;
  const sealed = await readChallenge(app.db, requested, challengeId);
  const step = sealed === null ? null : stepOf(app.secrets.open(sealed, contextOf(userId)), code);
  if (sealed === null || step === null) throw wrongCode();
  await app.db.transaction(async (tx) => {
    if ((await takeChallenge(tx, requested, challengeId)) === null) throw wrongCode();
    await tx.query(
      `insert into totp_secrets (user_id, secret_sealed, last_step, since) values ($1, $2, $3, $4)
       on conflict (user_id) do update set secret_sealed = excluded.secret_sealed,
         last_step = excluded.last_step, since = excluded.since`,
      [userId, sealed, step, new Date(wallNow())],
    );
  });
}

/** Consumes the code's step. */
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

/** Null if it matches no nearby step. */
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

function wrongCode(): AppError {
  const message = 'this is not the code that it shows now: look at the clock of the device';
  return new AppError({ code: 'wrong_code', status: 422, message });
}

export async function hasTotp(sql: Sql, userId: string): Promise<boolean> {
  return (await sql.query('select 1 from totp_secrets where user_id = $1', [userId])).length > 0;
}
