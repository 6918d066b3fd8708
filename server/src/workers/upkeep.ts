// Upkeep: forgets what has served its time (idempotency answers, used signatures, what payments used up).
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

/** Twice as long as a payment that no block takes is waited for, and longer than any reorganisation. */
const USES_KEPT = 30 * DAY;
const USES_MAX = 100_000;

/**
 * What announced payments use up (deposits/clashes.ts) is needed while one of them may still be replaced: not by those
 * that are in a block, or given up, and were first seen long ago. It looks through all of it, so once a day.
 */
export const usesWorker: Worker = recurring({
  name: 'cleaning-uses',
  everyMilliseconds: DAY,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const rows = await app.db.patient.query(
      `delete from transaction_spends where ctid = any(array(
         select s.ctid from transaction_spends s
         where not exists (
           select 1 from deposits d where d.coin = s.coin and d.txid = s.txid
             and (d.first_seen_at > $1 or (d.block_height is null and d.status in ('pending', 'confirmed'))))
         limit ${USES_MAX})) returning 1`,
      [new Date(app.clock.now() - USES_KEPT)],
    );
    return rows.length === USES_MAX;
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
