// SQL of payouts: creating them and reading those that are due. Status moves are in move-payout.ts.
import type { Tx } from '../db/tx.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';

/** Creates payouts, due immediately, for withdrawals that were just committed or released from hold. */
export async function openPayouts(
  tx: Tx,
  withdrawals: readonly Pick<WithdrawalRow, 'project_id' | 'id' | 'received_currency'>[],
): Promise<void> {
  if (withdrawals.length === 0) return;
  await tx.query(
    `insert into payouts (project_id, withdrawal_id, coin, status, due_at)
     select project_id, withdrawal_id, coin, 'waiting', $4
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as t(project_id, withdrawal_id, coin)`,
    [
      withdrawals.map((row) => row.project_id),
      withdrawals.map((row) => row.id),
      withdrawals.map((row) => row.received_currency),
      tx.now,
    ],
  );
}

/** SQL: the payouts `p` of coin $1 that are due at $2, with their withdrawals `w`, longest waiting first. */
export const duePayouts = (limit: string) => `(
  select project_id, withdrawal_id, due_at, wait_reason, transfer_id from payouts o
  where coin = $1 and status = 'waiting' and due_at <= $2
  order by due_at, project_id, withdrawal_id limit ${limit}) p
  join coin_withdrawals w on w.project_id = p.project_id and w.id = p.withdrawal_id`;

/** SQL: the order of `duePayouts`. */
export const BY_DUE_TIME = 'p.due_at, p.project_id, p.withdrawal_id';
