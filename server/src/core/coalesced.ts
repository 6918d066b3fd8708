// Coalesces concurrent calls: one run answers every call made before it starts, and no two runs overlap.

/** Each call is answered by a run that starts after it: the next run, when one is in progress. */
export function coalesced<A, T>(run: (argument: A) => Promise<T>): (argument: A) => Promise<T> {
  let running: Promise<T> | null = null;
  let next: Promise<T> | null = null;
  const begin = (argument: A): Promise<T> => {
    const begun = run(argument).finally(() => {
      if (running === begun) running = null;
    });
    running = begun;
    return begun;
  };
  return (argument) => {
    if (next !== null) return next;
    if (running === null) return begin(argument);
    const before: Promise<unknown> = running;
    next = before
      .catch(() => undefined)
      .then(() => {
        next = null;
        return begin(argument);
      });
    return next;
  };
}
