// A database that measures how long it was waited for: the limit for a suite without HTTP, "the same statements through
// the same driver with nothing between them".
import type { Database } from '../server/src/db/database.ts';

export interface TimedDatabase {
  readonly db: Database;
  /** Seconds so far in which at least one statement, begin or commit was in progress. */
  seconds(): number;
}

export function timedDatabase(db: Database): TimedDatabase {
  let underWay = 0;
  let since = 0;
  let milliseconds = 0;
  const enter = () => {
    if (underWay++ === 0) since = performance.now();
  };
  const leave = () => {
    if (--underWay === 0) milliseconds += performance.now() - since;
  };
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
  return {
    seconds: () => milliseconds / 1000,
    db: {
      ...db,
      query: (text, values) => during(() => db.query(text, values)),
      write: (text, values) => during(() => db.write(text, values)),
      // The time between begin and commit counts only while a statement runs.
      transaction: (work) =>
        during(() =>
          db.transaction(async (tx) => {
            leave();
            try {
              return await work({
                isTx: true,
                query: (text, values) => during(() => tx.query(text, values)),
              });
            } finally {
              enter();
            }
          }),
        ),
    },
  };
}
