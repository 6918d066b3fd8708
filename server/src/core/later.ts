// Work that is done some time after it is first asked for, once for all who ask meanwhile, and at the end at once.
import { after } from './clock.ts';

export interface Later {
  soon(): void;
  /** Does at once what was asked for. */
  finish(): Promise<void>;
}

/** `work` handles its own failures. */
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
