// The headers of a callback, as sent and as shown in the delivery log.
import { type Callback, type CallbackSecrets, signCallback } from './sign-callback.ts';

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

export interface ShownHeader {
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
