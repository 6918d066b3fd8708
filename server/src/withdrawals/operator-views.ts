// Withdrawals as the operator sees them: of every project, found by their id alone, and with all that is known of why
// they are not sent.
import type { Sql } from '../db/database.ts';
import { WITHDRAWAL_COLUMNS } from './store.ts';
import type { WaitReason } from './wait-reasons.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export interface OperatorRow extends WithdrawalRow {
  /** Of its payout, also when it is completed and sent once more. */
  readonly payout_waits: WaitReason | null;
  readonly payout_said: string | null;
}

const SELECT = `select ${WITHDRAWAL_COLUMNS}, payout_waits, payout_said from coin_withdrawals
  left join lateral (select wait_reason as payout_waits, said as payout_said from payouts p
    where p.project_id = coin_withdrawals.project_id and p.withdrawal_id = coin_withdrawals.id) p on true`;

/** The newest committed ones, of one project or one status when given. */
export function recentWithdrawals(
  sql: Sql,
  filter: { projectId: string | null; status: string | null; limit: number },
): Promise<OperatorRow[]> {
  return sql.query<OperatorRow>(
    `${SELECT}
     where committed_at is not null and ($1::uuid is null or project_id = $1)
       and ($2::text is null or status = $2)
     order by id desc limit $3`,
    [filter.projectId, filter.status, filter.limit],
  );
}

/** Null when no project has it. */
export async function findWithdrawalOfAny(sql: Sql, id: string): Promise<OperatorRow | null> {
  const rows = await sql.query<OperatorRow>(`${SELECT} where id = $1 order by project_id limit 1`, [
    id,
  ]);
  return rows[0] ?? null;
}
