// Upkeep: forgets what has served its time (idempotency answers, used signatures).
import type { App } from '../app.ts';
import { DAY, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

const DELETE_MAX = 10_000;
/** Longer than a process stands still and goes on: one whose mark is gone takes the database for an older one. */
const MARKS_KEPT = 60 * DAY;

/** Idempotency answers live 24 hours; a used signature as long as its date could be accepted, twice over. */
export const cleaningWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const answers = await remove(app, {
      table: 'idempotency_keys',
      column: 'created_at',
      before: wallNow() - DAY,
    });
    const signatures = await remove(app, {
      table: 'used_signatures',
      column: 'used_at',
      before: wallNow() - 2 * app.config.dateSkewSeconds * SECOND,
    });
    const marks = await remove(app, {
      table: 'process_marks',
      column: 'marked_at',
      before: wallNow() - MARKS_KEPT,
    });
    return [answers, signatures, marks].includes(DELETE_MAX);
  },
});

async function remove(
  app: App,
  facts: { table: string; column: string; before: number },
): Promise<number> {
  const rows = await app.db.query(
    `delete from ${facts.table} where ctid = any(array(
       select ctid from ${facts.table} where ${facts.column} < $1 limit ${DELETE_MAX})) returning 1`,
    [new Date(facts.before)],
  );
  return rows.length;
}
