// What is asked here of a project that is in another cell now: what its pages show here is of before, and whoever paid
// would wait in vain; what somebody decides about it here would be decided of nothing.
import { projectClosed } from '../core/errors.ts';
import { hasLeft } from '../db/closed-projects.ts';
import type { Sql } from '../db/database.ts';

/** Errors: 503 `service_unavailable`, until the proxy leads there. */
export async function refuseMoved(sql: Sql, projectId: string): Promise<void> {
  const moved = await sql.query(`select 1 from projects p where p.id = $1 and ${hasLeft('p.id')}`, [
    projectId,
  ]);
  if (moved.length > 0) throw projectClosed();
}
