// Enforces the rule that no external call runs inside a transaction, where a slow node or mail server would hold locks.
// Enabled in tests only: before Node 24, async context tracking makes every promise of the process more expensive, and
// every request about a tenth slower.
import { AsyncLocalStorage } from 'node:async_hooks';

let insideTransaction: AsyncLocalStorage<true> | null = null;

/** From now on, an external call inside a transaction is an error. */
export function watchOutsideCalls(): void {
  insideTransaction ??= new AsyncLocalStorage();
}

/** Runs the body of a transaction. */
export function runInside<T>(work: () => T): T {
  return insideTransaction === null ? work() : insideTransaction.run(true, work);
}

/** Called by every port that makes external calls. */
export function assertOutsideTransaction(): void {
  if (insideTransaction?.getStore()) throw new Error('an outside call inside a transaction');
}
