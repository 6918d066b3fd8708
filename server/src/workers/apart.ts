// One row that cannot be worked on must not hold back the others of its batch: when a batch fails, each of
// its rows is tried alone, and what still fails is put off. Used by the workers that recompute rows in sets.
import type { App } from '../app.ts';
import { MINUTE } from '../core/clock.ts';

const PUT_OFF_FOR = MINUTE;

export async function runApart<Row>(
  rows: readonly Row[],
  run: (rows: readonly Row[]) => Promise<void>,
  putOff: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await run(rows);
  } catch {
    for (const row of rows) await runAlone(row, run, putOff);
  }
}

async function runAlone<Row>(
  row: Row,
  run: (rows: readonly Row[]) => Promise<void>,
  putOff: (row: Row, error: unknown) => Promise<void>,
): Promise<void> {
  try {
    await run([row]);
  } catch (error) {
    await putOff(row, error);
  }
}

/** Makes a row that cannot be worked on due again later, and leaves the error in the log. */
export async function putOff(
  app: App,
  row: { table: 'invoices' | 'channel_payments'; projectId: string; id: string; error: unknown },
): Promise<void> {
  const { table, projectId, id, error } = row;
  app.log.error({ err: error, table, id }, 'a row cannot be recomputed, trying again later');
  await app.db.query(
    `update ${table} set due_at = $3 where project_id = $1 and id = $2 and due_at is not null`,
    [projectId, id, new Date(app.clock.now() + PUT_OFF_FOR)],
  );
}
