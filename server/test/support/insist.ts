// How a merchant's program speaks to a service that may die at any moment: it asks again until it has an answer.
import { ChaintillError } from '../../../client/src/error.ts';
import { sleep } from '../../src/core/clock.ts';

const AGAIN = 200;

/** Asks again until there is an answer; a refusal is one, and is thrown. */
export async function insist<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (isRefusal(error)) throw error;
      await sleep(AGAIN);
    }
  }
}

/** What a dead process was doing under a key is in use for a while; the next try has another key. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ChaintillError) || error.code === 'idempotency_key_in_use') return false;
  const status = error.status ?? 0;
  return status >= 400 && status < 500;
}
