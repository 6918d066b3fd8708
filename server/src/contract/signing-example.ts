// How a request is signed, step by step, with a worked example. The documentation shows it, and a test recomputes every
// value with http/signature.ts. Source: wire.md part 2 (a); the interface part 5.

/** The key and secret are invented for this example and grant no access. */
export const signingExample = {
  apiKey: 'k3vN0-Qm5yXc8TzLr1WpUw',
  apiSecret: 'Hq2ZlT7rYw0pXv5MbK9sDf1GjN4cRa8eUo6iLtVxQ3E',
  method: 'POST',
  target: '/api/invoices',
  contentType: 'application/json',
  date: 'Sat, 21 Nov 2026 02:30:00 GMT',
  body: '{"price_amount":"50.0","price_currency":"EUR","pay_currency":"BTC"}',
  bodyMd5: '8bc31e0a0af3c4ac40321e509521067a',
  signature: 'vD/2RYQzeLGByliZ9TE3raPBid4=',
} as const;

/** The example's string to sign: five lines, no newline at the end. */
export const exampleStringToSign = [
  signingExample.method,
  signingExample.bodyMd5,
  signingExample.contentType,
  signingExample.date,
  signingExample.target,
].join('\n');

/** One sentence each, in order. Markdown with code in backticks only. */
export const signingSteps: readonly string[] = [
  'Take the method in uppercase: `GET`, `POST` or `PATCH`.',
  'Take the MD5 of the exact bytes of the body, in lowercase hex. Without a body, use an empty line, ' +
    'not the MD5 of an empty string.',
  'Take the `Content-Type` header as you send it. Send `application/json` with every request, even ' +
    'without a body.',
  'Take the `Date` header as you send it, for example `Sat, 21 Nov 2026 02:30:00 GMT` or ' +
    '`2026-11-21T02:30:00.000Z`. It may differ from the server clock by up to 15 minutes, unless the ' +
    'operator has set another limit.',
  'Take the path with its query as you send it, percent-encoded, starting at `/api`.',
  'Join the five lines with single newlines, without one at the end. This is the string to sign.',
  'Calculate the HMAC-SHA1 of that string with your secret (its text, not decoded), and encode it ' +
    'in base64.',
  'Send it as `Authorization: HMAC <key>:<signature>` with the `Date` you signed. Requests that ' +
    'move money are accepted once per signature: sign each request anew, with milliseconds in the `Date`.',
];
