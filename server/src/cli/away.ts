// Retries for commands that follow the running service for hours: while it is unavailable, they wait and report that
// once, and report again when it is back.
import { SECOND, sleep } from '../core/clock.ts';
import { AppError } from '../core/errors.ts';
import { note } from './run.ts';

/** The service or its database does not respond. */
export class InstanceUnavailable extends Error {
  override readonly name = 'TillAway';
}

const FIRST_WAIT = 250;
const LAST_WAIT = 5 * SECOND;

/** Rejections are permanent; all other errors are temporary. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppError) return error.status >= 500;
  return error instanceof InstanceUnavailable || isConnection(error);
}

/** Driver or system errors: the database is stopping, starting or unreachable. */
function isConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: unknown; message?: unknown };
  return /^(E[A-Z]+|57P0\d|08\d\d\d)$/.test(String(code)) || /connection/i.test(String(message));
}

/** Null when the signal aborts it first. `back` is called when the service is back after a wait. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { signal, back }: { signal: AbortSignal; back: () => string },
): Promise<T | null> {
  for (let wait = 0; !signal.aborted; wait = Math.min(LAST_WAIT, wait * 2 || FIRST_WAIT)) {
    try {
      const found = await work();
      if (wait > 0) note(back());
      return found;
    } catch (error) {
      if (signal.aborted) return null;
      if (!isPassing(error)) throw error;
      if (wait === 0) note(`The instance is not reachable (${reasonOf(error)}). Retrying`);
    }
    await sleep(wait || FIRST_WAIT, signal);
  }
  return null;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
