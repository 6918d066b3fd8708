// A merchant's client for a service that may die at any moment: it retries until it gets a response.
import { ChaintillError } from '../../../client/src/error.ts';
import { sleep } from '../../src/core/clock.ts';

const AGAIN = 200;

/** Retries until there is a response. An error response counts, and is thrown. */
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

/** The idempotency key of a dead process's request stays in use for a while; the next attempt uses another key. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof ChaintillError) || error.code === 'idempotency_key_in_use') return false;
  const status = error.status ?? 0;
  return status >= 400 && status < 500;
}
