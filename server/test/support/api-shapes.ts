// Checks an API response against the contract: the error body, the headers of every response, and the operation's
// schema in both dialects, without missing or extra fields.
import { type TObject, type TSchema, Type } from 'typebox';
import { Format } from 'typebox/format';
import { Value } from 'typebox/value';
import { expect } from 'vitest';
import type { Operation } from '../../src/contract/operation.ts';
import type { ErrorDetail } from '../../src/core/errors.ts';
import type { HttpAnswer } from './signed-call.ts';

/** wire.md (c): plain notation, no exponent, no trailing zeros, at least one digit after the point. */
Format.Set('decimal', (text) => /^-?(0|[1-9]\d*)\.(0|\d*[1-9])$/.test(text));

/** wire.md (b): required on every response. */
export const ALWAYS_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
  'strict-transport-security': expect.stringMatching(/^max-age=\d+/),
  'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
};

export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
    readonly reason?: string;
    readonly string_to_sign?: string;
  };
  readonly meta: { readonly request_id: string };
}

/** What the sandbox adds to a 401 for the integrator. */
const HINTS = ['reason', 'string_to_sign', 'received_signature', 'date', 'server_date'];

/** Expects exactly the documented error, and returns its body. */
export function expectError(
  answer: HttpAnswer,
  wanted: { status: number; code: string; details?: readonly unknown[] },
): ErrorBody {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: wanted.status });
  expect(answer.headers).toMatchObject(ALWAYS_HEADERS);
  const body = JSON.parse(answer.text) as ErrorBody;
  expect(body.error.code, answer.text).toBe(wanted.code);
  expect(Object.keys(body)).toEqual(['error', 'meta']);
  const hints = answer.status === 401 ? HINTS : [];
  expect(Object.keys(body.error).filter((key) => !hints.includes(key))).toEqual([
    'code',
    'message',
    'details',
  ]);
  expect(body.error.message).not.toBe('');
  expect(body.meta).toEqual({ request_id: answer.headers['x-request-id'] });
  for (const detail of body.error.details) {
    expect(Object.keys(detail)).toEqual(['code', 'target', 'message', 'args']);
  }
  expect(body.error.details).toMatchObject(wanted.details ?? []);
  expect(body.error.details).toHaveLength((wanted.details ?? []).length);
  return body;
}

/** A successful response: status, headers, the version's envelope, and every object against its schema. */
export function expectAnswer(
  answer: HttpAnswer,
  wanted: { operation: Operation; version: 1 | 2 },
): unknown {
  const { operation, version } = wanted;
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: operation.status });
  expect(answer.headers).toMatchObject({ ...ALWAYS_HEADERS, 'api-version': String(version) });
  const body: unknown = JSON.parse(answer.text);
  if (operation.shape === 'object') {
    const object = version === 1 ? body : openEnvelope(body, ['data']);
    expectShape(schemaOf(operation, version), object);
    return object;
  }
  // wire.md 1.1: the only list that version 1 sends without an envelope, with paging in headers.
  if (version === 1 && operation.id === 'listCoinWithdrawals') {
    expect(answer.headers['x-total-count']).toMatch(/^\d+$/);
    for (const row of body as unknown[]) expectShape(operation.response, row);
    return body;
  }
  const isPage = operation.shape === 'page';
  const data = openEnvelope(body, isPage ? ['data', 'meta'] : ['data']);
  if (isPage) expectMeta((body as { meta: unknown }).meta);
  for (const row of Array.isArray(data) ? data : [data]) expectShape(operation.response, row);
  return data;
}

/** interface.md 4.4: the commit response of version 1 has no fee. */
function schemaOf(operation: Operation, version: 1 | 2): TSchema {
  if (version === 2 || operation.id !== 'commitCoinWithdrawal') return operation.response;
  return Type.Omit(operation.response as TObject, ['fee', 'fee_currency']);
}

export function expectShape(schema: TSchema, value: unknown): void {
  const errors = Value.Errors(schema, value).map((error) => [error.instancePath, error.message]);
  expect({ errors, value }).toEqual({ errors: [], value });
}

function openEnvelope(body: unknown, keys: readonly string[]): unknown {
  expect(Object.keys(body as object)).toEqual(keys);
  return (body as { data: unknown }).data;
}

function expectMeta(meta: unknown): void {
  expect(meta).toEqual({ total: expect.any(Number), has_more: expect.any(Boolean) });
}
