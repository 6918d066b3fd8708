// Where version 1 of the API differs from version 2 beyond the envelope (wire.md 1.1; interface.md 2.2, 4.2,
// 4.4). The answers (http/versions.ts) and the OpenAPI documents are made from it.
import { defined } from '../core/assert.ts';
import type { Schema } from './openapi-types.ts';
import type { Operation } from './operation.ts';

/** The list of payments is a bare array in version 1; headers carry what its envelope would. */
export function isBareList(operation: Operation): boolean {
  return operation.id === 'listCoinWithdrawals';
}

/** The commit of a payment answers without these in version 1. */
export const LEFT_OUT_OF_COMMIT = ['fee', 'fee_currency'] as const;

export function isFeeless(operation: Operation): boolean {
  return operation.id === 'commitCoinWithdrawal';
}

/** What the commit answers in version 1, in its document. */
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

/** What only one version requires of a request (withdrawals/wish.ts). */
export function requiredIn({ id }: Operation, version: 1 | 2): readonly string[] {
  if (id !== 'createCoinWithdrawal') return [];
  return [version === 1 ? 'custom_id' : 'charged_currency'];
}
