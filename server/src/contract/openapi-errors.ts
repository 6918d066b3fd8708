// The errors of operations as responses of the OpenAPI document: one per status, listing the codes that the operation
// can return with that status. Shared responses are defined once, among the components.
import { unauthenticatedHints } from './openapi-common.ts';
import { referenceTo } from './openapi-schema.ts';
import type { Reference, Response } from './openapi-types.ts';
import type { Operation } from './operation.ts';
import { type RefusalCode, refusals, refusalsOf } from './refusals.ts';

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
    const { status } = refusals[code];
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
    description: codes.map((item) => `\`${item}\`: ${refusals[item].meaning}`).join('\n\n'),
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
