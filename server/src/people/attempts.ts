// Limits password sign-in attempts. Counted in the database, so that all processes share the limit. Attempts from a
// browser that the account owner has used before are counted separately, so that nobody else can exhaust the owner's
// attempts. Passkeys and links are not counted, because they cannot be guessed.
import type { App } from '../app.ts';
import { HOUR, wallNow } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import type { Sql } from '../db/database.ts';
import { hashOf } from './tokens.ts';

const WINDOW = HOUR;
/** At this rate, guessing the weakest allowed password takes centuries, and a code years. */
const OF_ONE = 10;
/** Higher, because an office shares an IP address. */
const OF_ADDRESS = 50;
const PURGED_AT_ONCE = 100;

/** Unknown names are counted like existing ones. */
export type Subject =
  | { readonly kind: 'account'; readonly of: string }
  | { readonly kind: 'browser' | 'session' | 'address'; readonly of: string };

/** Counts one attempt per subject before anything is compared. Errors: 429 `too_many_tries`. */
export async function takeAttempt(app: App, subjects: readonly Subject[]): Promise<void> {
  const now = wallNow();
  await purgeExpired(app.db, now);
  const rows = await app.db.query<{ subject: Buffer; tries: number; ends_at: Date }>(
    `insert into sign_in_tries as t (subject, tries, ends_at)
     select s, 1, $3 from unnest($1::bytea[]) s order by s
     on conflict (subject) do update
       set tries = case when t.ends_at <= $2 then 1 else t.tries + 1 end,
           ends_at = case when t.ends_at <= $2 then $3 else t.ends_at end
     returning subject, tries, ends_at`,
    [subjects.map(keyOf), new Date(now), new Date(now + WINDOW)],
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

/** After a success, deletes earlier attempts, except those of the IP address, which may have tried other accounts. */
export async function purgeAttempts(sql: Sql, subjects: readonly Subject[]): Promise<void> {
  await sql.query('delete from sign_in_tries where subject = any($1::bytea[])', [
    subjects.filter(({ kind }) => kind !== 'address').map(keyOf),
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

const limitOf = ({ kind }: Subject) => (kind === 'address' ? OF_ADDRESS : OF_ONE);
const keyOf = ({ kind, of }: Subject) => hashOf(`${kind} ${of.trim().toLowerCase()}`);

function tooMany(milliseconds: number): AppError {
  return new AppError({
    code: 'too_many_tries',
    status: 429,
    message: 'too many tries: wait, or come in with a passkey or a new link',
    retryAfterSeconds: Math.ceil(milliseconds / 1000),
  });
}
