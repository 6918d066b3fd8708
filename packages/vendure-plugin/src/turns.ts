// The scheduled task reads a limited number of rows per run, each in its turn. One that cannot be read does not block
// the others.
import { ChaintillError } from '@chaintill/client';

/** Each is a request. A key has 200 per minute, and customers need them too. */
const ROWS_PER_RUN = 50;

type Row = { readonly id: string | number };
type Work<R> = (row: R) => Promise<void>;

/** Continues in the next run after the last row of this one. `onError` gets the errors of single rows. */
export function createTurns(onError: (error: unknown) => void, rowsPerRun = ROWS_PER_RUN) {
  let last: Row['id'] | null = null;
  return async <R extends Row>(rows: readonly R[], work: Work<R>): Promise<void> => {
    const sorted = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
    const after = last;
    const next =
      after === null
        ? 0
        : Math.max(
            0,
            sorted.findIndex(({ id }) => id > after),
          );
    for (const row of [...sorted.slice(next), ...sorted.slice(0, next)].slice(0, rowsPerRun)) {
      last = row.id;
      try {
        await work(row);
      } catch (error) {
        onError(error);
        if (isAboutAll(error)) return;
      }
    }
  };
}

export type Turns = ReturnType<typeof createTurns>;

/** Chaintill is not reachable, or wants fewer requests: the next rows would fail as well. */
function isAboutAll(error: unknown): boolean {
  if (!(error instanceof ChaintillError)) return false;
  return error.status === null || error.status === 429 || error.status >= 500;
}
