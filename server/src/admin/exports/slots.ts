// Limits concurrent exports per process: each uses memory for as long as its reader takes, and a stalled reader keeps
// its slot. So no single person can take all slots.
import { apiError } from '../../core/errors.ts';

const AT_ONCE_MAX = 4;
const OF_ONE_MAX = 2;
const RETRY_SECONDS = 10;

export interface Slots {
  /** Returns a function that releases the slot, once. Errors: 429 `rate_limit_exceeded`. */
  take(userId: string): () => void;
}

export function openSlots(): Slots {
  const running: string[] = [];
  return {
    take(userId) {
      const own = running.filter((each) => each === userId);
      if (running.length >= AT_ONCE_MAX || own.length >= OF_ONE_MAX)
        throw apiError('rate_limit_exceeded.exports', {}, { retryAfterSeconds: RETRY_SECONDS });
      running.push(userId);
      let isGiven = false;
      return () => {
        if (!isGiven) running.splice(running.indexOf(userId), 1);
        isGiven = true;
      };
    },
  };
}
