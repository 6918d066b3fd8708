// Proves the books every few hours. A finding is an alarm and stops the payouts of its project until a person has
// looked; nothing is repaired silently.
import type { App } from '../app.ts';
import { HOUR, MINUTE } from '../core/clock.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import { type AuditFinding, auditLedger } from '../ledger/audit.ts';
import { stopPayouts } from '../ledger/payout-stops.ts';
import { lockLedger } from '../ledger/post.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

export const auditWorker: Worker = recurring({
  name: 'audit',
  everyMilliseconds: 6 * HOUR,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const findings = await auditLedger(app.db.patient);
    for (const finding of findings) await heedFinding(app, finding, { isRaisedAgain: true });
    await endAlarms(app, findings);
    return false;
  },
});

/**
 * One of no project is about coins of the operator: an alarm alone. `isRaisedAgain`: the alarm also of what was found,
 * and looked at, before.
 */
export async function heedFinding(
  app: App,
  finding: AuditFinding,
  { isRaisedAgain }: { isRaisedAgain: boolean },
): Promise<void> {
  const { project_id: projectId } = finding.facts;
  const subject = subjectOf(finding);
  await app.db.transaction(async (tx) => {
    if (projectId !== null) {
      await lockLedger(tx, projectId);
      const reason = `the books do not add up: ${finding.invariant}`;
      const stop = { projectId, cause: 'broken_books', subject, reason } as const;
      const isNew = await stopPayouts(tx, app, stop);
      if (!isNew && !isRaisedAgain) return;
    }
    await raiseAlarm(tx, app, { kind: 'audit', subject, facts: finding });
  });
}

function subjectOf({ invariant, facts }: AuditFinding): string {
  return `${invariant} ${JSON.stringify(facts)}`;
}

/** Of what is right again. The stop stays: a person has to see how it came about. */
async function endAlarms(app: App, findings: readonly AuditFinding[]): Promise<void> {
  await app.db.query(
    `update ledger_alarms set cleared_at = $2
     where kind = 'audit' and cleared_at is null and not (facts ->> 'subject' = any($1::text[]))`,
    [findings.map(subjectOf), new Date(app.clock.now())],
  );
}
