// Prevents a row that fails from delaying the others of its batch: when a batch fails, each of its rows is tried alone,
// and rows that still fail are rescheduled. Used by the workers that recompute rows in sets.
import type { App } from '../app.ts';
import { MINUTE } from '../core/clock.ts';

/** The longest retry delay of a row that is processed when due. */
export const RESCHEDULED_FOR = MINUTE;

export async function runApart<Row>(
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<void>,
  reschedule: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await run(rows);
  } catch {
    for (const row of rows) await runAlone(row, run, reschedule);
  }
}

async function runAlone<Row>(
  row: Row,
  run: (rows: readonly Row[]) => Promise<void>,
  reschedule: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await run([row]);
  } catch (error) {
    await reschedule(row, error);
  }
}

/** Reschedules a failed row and logs the error. */
export async function reschedule(
  app: App,
  row: { id: string; error: unknown },
  storeDue: (dueAt: Date) => Promise<unknown>,
): Promise<void> {
  const { id, error } = row;
  app.log.error({ err: error, id }, 'row could not be recomputed, retrying later');
  await storeDue(new Date(app.clock.now() + RESCHEDULED_FOR));
}
