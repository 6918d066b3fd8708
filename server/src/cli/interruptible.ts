// Handles Ctrl-C and `systemctl stop` for a command that uses the database: everything it opened is closed first,
// because a PostgreSQL that it started would otherwise continue to run. A command with its own way to end also listens
// to the signals.
import { constants } from 'node:os';
import { SECOND, sleep } from '../core/clock.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const CLOSE_LIMIT = 9 * SECOND;
/** Shell convention for the exit code after a signal. */
const CODE_OF_SIGNALS = 128;

type Listener = (name: NodeJS.Signals) => void;

const ownListeners = new Set<unknown>();

/** `work` closes what it opened when the signal is aborted; then the process exits here. */
export async function interruptible(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const interruption = new AbortController();
  const interrupt: Listener = (name) => {
    if (!process.listeners(name).every((listener) => ownListeners.has(listener))) return;
    process.exitCode = CODE_OF_SIGNALS + constants.signals[name];
    // The process normally exits earlier, unless the database does not respond.
    void sleep(CLOSE_LIMIT).then(() => process.exit());
    interruption.abort();
  };
  ownListeners.add(interrupt);
  for (const name of SIGNALS) process.on(name, interrupt);
  try {
    await work(interruption.signal);
  } finally {
    for (const name of SIGNALS) process.removeListener(name, interrupt);
    ownListeners.delete(interrupt);
    if (interruption.signal.aborted) process.exit();
  }
}

/**
 * Calls `end` at the first signal, for a command with its own way to end; a second signal ends the command immediately.
 * The listener is removed only after all listeners were called, because `interrupt` checks for it.
 */
export function onceInterrupted(end: () => void): void {
  for (const name of SIGNALS) {
    const once = () => {
      setImmediate(() => process.removeListener(name, once));
      end();
    };
    process.on(name, once);
  }
}
