// When a batch fails, each of its rows is tried separately, and rows that still fail are rescheduled, so that a
// failing row does not delay the others.
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

export async function reschedule(
  app: App,
  row: { id: string; error: unknown },
  storeDue: (dueAt: Date) => Promise<unknown>,
): Promise<void> {
  const { id, error } = row;
  app.log.error({ err: error, id }, 'row could not be recomputed, retrying later');
  await storeDue(new Date(app.clock.now() + RESCHEDULED_FOR));
}
