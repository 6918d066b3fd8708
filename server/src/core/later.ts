// One run serves all requests made during the delay.
import { after } from './clock.ts';

export interface Later {
  soon(): void;
  /** Runs pending work immediately, for shutdown. */
  finish(): Promise<void>;
}

/** `work` must handle its own errors. */
export function later(milliseconds: number, work: () => Promise<void>): Later {
  let cancel: (() => void) | null = null;
  let running = Promise.resolve();
  const run = () => {
    cancel = null;
    running = running.then(work);
  };
  return {
    soon() {
      cancel ??= after(milliseconds, run);
    },
    async finish() {
      if (cancel !== null) {
        cancel();
        run();
      }
      await running;
    },
  };
}

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
