// Payments to old addresses of projects that moved to another cell, which nobody tells that cell of: the payer has
// paid, and his invoice stays open there. Who tells it is a command of the operator's (cli/forward-payments.ts), and
// whether it runs is seen here alone. An alarm for each project, which ends by itself.
import { MINUTE } from '../core/clock.ts';
import { projectsThatLeft } from '../db/closed-projects.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import { endStanding, raiseAlarm } from '../ledger/alarms.ts';
import { recurring } from '../workers/schedule.ts';
import type { Worker } from '../workers/worker.ts';
import { countUntold } from './told.ts';

const ALARM = 'payments_untold';
/** The command looks every second. */
const LATE_AFTER = 10 * MINUTE;
/** Those that were late at the look before: a moment after a move, or after one is final, that says nothing yet. */
const LATE_BEFORE = 'untold_before';

export const untoldWorker: Worker = recurring({
  name: 'payments-untold',
  everyMilliseconds: MINUTE,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const left = await projectsThatLeft(app.db);
    if (left.length === 0) return false;
    const before = app.clock.now() - LATE_AFTER;
    const late = (await countUntold(app.db)).filter(({ since }) => since.getTime() <= before);
    const ids = late.map(({ project_id: id }) => id);
    const lateBefore = (await readSetting<readonly string[]>(app.db, LATE_BEFORE)) ?? [];
    for (const { project_id: projectId, n, since } of late) {
      if (!lateBefore.includes(projectId)) continue;
      const facts = { project_id: projectId, payments: n, since: since.toISOString() };
      await app.db.transaction((tx) => raiseAlarm(tx, { kind: ALARM, subject: projectId, facts }));
    }
    const told = left.flatMap(({ projectId }) => (ids.includes(projectId) ? [] : [projectId]));
    await endStanding(app, { kind: ALARM, subjects: told });
    if (ids.join() !== lateBefore.join()) await storeSetting(app.db, LATE_BEFORE, ids);
    return false;
  },
});
