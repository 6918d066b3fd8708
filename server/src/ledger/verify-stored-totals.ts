// Compares stored sums of days and hours with the postings, because they are shown without being recomputed.
import type { Sql } from '../db/database.ts';
import { type AuditFinding, requestTogether } from './audit.ts';
import { STORED_TOTALS } from './invariants.ts';

/** Compares the sums of one project. */
export function verifyStoredTotals(sql: Sql, projectId: string): Promise<AuditFinding[]> {
  return requestTogether(sql, {
    ...{ invariants: STORED_TOTALS, where: 'q.project_id = $1', values: [projectId] },
  });
}
