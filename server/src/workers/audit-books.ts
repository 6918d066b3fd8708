// Proves the books of each project every hour: what is new, and what is open (ledger/verify-project.ts). Projects take
// turns, so that one with very much that is new delays no other for long. A finding is an alarm and stops the payouts
// of its project until a person has looked; nothing is repaired silently.
import type { App } from '../app.ts';
import { HOUR, MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import type { AuditFinding } from '../ledger/audit.ts';
import { endAlarmsOfProject } from '../ledger/audit-alarms.ts';
import { beginRound, endSlices, type MarkRow, storeMark, takeTurn } from '../ledger/audit-marks.ts';
import { stopPayouts } from '../ledger/payout-stops.ts';
import { lockLedger } from '../ledger/post.ts';
import { FOUND_AGAIN, verifyProject } from '../ledger/verify-project.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

/** Then others work first, and the next run goes on. */
const RUN_MILLISECONDS = 20 * SECOND;
const SLICES_OF_RUN = 8;

export const auditWorker: Worker = recurring({
  name: 'audit',
  everyMilliseconds: HOUR,
  leaseMilliseconds: MINUTE,
  async run(app) {
    const endAt = steadyNow() + RUN_MILLISECONDS;
    const failed = new Map<string, unknown>();
    await beginRound(app.db);
    for (let row = await takeTurn(app.db); row !== null; row = await takeTurn(app.db)) {
      if (failed.has(row.project_id)) {
        // All others had their turn since.
        await endSlices(app.db, [...failed.keys()]);
        throw failed.get(row.project_id);
      }
      try {
        await verifySlice(app, row);
      } catch (error) {
        failed.set(row.project_id, error);
      }
      if (steadyNow() > endAt) return true;
    }
    return false;
  },
});

/** What is found is stored before the mark is: should this end in between, it is found again. */
async function verifySlice(app: App, row: MarkRow): Promise<void> {
  const now = new Date(app.clock.now());
  const { project_id: projectId } = row;
  const requested = { projectId, mark: row.mark, now, slices: SLICES_OF_RUN };
  const { mark, findings, isAtHead } = await verifyProject(app.db.unhurried, requested);
  for (const finding of findings) await alarmFinding(app, finding, { isRaisedAgain: true });
  if (isAtHead) await endAlarms(app, projectId, findings);
  await storeMark(app.db, row, { mark, provenAt: isAtHead ? now : null });
}

/**
 * One of no project is about coins of the operator: an alarm alone. `isRaisedAgain`: the alarm also of what was found,
 * and looked at, before.
 */
export async function alarmFinding(
  app: App,
  finding: AuditFinding,
  { isRaisedAgain }: { isRaisedAgain: boolean },
): Promise<void> {
  const { project_id: projectId } = finding.facts;
  const subject = subjectOf(finding);
  await app.db.transaction(async (tx) => {
    if (projectId !== null) {
      await lockLedger(tx, projectId);
      const stop = { projectId, cause: 'broken_books', subject, facts: finding } as const;
      const isNew = await stopPayouts(tx, stop);
      if (!isNew && !isRaisedAgain) return;
    }
    await raiseAlarm(tx, { kind: 'audit', subject, facts: finding });
  });
}

/** Of a code and facts: no text for people is part of it. */
export function subjectOf({ invariant, facts }: AuditFinding): string {
  return `${invariant} ${JSON.stringify(facts)}`;
}

/**
 * Of what is right again, and would have been found if it were not. What was found in a row that is proven now stands
 * until a person clears it, or a proof of everything does not find it. The stop stays: a person has to see how it came
 * about.
 */
async function endAlarms(
  app: App,
  projectId: string,
  findings: readonly AuditFinding[],
): Promise<void> {
  await endAlarmsOfProject(app.db, {
    ...{ projectId, invariants: FOUND_AGAIN, found: findings.map(subjectOf) },
    now: new Date(app.clock.now()),
  });
}
