// Passwords: argon2id, computed in libuv's thread pool, with the same cost for unknown names.
import { hash, verify } from '@node-rs/argon2';
import { wallNow } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';

/** OWASP Password Storage Cheat Sheet, first line: 46 MiB, one pass, one lane. `algorithm` 2 is argon2id. */
const COST = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/** The hash used for the comparison when the person has none. Computed once. */
let unallocated: Promise<string> | null = null;

export async function setPassword(sql: Sql, userId: string, password: string): Promise<void> {
  await sql.query(
    `insert into passwords (user_id, hash, set_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at`,
    [userId, await hash(prepared(password), COST), new Date(wallNow())],
  );
}

/** Constant time: independent of whether the user exists, has a password, or entered the right one. */
export async function isPasswordOf(
  sql: Sql,
  userId: string | null,
  password: string,
): Promise<boolean> {
  const [row] = await sql.query<{ hash: string }>(
    'select hash from passwords where user_id = $1::uuid',
    [userId],
  );
  unallocated ??= hash('of nobody', COST);
  const isRight = await verify(row?.hash ?? (await unallocated), prepared(password));
  return row !== undefined && isRight;
}

/** Returns true if there was a password. */
export async function removePassword(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query('delete from passwords where user_id = $1 returning 1', [userId]);
  return rows.length > 0;
}

/** Normalizes Unicode composition, which differs between keyboards (NIST SP 800-63B, 3.1.1.2). */
function prepared(password: string): string {
  return password.normalize('NFKC');
}
