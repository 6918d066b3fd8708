// Passwords: argon2id, computed in libuv's thread pool, with the same cost for unknown names.

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { hash, verify } from '@node-rs/argon2';
import type { App } from '../app.ts';
import { after, SECOND, wallNow } from '../core/clock.ts';
import { apiError, type ErrorDetail, invalid, rule } from '../core/errors.ts';
import { codeFolder } from '../core/places.ts';
import type { Sql } from '../db/database.ts';
import type { UserRow } from './users.ts';

const HASH_LENGTH = 40;
/** Longer than two lines. */
const WINDOW = 256;

/** Throws the errors of reading the file. */
export async function isBreached(path: string, password: string): Promise<boolean> {
  const wanted = createHash('sha1').update(password).digest('hex').toUpperCase();
  const file = await open(path);
  try {
    return await hasLine(file, wanted);
  } finally {
    await file.close();
  }
}

/** `low` is inclusive, `high` exclusive; both are file offsets. */
async function hasLine(file: FileHandle, wanted: string): Promise<boolean> {
  let low = 0;
  let high = (await file.stat()).size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = await firstLineFrom(file, middle);
    if (line === null || line.start >= high) {
      high = middle;
      continue;
    }
    const found = line.text.slice(0, HASH_LENGTH).toUpperCase();
    if (found === wanted) return true;
    if (found < wanted) low = line.start + 1;
    else high = middle;
  }
  return false;
}

async function firstLineFrom(
  file: FileHandle,
  place: number,
): Promise<{ start: number; text: string } | null> {
  // Starts one byte early, because a line starts after a newline.
  const from = Math.max(0, place - 1);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(WINDOW), 0, WINDOW, from);
  const text = buffer.toString('latin1', 0, bytesRead);
  const begin = place === 0 ? 0 : text.indexOf('\n') + 1;
  if (place > 0 && begin === 0) return null;
  const [line = ''] = text.slice(begin).split(/\r?\n/);
  return line.length < HASH_LENGTH ? null : { start: from + begin, text: line };
}

/** A longer input takes longer to estimate, and its length alone makes it strong unless it repeats itself. */
const ESTIMATED_LENGTH = 64;
/** Ordinary passwords take milliseconds, adversarial ones several seconds. */
const TIME_LIMIT = 10 * SECOND;
const WAITING_MAX = 10;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Returns 0 when the estimate times out. Errors: 503 `service_unavailable` when ten others are queued. */
async function estimateScore(password: string, known: readonly string[]): Promise<number> {
  if (waiting >= WAITING_MAX)
    throw apiError('service_unavailable', {}, { retryAfterSeconds: TIME_LIMIT / SECOND });
  waiting += 1;
  const own = last.then(() => estimate(password.slice(0, ESTIMATED_LENGTH), known));
  last = own.catch(() => undefined);
  try {
    return await own;
  } finally {
    waiting -= 1;
  }
}

async function estimate(password: string, known: readonly string[]): Promise<number> {
  const file = join(codeFolder, 'people/estimate-password.js');
  const worker = new Worker(file, { workerData: { password, known } });
  const stopTimer = after(TIME_LIMIT, () => void worker.terminate());
  try {
    return await new Promise<number>((resolve, reject) => {
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', () => resolve(0));
    });
  } finally {
    stopTimer();
    void worker.terminate();
  }
}

/** From 0 to 4. 3 is `safely unguessable`: at least about 10^8 guesses. */
const SCORE_MIN = 3;
const LENGTH_MIN = 10;
const PART_LENGTH_MIN = 3;

/** Errors: 422 with every violated rule. */
export async function insistOnGoodPassword(
  app: App,
  { name, email }: Pick<UserRow, 'name' | 'email'>,
  password: string,
): Promise<void> {
  const known = [name, email, ...name.split(/\s+/), ...(email?.split(/[@.]/) ?? [])].filter(
    (part): part is string => part !== null && part.length >= PART_LENGTH_MIN,
  );
  const problems: ErrorDetail[] = [];
  if ([...password].length < LENGTH_MIN) problems.push(rule.lengthAtLeast('password', LENGTH_MIN));
  if (known.some((part) => password.toLowerCase().includes(part.toLowerCase())))
    problems.push(rule.nameInIt('password'));
  if ((await estimateScore(password, ['chaintill', ...known])) < SCORE_MIN)
    problems.push(rule.weak('password'));
  const { breachedPasswordsFile: file } = app.config;
  if (file !== null && (await isBreached(file, password))) problems.push(rule.breached('password'));
  if (problems.length > 0) throw invalid(...problems);
}

/** OWASP Password Storage Cheat Sheet, first line: 46 MiB, one pass, one lane. `algorithm` 2 is argon2id. */
const COST = { algorithm: 2, memoryCost: 47_104, timeCost: 1, parallelism: 1 } as const;

/** The comparison hash for people without a password, so that the check costs the same. */
let unallocated: Promise<string> | null = null;

export async function setPassword(sql: Sql, userId: string, password: string): Promise<void> {
  await sql.query(
    `insert into passwords (user_id, hash, set_at) values ($1, $2, $3)
     on conflict (user_id) do update set hash = excluded.hash, set_at = excluded.set_at`,
    [userId, await hash(prepared(password), COST), new Date(wallNow())],
  );
}

/** Takes the same time whether or not the user exists, has a password, or entered the right one. */
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

export async function removePassword(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql.query('delete from passwords where user_id = $1 returning 1', [userId]);
  return rows.length > 0;
}

/** Keyboards differ in Unicode composition (NIST SP 800-63B, 3.1.1.2). */
function prepared(password: string): string {
  return password.normalize('NFKC');
}
