// Shared by all operations of the OpenAPI document: introduction, headers, error body and the description of the
// signature.
import { ERROR_STATUS } from '../core/error-codes.ts';
import {
  type Parameter,
  type Reference,
  type Response,
  referenceTo,
  type Schema,
} from './openapi-types.ts';
import type { Operation } from './operation.ts';
import { type RefusalCode, refusals, refusalsOf } from './refusals.ts';
import { exampleStringToSign, signingExample, signingSteps } from './signing-example.ts';

export const headerParameters: Readonly<Record<string, Parameter>> = {
  Date: {
    name: 'Date',
    in: 'header',
    required: true,
    description: 'Time of the request, part of the signature: HTTP date, RFC 2822 or ISO 8601',
    schema: { type: 'string' },
    example: signingExample.date,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes retries safe: within 24 hours, a request with the same key returns the first response',
    schema: { type: 'string', maxLength: 255 },
    example: 'order-1001-attempt',
  },
  ApiVersion: {
    name: 'Api-Version',
    in: 'header',
    required: false,
    description: 'Overrides the API version of the key. Not part of the signature',
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
        code: { type: 'string', description: 'Stable error code, for programs' },
        message: { type: 'string', description: 'Error message for people. The text can change' },
        details: {
          type: 'array',
          description: 'One entry per violated rule of a parameter, otherwise empty',
          items: {
            type: 'object',
            required: ['code', 'target', 'message', 'args'],
            properties: {
              code: { type: 'string' },
              target: { type: 'string', description: 'Name of the parameter' },
              message: { type: 'string' },
              args: { type: 'object', description: 'Values of the rule, such as a limit' },
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

const hint = (description: string): Schema => ({
  type: 'string',
  description: `${description}. Sandbox only`,
});
/** Additional fields of a sandbox 401 (http/authenticate.ts). */
const unauthenticatedHints: Readonly<Record<string, Schema>> = {
  reason: hint('Why authentication failed'),
  string_to_sign: hint('The string that the server signed, to compare with yours'),
  received_signature: hint('The signature in the request'),
  date: hint('The `Date` in the request'),
  server_date: hint('The time of the server'),
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
      '`HMAC <key>:<signature>`. To create the signature:',
      signingSteps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
      example,
    ].join('\n\n'),
  },
};

const bothVersions =
  'Every API key belongs to one version. The header `Api-Version` selects the other one for a request.';

const versionTexts = {
  1:
    'This is version 1, the default of a new key. A single object is returned as it is. Lists are ' +
    '`{"data": [...], "meta": {"total", "has_more"}}`, except coin withdrawals, which are a bare array. ' +
    `Version 2 wraps every response in an envelope. ${bothVersions}`,
  2:
    'This is version 2. Every response is an envelope: `{"data": ...}`, and lists add `"meta": {"total", "has_more"}`. ' +
    `In version 1 a single object has no envelope. ${bothVersions}`,
} as const;

const describe = (version: 1 | 2) =>
  [
    'Amounts are decimal strings such as `100.0`, never JSON numbers. Times are ISO 8601 in UTC.',
    '## Versions',
    versionTexts[version],
    '## Pagination',
    'Lists return the newest rows first, 50 per page. Set `limit` (1 to 200) for another page size. To get the next page, ' +
      'pass the id of the last row that you received: `starting_after=<id>`. `meta.has_more` is false on the last page.',
    '## Idempotent requests',
    'Send the header `Idempotency-Key` with a unique value when you create an object. If the connection breaks, repeat the ' +
      'request with the same key: the service returns the first response and creates nothing twice.',
    '## Rate limits',
    'Each API key may send 200 requests per minute. Above that, the service responds with 429 `rate_limit_exceeded` and the ' +
      'header `Retry-After` with the seconds to wait. The operator can change the limit.',
    '## Unknown fields',
    'Fields and parameters that an operation does not know are ignored. The response lists them in the header ' +
      '`Chaintill-Ignored`.',
  ].join('\n\n');

export const apiDescriptions = { 1: describe(1), 2: describe(2) } as const;

/** References to `refusalResponses`, keyed by status. */
export function errorReferences(operation: Operation): Record<string, Reference> {
  return Object.fromEntries(
    [...codesByStatus(operation)].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  );
}

/** Every combination of codes that an operation can return with one status. */
export function refusalResponses(operations: readonly Operation[]): Record<string, Response> {
  const entries = operations.flatMap((operation) =>
    [...codesByStatus(operation)].map(
      ([status, codes]) => [nameOf(codes), errorResponse(status, codes)] as const,
    ),
  );
  return Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function codesByStatus(operation: Operation): Map<number, RefusalCode[]> {
  const byStatus = new Map<number, RefusalCode[]>();
  for (const code of refusalsOf(operation)) {
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([left], [right]) => left - right));
}

/** `NotFound`, `UnauthorizedOrIpNotAllowed`. */
function nameOf(codes: readonly RefusalCode[]): string {
  const pascal = (code: string) =>
    code.replace(/(?:^|_)([a-z])/g, (_, c: string) => c.toUpperCase());
  return codes.map(pascal).join('Or');
}

function errorResponse(status: number, codes: readonly RefusalCode[]): Response {
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const waits = status === 429 || status === 503 || codes.includes('idempotency_key_in_use');
  const code = { type: 'string', enum: codes };
  const hints = codes.includes('unauthenticated') ? unauthenticatedHints : {};
  const ofCodes = { type: 'object', properties: { code, ...hints } };
  return {
    description: codes.map((item) => `\`${item}\`: ${refusals[item]}`).join('\n\n'),
    headers: {
      'X-Request-Id': header('RequestId'),
      ...(waits ? { 'Retry-After': header('RetryAfter') } : {}),
    },
    content: {
      'application/json': {
        schema: {
          allOf: [referenceTo('Error'), { type: 'object', properties: { error: ofCodes } }],
        },
      },
    },
    'x-error-codes': codes,
  };
}
