// Signs callbacks in two dialects at once: `X-Cryptopay-Signature`, which existing receivers check (wire.md part 2
// (e)), and the timestamped headers of the Standard Webhooks specification, which let new receivers reject replays.
// Used by the delivery worker and, for its key rule, by the settings page.
import { createHmac } from 'node:crypto';
import { assert } from '../core/assert.ts';
import { SECOND } from '../core/clock.ts';

const fixed = {
  'Content-Type': 'application/json',
  'User-Agent': 'Chaintill-Callbacks/1',
} as const;

export function callbackHeaders(
  callback: Callback,
  secrets: CallbackSecrets,
): Readonly<Record<string, string>> {
  return { ...fixed, ...signCallback(callback, secrets) };
}

interface ShownHeader {
  readonly name: string;
  /** Null for values that differ in each attempt, which are not stored: the time, and the signatures. */
  readonly value: string | null;
}

export function shownHeaders(eventId: string): readonly ShownHeader[] {
  const same: Readonly<Record<string, string>> = { ...fixed, 'webhook-id': eventId };
  const sent = callbackHeaders(
    { id: eventId, sentAt: 0, body: '' },
    { current: 'none', previous: null },
  );
  return Object.keys(sent).map((name) => ({ name, value: same[name] ?? null }));
}

/** The secrets of one endpoint. During a rotation both are valid. */
export interface CallbackSecrets {
  readonly current: string;
  /** The secret before the rotation, until the overlap ends or the operator finishes it; then null. */
  readonly previous: string | null;
}

export interface Callback {
  /** The event's id, the same in every attempt, so that a receiver can drop duplicates. */
  readonly id: string;
  /** Time of this attempt in milliseconds, wall time: receivers compare it with their clock. */
  readonly sentAt: number;
  /** The exact text that is sent. */
  readonly body: string;
}

/** Prefix of a secret in Standard Webhooks form (specification, section "Signature scheme"). */
const STANDARD_PREFIX = 'whsec_';

/**
 * The key bytes of a secret, the same for both dialects. Our secrets are 43 url-safe base64 characters whose UTF-8 text
 * is the key, not decoded, because published receivers do the same. For a secret of the form `whsec_<base64>`, the key
 * is the decoded bytes.
 */
function callbackKey(secret: string): Buffer {
  if (!secret.startsWith(STANDARD_PREFIX)) return Buffer.from(secret, 'utf8');
  return Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64');
}

/** A secret in the form that Standard Webhooks libraries expect: the same key bytes as `whsec_<base64>`. */
export function standardWebhooksSecret(secret: string): string {
  return STANDARD_PREFIX + callbackKey(secret).toString('base64');
}

/**
 * The signature headers of one attempt.
 *
 * During a rotation `webhook-signature` lists one signature per secret, newest first, and a receiver that knows either
 * secret accepts it. `X-Cryptopay-Signature` has room for only one. It is made with the previous secret until the
 * rotation ends, because every receiver still has that one; only the operator can confirm that all have the new one.
 */
export function signCallback(
  callback: Callback,
  secrets: CallbackSecrets,
): Readonly<Record<string, string>> {
  // The signed text joins its parts with dots, so a dot in the id would make it ambiguous.
  assert(!callback.id.includes('.'), 'a callback id has no dot');
  const seconds = String(Math.floor(callback.sentAt / SECOND));
  const signedText = `${callback.id}.${seconds}.${callback.body}`;
  const active = [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])];
  return {
    'X-Cryptopay-Signature': hmac(secrets.previous ?? secrets.current, callback.body).toString(
      'hex',
    ),
    'webhook-id': callback.id,
    'webhook-timestamp': seconds,
    'webhook-signature': active
      .map((secret) => `v1,${hmac(secret, signedText).toString('base64')}`)
      .join(' '),
  };
}

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', callbackKey(secret)).update(text, 'utf8').digest();
}
