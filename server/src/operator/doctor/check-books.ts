// The doctor's check of the books: new postings and open objects of each project, from where the worker's audit ended.
// It changes nothing: the worker finds the same at its next run and then pauses payouts.
import type { App } from '../../app.ts';
import type { FindingDetail } from '../../contract/finding-details.ts';
import { SECOND, steadyNow } from '../../core/clock.ts';
import type { AuditFinding } from '../../ledger/audit.ts';
import { readMarks } from '../../ledger/audit-marks.ts';
import { latestWholeRun } from '../../ledger/audit-runs.ts';
import { findingText } from '../../ledger/finding-text.ts';
import { verifyProject } from '../../ledger/verify-project.ts';
import { timeOrNull } from '../present.ts';
import type { Finding } from './examine.ts';

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
  const found = findings.map(findingText);
  return {
    check: 'books',
    ...{ code: 'books', about: null },
    ok,
    text: ok ? `every invariant holds${await howFar(app, unproven)}` : found.join('; '),
    hint: ok ? null : 'payouts of the project are stopped: report it, this is a bug',
    detail: ok
      ? { code: 'ledger_ok', ...(await verifiedTo(app)), unproven }
      : brokenRules(findings),
  };
}

function brokenRules(findings: readonly AuditFinding[]): FindingDetail {
  const rules = findings.map(({ invariant, facts }) => ({
    ...{ invariant, project_id: facts.project_id },
  }));
  const byName = new Map(rules.map((rule) => [`${rule.invariant} ${rule.project_id}`, rule]));
  return { code: 'ledger_inconsistent', rules: [...byName.values()] };
}

async function verifiedTo(app: App): Promise<{ proven_at: string | null }> {
  const whole = await latestWholeRun(app.db);
  return { proven_at: timeOrNull(whole?.ended_at ?? null) };
}

async function howFar(app: App, unproven: number): Promise<string> {
  const whole = await latestWholeRun(app.db);
  const last = whole?.ended_at?.toISOString().slice(0, 16).replace('T', ' ');
  const verified =
    last === undefined
      ? '; what is over was not proven again since (chaintill audit)'
      : `; all was proven again by chaintill audit on ${last} UTC`;
  return unproven === 0
    ? verified
    : `; of ${unproven} projects not all that is new was looked at${verified}`;
}
