// The generated blocks of docs/callbacks.md: events, payloads, retries and a worked example of both
// signatures, all computed by the code that sends callbacks.
import { createHmac } from 'node:crypto';
import { type CallbackType, callbackEvents } from '../src/contract/callback-events.ts';
import { defined } from '../src/core/assert.ts';
import { HOUR, MINUTE, SECOND } from '../src/core/clock.ts';
import { defaultRetrySchedule } from '../src/events/note-attempts.ts';
import { signCallback, standardWebhooksSecret } from '../src/events/sign-callback.ts';
import { codeBlock, markdownTable } from './fill-blocks.ts';

/** Made up for the example. */
export const callbackExample = {
  id: '01a1fbf0-6c40-7123-8b1e-5f0c2d9a7e44',
  sentAt: Date.UTC(2026, 10, 21, 2, 35),
  body: '{"type":"Invoice","event":"status_changed","data":{"id":"01a1fbf0-6c40-7093-9430-dba3f8513189","status":"completed"}}',
  secret: 'Zk4Wv9QpB1tYx7NcR3mHd6LsUe0JgTaO8iFhKyXwV2M',
  previousSecret: 'aN5uPz2GqRb8YcE1oTfW7kXvM4hLd9SjIi0VgKxJt6Q',
} as const;

export function callbackBlocks(payloads: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const examples = [...payloads].map(
    ([name, payload]) =>
      [name, codeBlock('json', JSON.stringify(JSON.parse(payload), null, 2))] as const,
  );
  return new Map([
    ['events', eventTable()],
    ['retries', retryTable()],
    ['signature', signatureExample()],
    ['rotation', rotationExample()],
    ...examples,
  ]);
}

function eventTable(): string {
  const types: Readonly<Record<string, CallbackType>> = callbackEvents;
  const rows = Object.entries(types).flatMap(([type, { events }]) =>
    Object.entries(events).map(([event, when]) => [`\`${type}\``, `\`${event}\``, when]),
  );
  return markdownTable(['Type', 'Event', 'When'], rows);
}

function retryTable(): string {
  const rows = defaultRetrySchedule.map((offset, index) => [
    String(index + 1),
    durationText(offset),
  ]);
  return markdownTable(['Retry', 'After the first failure'], rows);
}

/** `36:12:50`. */
function durationText(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.floor(milliseconds / HOUR);
  return `${hours}:${two((milliseconds % HOUR) / MINUTE)}:${two((milliseconds % MINUTE) / SECOND)}`;
}

function headersText(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function signatureExample(): string {
  const { id, sentAt, body, secret } = callbackExample;
  const headers = signCallback({ id, sentAt, body }, { current: secret, previous: null });
  const timestamp = defined(headers['webhook-timestamp'], 'a callback has its time');
  const signed = `${id}.${timestamp}.${body}`;
  const again = createHmac('sha256', secret).update(signed).digest('base64');
  if (headers['webhook-signature'] !== `v1,${again}`) throw new Error('the recipe is wrong');
  return [
    `Secret, and the same secret in the format of Standard Webhooks libraries:\n`,
    codeBlock('text', `${secret}\n${standardWebhooksSecret(secret)}`),
    `Body:\n`,
    // Not marked as JSON: the formatter would write it again, and it would have another signature.
    codeBlock('text', body),
    `Signed text of \`webhook-signature\` (id, time and body, joined by dots):\n`,
    codeBlock('text', signed),
    `Headers:\n`,
    codeBlock('text', headersText(headers)),
  ].join('\n');
}

function rotationExample(): string {
  const { id, sentAt, body, secret, previousSecret } = callbackExample;
  const secrets = { current: secret, previous: previousSecret };
  return codeBlock('text', headersText(signCallback({ id, sentAt, body }, secrets)));
}
