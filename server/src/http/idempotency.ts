// The first response under an Idempotency-Key is stored for 24 hours and replayed (wire.md 1.2). The row also fixes
// the id of the object that the request creates, so that a retry after a crash finds the object instead of creating a
// second one. Keys belong to a project on the merchant API, and to a person on the dashboard API, which encrypts
// stored responses.
import { createHash } from 'node:crypto';
import type { App } from '../app.ts';
import { inTime, SECOND, wallNow } from '../core/clock.ts';
import { AppError, apiError } from '../core/errors.ts';
import { DatabaseUnavailable, notDoneInTime } from '../db/unavailable.ts';
import { serviceUnavailable, throwOutcomeUnknown } from './errors.ts';
import { claimKey, type OwnClaim, type StoredAnswer, storeAnswer } from './idempotency-keys.ts';
import type { ApiVersion } from './versions.ts';

type Claim =
  | { readonly kind: 'none'; readonly objectId: string }
  | { readonly kind: 'mine'; readonly objectId: string; readonly claim: OwnClaim }
  | {
      readonly kind: 'replay';
      readonly status: number;
      readonly answer: string;
      readonly apiVersion: ApiVersion;
    };

const KEY_LENGTH_MAX = 255;
/** The caller has already waited for the failure, and the key expires soon. */
const FREEING_LIMIT = 2 * SECOND;

export interface Keyed {
  /** A project or a person. */
  readonly owner: string;
  readonly key: string | string[] | undefined;
  readonly method: string;
  readonly target: string;
  readonly body: Buffer;
  /** For the new object, unless an earlier request with the key fixed another id. */
  readonly objectId: string;
  /** How long a request may run before it counts as interrupted. */
  readonly lasts?: number;
}

interface Stored {
  readonly status: number;
  readonly body: string;
  readonly retryAfterSeconds: number | null;
}

interface Work<A extends Stored> {
  readonly apiVersion: ApiVersion;
  /** If this throws, nothing is stored and the key is released. */
  readonly prepare?: () => Promise<void>;
  readonly run: (objectId: string) => Promise<A>;
  readonly fail: (error: unknown) => A;
  /** Without a vault, stored responses are not encrypted. */
  readonly vault?: Vault;
}

interface Vault {
  seal(text: string): string;
  open(sealed: string): string;
}

export function vaultOf({ secrets }: App, context: string): Vault {
  return {
    seal: (text) => secrets.seal(text, context),
    // An earlier release stored some of them unsealed.
    open: (stored) => (stored.startsWith('{') ? stored : secrets.open(stored, context)),
  };
}

interface Replayed extends Stored {
  readonly apiVersion: ApiVersion;
  readonly isReplayed: true;
}

export async function answerOnce<A extends Stored>(
  app: App,
  request: Keyed,
  { apiVersion, prepare, run, fail, vault }: Work<A>,
): Promise<A | Replayed> {
  const claimed = await claim(app, request);
  if (claimed.kind === 'replay') {
    const { status, answer, apiVersion: version } = claimed;
    const body = vault?.open(answer) ?? answer;
    return { status, body, retryAfterSeconds: null, apiVersion: version, isReplayed: true };
  }
  const { objectId } = claimed;
  if (claimed.kind === 'none') {
    await prepare?.();
    return run(objectId).catch(throwOutcomeUnknown);
  }
  const { claim: own } = claimed;
  await prepare?.().catch(async (error: unknown) => {
    await giveUp(app, own);
    throw error;
  });
  const answer = await run(objectId).catch(async (error: unknown) => {
    // Not stored: the same request may be signed again and sent with this key.
    if (error instanceof AppError && error.code === 'request_replayed') {
      await giveUp(app, own);
      throw error;
    }
    // Keeps the key locked: a retry would conflict with the statement that is still running.
    if (error instanceof DatabaseUnavailable && error.goesOn) throwStillLocked(error, own);
    return fail(error);
  });
  const stored = vault?.seal(answer.body) ?? answer.body;
  await settle(app, { ...own, status: answer.status, answer: stored, apiVersion });
  return answer;
}

export async function claim(app: App, request: Keyed): Promise<Claim> {
  const { owner: projectId, objectId, lasts } = request;
  if (request.key === undefined) return { kind: 'none', objectId };
  const key = checkedKey(request.key);
  const hash = createHash('sha256')
    .update(`${request.method}\n${request.target}\n`)
    .update(request.body)
    .digest('base64');
  const row = await claimKey(app, { projectId, key, hash, objectId, lasts });
  if (row === null) throw keyInUse(new Date(wallNow()));
  if (row.is_fresh) {
    const own = { projectId, key, lockedUntil: row.locked_until };
    return { kind: 'mine', objectId: row.object_id, claim: own };
  }
  if (row.request_hash !== hash) throw apiError('idempotency_key_reused');
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
  return apiError('idempotency_key_in_use', {}, { retryAfterSeconds: secondsUntil(lockedUntil) });
}

/** Rounded up, so that a client that waits this long finds the key free. */
function secondsUntil(lockedUntil: Date): number {
  return Math.max(1, Math.ceil((lockedUntil.getTime() - wallNow()) / SECOND));
}

/** A server error releases the claim instead. */
export async function settle(app: App, answer: StoredAnswer): Promise<void> {
  if (answer.status >= 500) return giveUp(app, answer);
  await storeAnswer(app, answer).catch((error: unknown) => throwStillLocked(error, answer));
}

/** Releases the key for a retry of the same request. The object id stays, so nothing is created twice. */
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

/** Without the database, nothing can release a claim: the client has to wait until it expires. */
function throwStillLocked(error: unknown, claimed: OwnClaim): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw serviceUnavailable(secondsUntil(claimed.lockedUntil), error);
}

function checkedKey(header: string | string[]): string {
  const key = Array.isArray(header) ? '' : header;
  if (key.length < 1 || key.length > KEY_LENGTH_MAX) {
    throw apiError('bad_request.idempotency_key_length', { most: KEY_LENGTH_MAX });
  }
  return key;
}
