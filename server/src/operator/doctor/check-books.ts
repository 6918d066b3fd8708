// The doctor's check of the ledger: new postings and open objects of each project, from where the worker's audit ended.
// It changes nothing: the worker finds the same problems at its next run and then pauses payouts.
import type { App } from '../../app.ts';
import type { FindingDetail } from '../../contract/finding-details.ts';
import { SECOND, steadyNow } from '../../core/clock.ts';
import type { AuditFinding } from '../../ledger/audit.ts';
import { readMarks } from '../../ledger/audit-marks.ts';
import { latestWholeRun } from '../../ledger/audit-runs.ts';
import { verifyProject } from '../../ledger/verify-project.ts';
import { timeOrNull } from '../present.ts';
import type { Finding } from './finding.ts';

/** Projects that would exceed this time are left to the worker and only counted. */
const CHECK_MILLISECONDS = 20 * SECOND;
const SLICES = 50;

export async function checkBooks(app: App): Promise<Finding> {
  const endAt = steadyNow() + CHECK_MILLISECONDS;
  const findings: AuditFinding[] = [];
  let unproven = 0;
  for (const { project_id: projectId, mark } of await readMarks(app.db)) {
    if (steadyNow() > endAt) {
      unproven += 1;
      continue;
    }
    const requested = { projectId, mark, now: new Date(app.clock.now()), slices: SLICES };
    const slice = await verifyProject(app.db.unhurried, requested);
    findings.push(...slice.findings);
    if (!slice.isAtHead) unproven += 1;
  }
  const ok = findings.length === 0;
  const detail = ok
    ? ({ code: 'ledger_ok', ...(await verifiedTo(app)), unproven } as const)
    : brokenRules(findings);
  return { code: 'books', about: null, ok, detail };
}

function brokenRules(findings: readonly AuditFinding[]): FindingDetail {
  const rules = findings.map(({ invariant, facts }) => ({
    invariant,
    project_id: facts.project_id,
    facts,
  }));
  return { code: 'ledger_inconsistent', rules };
}

async function verifiedTo(app: App): Promise<{ proven_at: string | null }> {
  const whole = await latestWholeRun(app.db);
  return { proven_at: timeOrNull(whole?.ended_at ?? null) };
}
