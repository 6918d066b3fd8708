// Kept sums of days and hours, compared with the postings: they are shown without being added up again.
import type { Sql } from '../db/database.ts';
import { type AuditFinding, requestTogether } from './audit.ts';
import { KEPT_SUMS } from './invariants.ts';

/** Of one project. */
export function verifyKeptSums(sql: Sql, projectId: string): Promise<AuditFinding[]> {
  return requestTogether(sql, {
    ...{ invariants: KEPT_SUMS, where: 'q.project_id = $1', values: [projectId] },
  });
}
