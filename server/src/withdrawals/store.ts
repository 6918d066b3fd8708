// SQL of coin withdrawals: reading, listing, inserting, and the one update of a status.
import type { Page } from '../contract/operation.ts';
import { assertMove } from '../core/statuses.ts';
import type { Sql, Tx } from '../db/database.ts';
import { checkCursor } from '../db/known-cursor.ts';
import { type WithdrawalRow, type WithdrawalStatus, withdrawalStatuses } from './withdrawal.ts';

export const WITHDRAWAL_COLUMNS = `project_id, id, custom_id, customer_id, status, address, tag, network,
  charged_amount, charged_currency, received_amount, received_currency, network_fee,
  network_fee_level, fee, rate, txid, risk, hold_reason, failure, beneficiary, transfer_id,
  commit_key, created_at, committed_at, due_at`;

export async function findWithdrawal(
  sql: Sql,
  projectId: string,
  id: string,
): Promise<WithdrawalRow | null> {
  const rows = await sql.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

/** The newest with this reference: one whose window ran out may stand beside its successor. */
export async function findWithdrawalByCustomId(
  sql: Sql,
  projectId: string,
  customId: string,
): Promise<WithdrawalRow | null> {
  const rows = await sql.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals where project_id = $1 and custom_id = $2
     order by id desc limit 1`,
    [projectId, customId],
  );
  return rows[0] ?? null;
}

/** Newest first. What was never committed is a quote, not a payment, and is not listed. */
export async function listWithdrawals(
  sql: Sql,
  projectId: string,
  filter: { customerId: string | null; after: string | null; limit: number },
): Promise<Page<WithdrawalRow>> {
  await checkCursor(sql, { table: 'coin_withdrawals', projectId, after: filter.after });
  const where =
    'project_id = $1 and committed_at is not null and ($2::text is null or customer_id = $2)';
  const [rows, total] = await Promise.all([
    sql.query<WithdrawalRow>(
      `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals where ${where} and ($3::uuid is null or id < $3)
       order by id desc limit $4`,
      [projectId, filter.customerId, filter.after, filter.limit + 1],
    ),
    filter.customerId === null
      ? sql.query<{ n: number }>(
          `select coalesce(sum(n), 0)::bigint as n from object_counts
           where project_id = $1 and object_type = 'coin_withdrawal'`,
          [projectId],
        )
      : sql.query<{ n: number }>(`select count(*) as n from coin_withdrawals where ${where}`, [
          projectId,
          filter.customerId,
        ]),
  ]);
  return {
    rows: rows.slice(0, filter.limit),
    total: total[0]?.n ?? 0,
    hasMore: rows.length > filter.limit,
  };
}

export async function lockWithdrawal(
  tx: Tx,
  projectId: string,
  id: string,
): Promise<WithdrawalRow | null> {
  const rows = await tx.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals where project_id = $1 and id = $2 order by id for update`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

/** The fields that change with a status. */
export interface WithdrawalMove {
  readonly from: WithdrawalStatus;
  readonly to: WithdrawalStatus;
  readonly changes: Partial<
    Pick<
      WithdrawalRow,
      'txid' | 'hold_reason' | 'failure' | 'transfer_id' | 'commit_key' | 'committed_at' | 'due_at'
    >
  >;
}

/** The one update of a status; it names the status it expects. Null when the row is in another one. */
export async function moveWithdrawal(
  tx: Tx,
  row: WithdrawalRow,
  move: WithdrawalMove,
): Promise<WithdrawalRow | null> {
  assertMove(withdrawalStatuses, move);
  const after = { ...row, ...move.changes, status: move.to };
  const rows = await tx.query<WithdrawalRow>(
    `update coin_withdrawals set status = $4, txid = $5, hold_reason = $6, failure = $7, transfer_id = $8,
       commit_key = $9, committed_at = $10, due_at = $11
     where project_id = $1 and id = $2 and status = $3 returning ${WITHDRAWAL_COLUMNS}`,
    [
      row.project_id,
      row.id,
      move.from,
      after.status,
      after.txid,
      after.hold_reason,
      after.failure,
      after.transfer_id,
      after.commit_key,
      after.committed_at,
      after.due_at,
    ],
  );
  return rows[0] ?? null;
}

export async function insertWithdrawal(tx: Tx, row: WithdrawalRow): Promise<void> {
  await tx.query(
    `insert into coin_withdrawals (${WITHDRAWAL_COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
       $21, $22, $23, $24, $25, $26)`,
    [
      row.project_id,
      row.id,
      row.custom_id,
      row.customer_id,
      row.status,
      row.address,
      row.tag,
      row.network,
      row.charged_amount.toString(),
      row.charged_currency,
      row.received_amount.toString(),
      row.received_currency,
      row.network_fee.toString(),
      row.network_fee_level,
      row.fee.toString(),
      row.rate,
      row.txid,
      row.risk === null ? null : JSON.stringify(row.risk),
      row.hold_reason,
      row.failure,
      row.beneficiary === null ? null : JSON.stringify(row.beneficiary),
      row.transfer_id,
      row.commit_key,
      row.created_at,
      row.committed_at,
      row.due_at,
    ],
  );
}
