// Verifies callbacks before anything in them is believed: signature and age. For the receiving side of a
// merchant; give it the raw body, since a body that was parsed and written again has another signature.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Callback } from './types.ts';

export type CallbackHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CallbackToVerify {
  /** The body as it came: its text or its bytes. */
  readonly body: string | Uint8Array;
  readonly headers: CallbackHeaders;
  /** The callback secret, as shown or in its `whsec_` form. While you change it, several in `secrets`. */
  readonly secret?: string | undefined;
  readonly secrets?: readonly string[] | undefined;
  /** How far the callback's time may be from yours. 300 seconds unless given. */
  readonly toleranceSeconds?: number | undefined;
  /**
   * Also accept `X-Cryptopay-Signature` when the callback has no `webhook-signature`. That signature has no
   * time in it: whoever captured a callback can send it to you again, whenever.
   */
  readonly allowLegacySignature?: boolean | undefined;
  /** Milliseconds since the epoch. For tests. */
  readonly now?: (() => number) | undefined;
}

export type CallbackProblem =
  | 'missing_signature'
  | 'wrong_signature'
  | 'bad_timestamp'
  | 'outside_tolerance'
  | 'unreadable_body';

export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError';
  readonly problem: CallbackProblem;
  constructor(problem: CallbackProblem) {
    super(`the callback was refused: ${problem.replaceAll('_', ' ')}`);
    this.problem = problem;
  }
}

const TOLERANCE_SECONDS = 300;
const STANDARD_PREFIX = 'whsec_';
/** More signatures than any rotation needs; a bound on work for a stranger's request. */
const SIGNATURES_MAX = 10;

/**
 * The callback's content, once its signature and age are proven; throws CallbackVerificationError otherwise.
 * The same callback can come again (same `webhook-id`): make handling it twice harmless.
 */
export function verifyCallback(callback: CallbackToVerify): Callback {
  const keys = readKeys(callback);
  const body = readBody(callback.body);
  const signature = header(callback.headers, 'webhook-signature');
  if (signature !== null) verifyStandard(callback, { keys, body, signature });
  else verifyLegacy(callback, { keys, body });
  return parse(body);
}

interface Proof {
  readonly keys: readonly Buffer[];
  readonly body: Buffer;
}

function verifyStandard(callback: CallbackToVerify, proof: Proof & { signature: string }): void {
  const id = header(callback.headers, 'webhook-id');
  const timestamp = header(callback.headers, 'webhook-timestamp');
  if (id === null || timestamp === null) throw new CallbackVerificationError('missing_signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new CallbackVerificationError('bad_timestamp');
  const received = proof.signature
    .split(' ', SIGNATURES_MAX)
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => entry.slice('v1,'.length));
  const isKnown = proof.keys.some((key) => {
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(proof.body);
    const expected = hmac.digest('base64');
    return received.some((candidate) => isSame(expected, candidate));
  });
  if (!isKnown) throw new CallbackVerificationError('wrong_signature');
  const tolerance = (callback.toleranceSeconds ?? TOLERANCE_SECONDS) * 1000;
  const age = (callback.now ?? Date.now)() - Number(timestamp) * 1000;
  if (!(Math.abs(age) <= tolerance)) throw new CallbackVerificationError('outside_tolerance');
}

function verifyLegacy(callback: CallbackToVerify, proof: Proof): void {
  const signature = header(callback.headers, 'x-cryptopay-signature');
  if (callback.allowLegacySignature !== true || signature === null) {
    throw new CallbackVerificationError('missing_signature');
  }
  const isKnown = proof.keys.some((key) =>
    isSame(createHmac('sha256', key).update(proof.body).digest('hex'), signature),
  );
  if (!isKnown) throw new CallbackVerificationError('wrong_signature');
}

function readKeys(callback: CallbackToVerify): Buffer[] {
  const secrets = [
    ...(callback.secrets ?? []),
    ...(callback.secret === undefined ? [] : [callback.secret]),
  ];
  // An empty secret would let anyone sign: a missing setting must not open the door.
  if (
    secrets.length === 0 ||
    secrets.some((secret) => typeof secret !== 'string' || secret === '')
  ) {
    throw new TypeError('verifyCallback needs the callback secret');
  }
  return secrets.map((secret) =>
    secret.startsWith(STANDARD_PREFIX)
      ? Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64')
      : Buffer.from(secret, 'utf8'),
  );
}

function readBody(body: string | Uint8Array): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body);
  throw new TypeError('verifyCallback needs the raw body, before it is parsed');
}

function header(headers: CallbackHeaders, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return (typeof value === 'string' ? value : value?.[0]) ?? null;
  }
  return null;
}

function isSame(expected: string, received: string): boolean {
  const left = Buffer.from(expected, 'utf8');
  const right = Buffer.from(received, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}

function parse(body: Buffer): Callback {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isCallback(value)) return value;
  } catch {
    // Falls through to the refusal.
  }
  throw new CallbackVerificationError('unreadable_body');
}

/** The envelope only: the content is the server's word, and newer servers may add types. */
function isCallback(value: unknown): value is Callback {
  if (typeof value !== 'object' || value === null) return false;
  const { type, event, data } = value as Record<string, unknown>;
  return (
    typeof type === 'string' &&
    typeof event === 'string' &&
    typeof data === 'object' &&
    data !== null
  );
}
