// Many ask for the same thing at once: one run answers all who ask before it begins, and no two run at a time.

/** Each call is answered by a run that began after it: the next one, when one is under way. */
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
