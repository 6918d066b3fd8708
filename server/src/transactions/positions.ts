// A project's position in each currency: its balance, the part held by open withdrawals, and the amounts in transit.
import type { Sql } from '../db/database.ts';

export interface Position {
  readonly currency: string;
  /** All in the currency's smallest unit. */
  readonly balance: bigint;
  readonly held: bigint;
  /** Received in blocks, but not credited yet. */
  readonly arriving: bigint;
  /** Debited, but not final on the chain yet. */
  readonly leaving: bigint;
}

export function readPositions(sql: Sql, projectId: string): Promise<Position[]> {
  return sql.query<Position>(
    `select a.currency, a.balance, a.held, coalesce(d.balance, 0) as arriving, coalesce(w.balance, 0) as leaving
     from ledger_accounts a
     left join ledger_accounts d
       on d.project_id = a.project_id and d.currency = a.currency and d.kind = 'deposits'
     left join ledger_accounts w
       on w.project_id = a.project_id and w.currency = a.currency and w.kind = 'withdrawals'
     where a.project_id = $1 and a.kind = 'available' order by a.currency limit 1000`,
    [projectId],
  );
}
