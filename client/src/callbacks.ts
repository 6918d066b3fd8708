// Verifies the signature and age of callbacks, for the receiving side of a merchant. Pass the raw body: a body that
// was parsed and serialized again has another signature.
import { type Bytes, bytesOf, fromBase64, fromHex, isHmac, joined } from './hmac.ts';
import type { Callback } from './types.ts';

export type CallbackHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface CallbackToVerify {
  /** Text or bytes. */
  readonly body: string | Uint8Array;
  readonly headers: CallbackHeaders;
  /** The callback secret, as shown or in its `whsec_` form. During a rotation, pass both secrets as `secrets`. */
  readonly secret?: string | undefined;
  readonly secrets?: readonly string[] | undefined;
  /** The maximum difference between the callback's time and your clock. Default: 300 seconds. */
  readonly toleranceSeconds?: number | undefined;
  /**
   * Also accept `X-Cryptopay-Signature` when the callback has no `webhook-signature`. That signature has no timestamp:
   * an attacker who captured a callback can replay it at any time.
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
const SECRET_NEEDED = 'verifyCallback needs the callback secret';
const STANDARD_PREFIX = 'whsec_';
/** No rotation needs more signatures. Limits the work for a forged request. */
const SIGNATURES_MAX = 10;

/**
 * Resolves to the callback's content once signature and age are verified; otherwise rejects with
 * CallbackVerificationError. Nothing is verified before the promise resolves. The same callback can arrive again with
 * the same `webhook-id`, so make your handler idempotent.
 */
export async function verifyCallback(callback: CallbackToVerify): Promise<Callback> {
  const keys = readKeys(callback);
  const body = readBody(callback.body);
  const signature = header(callback.headers, 'webhook-signature');
  if (signature !== null) await verifyStandard(callback, { keys, body, signature });
  else await verifyLegacy(callback, { keys, body });
  return parse(body);
}

interface Proof {
  readonly keys: readonly Bytes[];
  readonly body: Bytes;
}

async function verifyStandard(
  callback: CallbackToVerify,
  proof: Proof & { signature: string },
): Promise<void> {
  const id = header(callback.headers, 'webhook-id');
  const timestamp = header(callback.headers, 'webhook-timestamp');
  if (id === null || timestamp === null) throw new CallbackVerificationError('missing_signature');
  if (!/^\d{1,12}$/.test(timestamp)) throw new CallbackVerificationError('bad_timestamp');
  const signatures = proof.signature
    .split(' ', SIGNATURES_MAX)
    .filter((entry) => entry.startsWith('v1,'))
    .map((entry) => fromBase64(entry.slice('v1,'.length)));
  const message = joined([bytesOf(`${id}.${timestamp}.`), proof.body]);
  if (!(await isKnown(proof.keys, message, signatures)))
    throw new CallbackVerificationError('wrong_signature');
  const tolerance = (callback.toleranceSeconds ?? TOLERANCE_SECONDS) * 1000;
  const age = (callback.now ?? Date.now)() - Number(timestamp) * 1000;
  if (!(Math.abs(age) <= tolerance)) throw new CallbackVerificationError('outside_tolerance');
}

async function verifyLegacy(callback: CallbackToVerify, proof: Proof): Promise<void> {
  const signature = header(callback.headers, 'x-cryptopay-signature');
  if (callback.allowLegacySignature !== true || signature === null) {
    throw new CallbackVerificationError('missing_signature');
  }
  if (!(await isKnown(proof.keys, proof.body, [fromHex(signature)])))
    throw new CallbackVerificationError('wrong_signature');
}

async function isKnown(
  keys: readonly Bytes[],
  message: Bytes,
  signatures: readonly (Bytes | null)[],
): Promise<boolean> {
  for (const key of keys) {
    for (const signature of signatures) {
      if (signature !== null && (await isHmac('SHA-256', key, { message, signature }))) return true;
    }
  }
  return false;
}

function readKeys(callback: CallbackToVerify): Bytes[] {
  const secrets = [
    ...(callback.secrets ?? []),
    ...(callback.secret === undefined ? [] : [callback.secret]),
  ];
  // With an empty secret, anyone could sign: a missing setting must not disable the check.
  if (secrets.length === 0) throw new TypeError(SECRET_NEEDED);
  return secrets.map((secret) => {
    const key = typeof secret === 'string' ? keyOf(secret) : null;
    if (key === null || key.length === 0) throw new TypeError(SECRET_NEEDED);
    return key;
  });
}

function keyOf(secret: string): Bytes | null {
  if (!secret.startsWith(STANDARD_PREFIX)) return bytesOf(secret);
  return fromBase64(secret.slice(STANDARD_PREFIX.length));
}

function readBody(body: string | Uint8Array): Bytes {
  if (typeof body === 'string') return bytesOf(body);
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  throw new TypeError('verifyCallback needs the raw body, before it is parsed');
}

function header(headers: CallbackHeaders, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name);
  for (const [key, value] of Object.entries(headers)) {
    if (key.toLowerCase() === name) return (typeof value === 'string' ? value : value?.[0]) ?? null;
  }
  return null;
}

/** By its methods, because some runtimes have their own `Headers` class. */
function isHeaders(headers: CallbackHeaders): headers is Headers {
  return typeof (headers as Headers).get === 'function';
}

function parse(body: Bytes): Callback {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (isCallback(value)) return value;
  } catch {
    // Invalid JSON is rejected below.
  }
  throw new CallbackVerificationError('unreadable_body');
}

/** Checks only the envelope: the signed content is trusted, and newer servers may add types. */
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
