// The sandbox's clock: the system clock plus an offset that survives a restart. It moves only forward, because the
// lists and the ledger require increasing times.
import type { MovableClock } from '../core/clock.ts';
import { SECOND } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { addToSetting, readSetting } from '../db/settings.ts';
import { notifyWorker } from '../workers/worker.ts';

const SETTING = 'clock_offset_milliseconds';
export const CLOCK_CHANGED = 'sandbox-clock';

export async function loadClockOffset(db: Database, clock: MovableClock): Promise<void> {
  clock.offsetMilliseconds = (await readSetting<number>(db, SETTING)) ?? 0;
}

/** Advances the clock of every process and returns the new offset in milliseconds. */
export async function advanceClock(
  db: Database,
  clock: MovableClock,
  seconds: number,
): Promise<number> {
  clock.offsetMilliseconds = await addToSetting(db, SETTING, seconds * SECOND);
  await notifyWorker(db, CLOCK_CHANGED);
  return clock.offsetMilliseconds;
}
