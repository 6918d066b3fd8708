// External calls inside a transaction are forbidden, because a slow node or mail server would hold locks. Checked in
// tests only: before Node 24, async context tracking makes every request about a tenth slower.
import { AsyncLocalStorage } from 'node:async_hooks';

let insideTransaction: AsyncLocalStorage<true> | null = null;

export function watchOutsideCalls(): void {
  insideTransaction ??= new AsyncLocalStorage();
}

export function runInside<T>(work: () => T): T {
  return insideTransaction === null ? work() : insideTransaction.run(true, work);
}

/** Every port that makes external calls calls this function. */
export function assertOutsideTransaction(): void {
  if (insideTransaction?.getStore()) throw new Error('an outside call inside a transaction');
}
