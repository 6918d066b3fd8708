// Debounced work: runs some time after the first request, once for all requests until then, and immediately at
// shutdown.
import { after } from './clock.ts';

export interface Later {
  soon(): void;
  /** Runs pending work immediately. */
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
