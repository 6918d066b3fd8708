// Withdrawals as the operator sees them: of every project, found by their id alone. Used by the command line.
import type { Sql } from '../db/database.ts';
import { WITHDRAWAL_COLUMNS } from './store.ts';
import type { WithdrawalRow } from './withdrawal.ts';

/** The newest committed ones, of one project or one status when given. */
export function recentWithdrawals(
  sql: Sql,
  filter: { projectId: string | null; status: string | null; limit: number },
): Promise<WithdrawalRow[]> {
  return sql.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals
     where committed_at is not null and ($1::uuid is null or project_id = $1)
       and ($2::text is null or status = $2)
     order by id desc limit $3`,
    [filter.projectId, filter.status, filter.limit],
  );
}

/** Null when no project has it. */
export async function findWithdrawalOfAny(sql: Sql, id: string): Promise<WithdrawalRow | null> {
  const rows = await sql.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals where id = $1 order by project_id limit 1`,
    [id],
  );
  return rows[0] ?? null;
}
