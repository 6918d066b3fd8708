// The sandbox's clock: the machine's, moved by an offset that all processes share and that survives a
// restart. It only moves forwards, as the lists and the ledger expect of time.
import type { MovableClock } from '../core/clock.ts';
import { SECOND } from '../core/clock.ts';
import type { Database } from '../db/database.ts';
import { notifyWorker } from '../workers/worker.ts';

const SETTING = 'clock_offset_milliseconds';
/** Notified when the offset changes. */
export const CLOCK_CHANGED = 'sandbox-clock';

export async function loadClockOffset(db: Database, clock: MovableClock): Promise<void> {
  const rows = await db.query<{ value: number }>(
    'select value from instance_settings where name = $1',
    [SETTING],
  );
  clock.offsetMilliseconds = rows[0]?.value ?? 0;
}

/** Moves the clock of every process; the new offset in milliseconds. */
export async function advanceClock(
  db: Database,
  clock: MovableClock,
  seconds: number,
): Promise<number> {
  const rows = await db.query<{ value: number }>(
    `insert into instance_settings as s (name, value) values ($1, to_jsonb($2::bigint))
     on conflict (name) do update set value = to_jsonb((s.value #>> '{}')::bigint + $2::bigint)
     returning value`,
    [SETTING, seconds * SECOND],
  );
  clock.offsetMilliseconds = rows[0]?.value ?? clock.offsetMilliseconds;
  await notifyWorker(db, CLOCK_CHANGED);
  return clock.offsetMilliseconds;
}
