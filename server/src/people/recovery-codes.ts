// Ten recovery codes, each a one-time replacement for an authenticator code. They are random, so a plain hash is
// stored.
import type { App } from '../app.ts';
import { wallNow } from '../core/clock.ts';
import type { Sql, SqlTx } from '../db/database.ts';
import { hashOf } from './tokens.ts';

const COUNT = 10;
const LETTERS = 16;
/** Crockford's base 32: without ambiguous letters. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Shown once. Earlier codes stop working. */
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
