/** Each call gets the result of a run that starts after the call. Runs never overlap. */
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
