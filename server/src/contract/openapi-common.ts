// What all operations of the OpenAPI document share: its introduction, the headers, the error body and
// the description of the signature.
import type { Parameter, Schema } from './openapi-types.ts';
import { exampleStringToSign, signingExample, signingSteps } from './signing-example.ts';

export const headerParameters: Readonly<Record<string, Parameter>> = {
  Date: {
    name: 'Date',
    in: 'header',
    required: true,
    description: 'Time of the request, part of the signature. HTTP date, RFC 2822 or ISO 8601',
    schema: { type: 'string' },
    example: signingExample.date,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes a retry safe: within 24 hours the same key answers what the first request was answered',
    schema: { type: 'string', maxLength: 255 },
    example: 'order-1001-attempt',
  },
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    required: false,
    description: 'Overrides the version of the key. Not part of the signature',
    schema: { type: 'string', enum: ['1', '2'] },
  },
};

export const errorSchema: Schema = {
  type: 'object',
  required: ['error', 'meta'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details'],
      properties: {
        code: { type: 'string', description: 'For programs: it does not change' },
        message: { type: 'string', description: 'For people: it may change' },
        details: {
          type: 'array',
          description: 'One for each violated rule of a parameter; else empty',
          items: {
            type: 'object',
            required: ['code', 'target', 'message', 'args'],
            properties: {
              code: { type: 'string' },
              target: { type: 'string', description: 'Name of the parameter' },
              message: { type: 'string' },
              args: { type: 'object', description: 'Values of the rule, such as its limit' },
            },
          },
        },
      },
    },
    meta: {
      type: 'object',
      required: ['request_id'],
      properties: { request_id: { type: 'string' } },
    },
  },
};

const example = `Example, with the secret \`${signingExample.apiSecret}\` and the body \`${signingExample.body}\`:

\`\`\`
${exampleStringToSign}
\`\`\`

\`\`\`
Authorization: HMAC ${signingExample.apiKey}:${signingExample.signature}
\`\`\``;

export const securitySchemes = {
  hmac: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: [
      '`HMAC <key>:<signature>`, where the signature is made like this:',
      signingSteps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      example,
    ].join('\n\n'),
  },
};

export const apiDescription = [
  'Amounts are decimal texts such as `100.0`, never JSON numbers. Times are ISO 8601 in UTC.',
  'There are two versions. In version 2, described here, every answer is in an envelope: `{"data": ...}`, ' +
    'lists with `"meta": {"total", "has_more"}`. In version 1 a single object comes without the envelope ' +
    '(`x-version-1`); lists are the same, except that of coin withdrawals, which is a bare array. A key belongs to one version; the header `Api-Version` overrides it.',
  'Lists are newest first, 50 rows a page (`limit`: 1 to 200). The next page starts after the last row ' +
    'you have: `starting_after=<its id>`.',
  'A request that may be repeated after a broken connection takes an `Idempotency-Key`.',
].join('\n\n');
