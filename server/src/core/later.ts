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
