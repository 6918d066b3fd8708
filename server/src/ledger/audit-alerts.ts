// Alerts raised by a ledger audit. A later audit that does not find the problem again resolves them.
import type { InvariantCode } from '../contract/invariant-codes.ts';
import type { Sql } from '../db/database.ts';
import { notifyAlerts } from './alerts.ts';

/** For a project: resolves alerts of these invariants that were not found again. `found`: the subjects that were. */
export async function endAlertsOfProject(
  sql: Sql,
  {
    projectId,
    invariants,
    found,
    now,
  }: {
    projectId: string;
    invariants: readonly InvariantCode[];
    found: readonly string[];
    now: Date;
  },
): Promise<void> {
  const ended = await sql.query(
    `update alerts set resolved_at = $4
     where kind = 'audit_finding' and resolved_at is null and facts #>> '{facts,project_id}' = $1
       and facts ->> 'invariant' = any($2::text[]) and not (facts ->> 'subject' = any($3::text[]))
     returning 1`,
    [projectId, invariants, found, now],
  );
  if (ended.length > 0) await notifyAlerts(sql);
}

/** For all projects: resolves earlier alerts that were not found again. */
export async function endAlertsBefore(
  sql: Sql,
  { before, found, now }: { before: Date; found: readonly string[]; now: Date },
): Promise<void> {
  const ended = await sql.query(
    `update alerts set resolved_at = $3
     where kind = 'audit_finding' and resolved_at is null and created_at < $2 and not (facts ->> 'subject' = any($1::text[]))
     returning 1`,
    [found, before, now],
  );
  if (ended.length > 0) await notifyAlerts(sql);
}
