// What was decided about deposits that could not be credited by themselves: append-only, so that it can be
// told for ever who got money that was nobody's, and why.
import type { Sql } from '../db/database.ts';
import type { Tx } from '../db/tx.ts';

/** `returned_to_inbox`: it was sent back, and that was cancelled. */
export type Decision = 'credited' | 'attached' | 'sent_back' | 'released' | 'returned_to_inbox';

export interface DecisionRow {
  readonly decision: Decision;
  readonly project_id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly created_at: Date;
}

export async function writeDecision(
  tx: Tx,
  entry: { depositId: string; projectId: string; decision: Decision; facts: object },
): Promise<void> {
  await tx.query(
    `insert into deposit_decisions (deposit_id, project_id, decision, facts, created_at)
     values ($1, $2, $3, $4, $5)`,
    [entry.depositId, entry.projectId, entry.decision, JSON.stringify(entry.facts), tx.now],
  );
}

/** Oldest first. */
export function decisionsOf(sql: Sql, depositId: string): Promise<DecisionRow[]> {
  return sql.query<DecisionRow>(
    `select decision, project_id, facts, created_at from deposit_decisions
     where deposit_id = $1 order by seq limit 1000`,
    [depositId],
  );
}
