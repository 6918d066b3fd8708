// Upkeep: forgets what has served its time (idempotency answers, used signatures) and proves the books.
import type { App } from '../app.ts';
import { DAY, HOUR, MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { newId } from '../core/ids.ts';
import { auditLedger } from '../ledger/audit.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

const DELETE_MAX = 10_000;

/** Idempotency answers live 24 hours; a used signature as long as its date could be accepted, twice over. */
export const cleaningWorker: Worker = recurring({
  name: 'cleaning',
  everyMilliseconds: 10 * MINUTE,
  leaseMilliseconds: 5 * MINUTE,
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
    return answers === DELETE_MAX || signatures === DELETE_MAX;
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

/** Re-derives the books; a finding is an alarm for a person, never repaired silently. */
export const auditWorker: Worker = recurring({
  name: 'audit',
  everyMilliseconds: 6 * HOUR,
  leaseMilliseconds: HOUR,
  async run(app) {
    const findings = await auditLedger(app.db);
    for (const finding of findings) {
      app.log.error({ ...finding }, 'the books do not add up');
      await app.db.query(
        'insert into ledger_alarms (id, kind, facts, created_at) values ($1, $2, $3, $4)',
        [newId(app.clock, app.random), 'audit', JSON.stringify(finding), new Date(app.clock.now())],
      );
    }
    return false;
  },
});
