// Handles Ctrl-C and `systemctl stop` during a command: everything it created is deleted first.
import { constants } from 'node:os';
import type { Abort } from '../backups/passing-folder.ts';
import { SECOND, sleep } from '../core/clock.ts';
import { note, reasonOf } from './run.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A disk that does not respond must not block the command. */
const UNDO_LIMIT = 30 * SECOND;
/** Shell convention for the exit code after a signal. */
const CODE_OF_SIGNALS = 128;

export async function withCrash<T>(work: (abort: Abort) => Promise<T>): Promise<T> {
  const undoes = new Set<() => Promise<unknown>>();
  const end = async (signal: (typeof SIGNALS)[number]) => {
    if (undoes.size > 0) note(`${signal}: deleting incomplete files`);
    const undone = Promise.all(
      [...undoes].map((undo) => undo().catch((error: unknown) => note(reasonOf(error)))),
    );
    await Promise.race([undone, sleep(UNDO_LIMIT)]);
    process.exit(CODE_OF_SIGNALS + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    return await work({
      undo(undo) {
        undoes.add(undo);
        return () => void undoes.delete(undo);
      },
    });
  } finally {
    for (const signal of SIGNALS) process.removeListener(signal, end);
  }
}
