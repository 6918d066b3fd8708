// Guards the rule that no outside call runs inside a transaction, where a slow node or mail server would hold locks.
// The tests run under it. The service does not: before Node 24 a store that follows a call through its promises makes
// every promise of the process more expensive, and with them every request by about a tenth.
import { AsyncLocalStorage } from 'node:async_hooks';

let insideTransaction: AsyncLocalStorage<true> | null = null;

/** From now on an outside call inside a transaction is an error. */
export function watchOutsideCalls(): void {
  insideTransaction ??= new AsyncLocalStorage();
}

/** Runs what happens inside a transaction. */
export function runInside<T>(work: () => T): T {
  return insideTransaction === null ? work() : insideTransaction.run(true, work);
}

/** Called by every port that goes outside. */
export function assertOutsideTransaction(): void {
  if (insideTransaction?.getStore()) throw new Error('an outside call inside a transaction');
}
