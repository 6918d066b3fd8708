// Signs callbacks in two ways: `X-Cryptopay-Signature`, which existing receivers check (wire.md part 2 (e)), and the
// timestamped headers of Standard Webhooks, with which new receivers reject replays.
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
  /** Null for values that differ in each attempt and are not stored: the time and the signatures. */
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

export interface CallbackSecrets {
  readonly current: string;
  /** Null when no rotation is in progress. */
  readonly previous: string | null;
}

export interface Callback {
  /** The event's id, the same in every attempt, so that a receiver can drop duplicates. */
  readonly id: string;
  /** Milliseconds of wall time: receivers compare the time of the attempt with their clock. */
  readonly sentAt: number;
  readonly body: string;
}

/** Prefix of a secret in Standard Webhooks form (specification, section "Signature scheme"). */
const STANDARD_PREFIX = 'whsec_';

/**
 * Our secrets are 43 url-safe base64 characters, whose UTF-8 text is the key, because published receivers do not
 * decode them. The key of a secret of the form `whsec_<base64>` is the decoded bytes.
 */
function callbackKey(secret: string): Buffer {
  if (!secret.startsWith(STANDARD_PREFIX)) return Buffer.from(secret, 'utf8');
  return Buffer.from(secret.slice(STANDARD_PREFIX.length), 'base64');
}

/** The form that Standard Webhooks libraries expect: the same key bytes as `whsec_<base64>`. */
export function standardWebhooksSecret(secret: string): string {
  return STANDARD_PREFIX + callbackKey(secret).toString('base64');
}

/**
 * `webhook-signature` lists one signature per secret, newest first. `X-Cryptopay-Signature` has room for only one:
 * the previous secret makes it until the rotation ends, because every receiver still has that secret. Only the
 * operator can confirm that all receivers have the new one.
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
