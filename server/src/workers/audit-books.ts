// Verifies the ledger of each project every hour: new postings and open items (ledger/verify-project.ts). Projects
// are verified round-robin, so that one with very many new postings does not delay the others for long. A finding
// opens an alert and pauses the payouts of its project until a person has reviewed it; nothing is repaired silently.
import type { App } from '../app.ts';
import { HOUR, MINUTE, SECOND, steadyNow } from '../core/clock.ts';
import { endAlertsOfProject, raiseAlert } from '../ledger/alerts.ts';
import type { AuditFinding } from '../ledger/audit.ts';
import {
  beginRound,
  claimMark,
  endSlices,
  type MarkRow,
  storeMark,
} from '../ledger/audit-marks.ts';
import { pausePayouts } from '../ledger/payout-pauses.ts';
import { lockLedger } from '../ledger/post.ts';
import { FOUND_AGAIN, verifyProject } from '../ledger/verify-project.ts';
import { recurring } from './schedule.ts';
import type { Worker } from './worker.ts';

/** After this time, other workers run, and the next run continues. */
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
    for (let row = await claimMark(app.db); row !== null; row = await claimMark(app.db)) {
      if (failed.has(row.project_id)) {
        // All other projects have had their turn since the failure.
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

/** Findings are stored before the mark: after a crash in between, the next run finds them again. */
async function verifySlice(app: App, row: MarkRow): Promise<void> {
  const now = new Date(app.clock.now());
  const { project_id: projectId } = row;
  const requested = { projectId, mark: row.mark, now, slices: SLICES_OF_RUN };
  const { mark, findings, isAtHead } = await verifyProject(app.db.unhurried, requested);
  for (const finding of findings) await alertFinding(app, finding, { isRaisedAgain: true });
  if (isAtHead) await endAlerts(app, projectId, findings);
  await storeMark(app.db, row, { mark, provenAt: isAtHead ? now : null });
}

/**
 * A finding without a project concerns the operator's coins and pauses nothing. `isRaisedAgain`: also reopens the
 * alert of a finding that was already reviewed.
 */
export async function alertFinding(
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
      const isNew = await pausePayouts(tx, stop);
      if (!isNew && !isRaisedAgain) return;
    }
    await raiseAlert(tx, { kind: 'audit_finding', subject, facts: finding });
  });
}

/** Only a code and its parameters, no text for people. */
export function subjectOf({ invariant, facts }: AuditFinding): string {
  return `${invariant} ${JSON.stringify(facts)}`;
}

/**
 * Resolves alerts only if this check would have found the problem again. The alert of a finding in a single row stays
 * open until a person resolves it, or until a full verification does not find it. Payouts stay paused, because a
 * person has to find the cause.
 */
async function endAlerts(
  app: App,
  projectId: string,
  findings: readonly AuditFinding[],
): Promise<void> {
  await endAlertsOfProject(app.db, {
    projectId,
    invariants: FOUND_AGAIN,
    found: findings.map(subjectOf),
    now: new Date(app.clock.now()),
  });
}
