// Retries by the client: the first answer under an Idempotency-Key is stored for 24 hours and replayed
// (wire.md 1.2). The row also fixes the id of the object that the request creates, so that a request cut
// off by a crash and repeated finds the object it already made instead of making a second one.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { inTime, SECOND, wallNow } from '../core/clock.ts';
import { AppError, badRequest } from '../core/errors.ts';
import { newIdOf } from '../core/slots.ts';
import { DatabaseUnavailable, notDoneInTime } from '../db/unavailable.ts';
import { serviceUnavailable } from './errors.ts';
import { claimKey, type OwnClaim, type StoredAnswer, storeAnswer } from './idempotency-keys.ts';
import type { ApiVersion } from './versions.ts';

export type Claim =
  | { readonly kind: 'none'; readonly objectId: string }
  | { readonly kind: 'mine'; readonly objectId: string; readonly claim: OwnClaim }
  | {
      readonly kind: 'replay';
      readonly status: number;
      readonly answer: string;
      readonly apiVersion: ApiVersion;
    };

const KEY_LENGTH_MAX = 255;
/** Whoever waits for it has waited for the failure before: the key is free by itself soon. */
const FREEING_LIMIT = 2 * SECOND;

/** Claims the key for this request, or finds its stored answer. Without a key there is nothing to claim. */
export async function claim(
  app: App,
  request: {
    projectId: string;
    key: string | string[] | undefined;
    method: string;
    target: string;
    body: Buffer;
  },
): Promise<Claim> {
  const objectId = newIdOf(request.projectId, app);
  if (request.key === undefined) return { kind: 'none', objectId };
  const key = checkedKey(request.key);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n`)
    .update(request.body)
    .digest('base64');
  const row = await claimKey(app, { projectId: request.projectId, key, hash, objectId });
  if (row === null) throw keyInUse(new Date(wallNow()));
  if (row.is_fresh) {
    const own = { projectId: request.projectId, key, lockedUntil: row.locked_until };
    return { kind: 'mine', objectId: row.object_id, claim: own };
  }
  if (row.request_hash !== hash)
    throw new AppError({
      code: 'idempotency_key_reused',
      status: 422,
      message: 'this Idempotency-Key came with another path or body before: choose a new one',
    });
  if (row.status !== null && row.answer !== null && row.api_version !== null) {
    return {
      kind: 'replay',
      status: row.status,
      answer: row.answer,
      apiVersion: row.api_version,
    };
  }
  throw keyInUse(row.locked_until);
}

function keyInUse(lockedUntil: Date): AppError {
  return new AppError({
    code: 'idempotency_key_in_use',
    status: 409,
    message:
      'the first request with this Idempotency-Key is still running: repeat it after Retry-After seconds',
    retryAfterSeconds: secondsUntil(lockedUntil),
  });
}

/** Rounded up: who waits that long finds the key free. */
function secondsUntil(lockedUntil: Date): number {
  return Math.max(1, Math.ceil((lockedUntil.getTime() - wallNow()) / SECOND));
}

/** Stores the answer of a claimed request, or gives the claim up when the answer was a fault of ours. */
export async function settle(app: App, answer: StoredAnswer): Promise<void> {
  if (answer.status >= 500) return giveUp(app, answer);
  await storeAnswer(app, answer).catch((error: unknown) => throwStillLocked(error, answer));
}

/** Frees the key at once for a retry of the same request; the object id stays, so nothing is made twice. */
export async function giveUp(app: App, claimed: OwnClaim): Promise<void> {
  const freed = app.db.query(
    `update idempotency_keys set locked_until = $4
     where project_id = $1 and key = $2 and status is null and locked_until = $3`,
    [claimed.projectId, claimed.key, claimed.lockedUntil, new Date(wallNow())],
  );
  await inTime(freed, FREEING_LIMIT, notDoneInTime).catch((error: unknown) =>
    throwStillLocked(error, claimed),
  );
}

/** Without the database a claim can be neither answered nor freed: its client has to wait until it has run out. */
export function throwStillLocked(error: unknown, claimed: OwnClaim): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw serviceUnavailable(secondsUntil(claimed.lockedUntil), error);
}

function checkedKey(header: string | string[]): string {
  const key = Array.isArray(header) ? '' : header;
  if (key.length < 1 || key.length > KEY_LENGTH_MAX) {
    throw badRequest(`Idempotency-Key must have 1 to ${KEY_LENGTH_MAX} characters`);
  }
  return key;
}
