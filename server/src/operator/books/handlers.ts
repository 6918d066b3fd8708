// The operator's view of the ledger: the stored audit results. No audit runs during the request.
import type { InvariantCode } from '../../contract/invariant-codes.ts';
import type { Sql } from '../../db/database.ts';
import { type AlertRow, pageOfAlerts } from '../../ledger/alerts.ts';
import { readVerified } from '../../ledger/audit-marks.ts';
import { latestRun } from '../../ledger/audit-runs.ts';
import type { HandlersOf } from '../operator.ts';
import { timeOf, timeOrNull } from '../present.ts';
import type { booksOperations } from './contract.ts';

const SHOWN = 100;

export const booksHandlers: HandlersOf<typeof booksOperations> = {
  async 'books.show'(app) {
    const verified = await readVerified(app.db, SHOWN + 1);
    const whole = await latestRun(app.db);
    const { rows, next } = await openAlerts(app.db);
    return {
      projects: verified.slice(0, SHOWN).map((row) => ({
        project_id: row.project_id,
        project: row.name,
        proven_at: timeOrNull(row.proven_at),
        is_due: row.is_due,
      })),
      has_more_projects: verified.length > SHOWN,
      whole: whole && {
        began_at: timeOf(whole.began_at),
        ended_at: timeOrNull(whole.ended_at),
        found: whole.findings.length,
      },
      found: rows.map(foundOf),
      has_more_found: next !== null,
    };
  },
};

function openAlerts(sql: Sql) {
  const span = { from: null, to: null };
  return pageOfAlerts(sql, {
    after: null,
    limit: SHOWN,
    withResolved: false,
    kind: 'audit_finding',
    span,
  });
}

/** Findings are described in ledger/audit.ts. */
function foundOf({ id, created_at: at, facts: alert }: AlertRow) {
  const { project_id: projectId, ...facts } = { ...(alert['facts'] as object) } as {
    readonly project_id?: string | null;
  };
  return {
    alert_id: id,
    found_at: timeOf(at),
    project_id: projectId ?? null,
    invariant: alert['invariant'] as InvariantCode,
    facts,
  };
}
