// The differences between versions 1 and 2 of the API beyond the envelope (wire.md 1.1; interface.md 2.2, 4.2, 4.4).
// Used for the responses (http/versions.ts) and the OpenAPI documents.
import { defined } from '../core/assert.ts';
import type { Schema } from './openapi-types.ts';
import type { Operation } from './operation.ts';

/** In version 1 the list of payments is a bare array; headers contain what the envelope would. */
export function isBareList(operation: Operation): boolean {
  return operation.id === 'listCoinWithdrawals';
}

/** In version 1 the response to the commit of a payment omits these fields. */
export const LEFT_OUT_OF_COMMIT = ['fee', 'fee_currency'] as const;

export function isFeeless(operation: Operation): boolean {
  return operation.id === 'commitCoinWithdrawal';
}

/** The commit's response in the version 1 document. */
export const COMMITTED = 'CommittedCoinWithdrawal';

export function committed(objects: Readonly<Record<string, Schema>>): Schema {
  const whole = defined(objects['CoinWithdrawal'], 'it has a schema');
  return {
    ...whole,
    properties: without(whole.properties ?? {}),
    required: (whole.required ?? []).filter((name) => !isLeftOut(name)),
  };
}

export function committedExample(example: unknown): Readonly<Record<string, unknown>> {
  return without(example as Readonly<Record<string, unknown>>);
}

function without<T>(fields: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isLeftOut(name)));
}

function isLeftOut(name: string): boolean {
  return (LEFT_OUT_OF_COMMIT as readonly string[]).includes(name);
}

/** Fields that only one version requires in a request (withdrawals/wish.ts). */
export function requiredIn({ id }: Operation, version: 1 | 2): readonly string[] {
  if (id !== 'createCoinWithdrawal') return [];
  return [version === 1 ? 'custom_id' : 'charged_currency'];
}
