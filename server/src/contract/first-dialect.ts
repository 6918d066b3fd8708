// Where version 1 of the API differs from version 2 beyond the envelope (wire.md 1.1; interface.md 2.2, 4.2,
// 4.4). The answers (http/versions.ts) and the OpenAPI document are made from it.
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
