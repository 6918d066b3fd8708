// A network disk that disappeared blocks a write forever, while the server retains WAL for the copy. So a copy
// without progress is aborted.
import { MINUTE, SECOND, sleep, steadyNow } from '../core/clock.ts';
import { BackupError } from './backup.ts';

export const STALL_LIMIT = 10 * MINUTE;
const CHECKS = 10;

export interface Watched {
  readonly signal: AbortSignal;
  pass(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

/** The signal is aborted when no data has passed for this long. */
export async function watchingProgress<T>(
  limitMilliseconds: number,
  work: (watched: Watched) => Promise<T>,
): Promise<T> {
  const stalled = new AbortController();
  const over = new AbortController();
  let passedAt = steadyNow();
  const watch = async () => {
    while (!over.signal.aborted && !stalled.signal.aborted) {
      await sleep(limitMilliseconds / CHECKS, over.signal);
      if (steadyNow() - passedAt > limitMilliseconds) stalled.abort(stalledFor(limitMilliseconds));
    }
  };
  const watching = watch();
  try {
    return await work({
      signal: stalled.signal,
      async *pass(chunks) {
        for await (const chunk of chunks) {
          yield chunk;
          passedAt = steadyNow();
        }
      },
    });
  } finally {
    over.abort();
    await watching;
  }
}

function stalledFor(milliseconds: number): BackupError {
  return new BackupError(
    `nothing could be stored for ${Math.round(milliseconds / SECOND)} seconds: the copy is abandoned`,
  );
}
