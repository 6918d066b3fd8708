// SQL of coin withdrawals, except the moves in follow-payout.ts.
import type { Page } from '../contract/operation.ts';
import { assert } from '../core/assert.ts';
import { assertMove } from '../core/statuses.ts';
import { columnsOf } from '../db/columns.ts';
import type { Sql } from '../db/database.ts';
import { readPage } from '../db/read-page.ts';
import type { Tx } from '../db/tx.ts';
import { notQuarantined } from './payout-doubts.ts';
import { type WithdrawalRow, withdrawalStatuses } from './withdrawal.ts';

const NEW_COLUMNS = `project_id, id, custom_id, customer_id, status, address, tag, network,
  charged_amount, charged_currency, received_amount, received_currency, network_fee,
  network_fee_level, fee, rate, txid, risk, hold, cancel_code, cancelled_for, beneficiary,
  commit_key, created_at, committed_at, expires_at, seal, deposit_id, decision, api_key, value, value_currency,
  price_change_max, repriced, committed_by`;

/** For the table `coin_withdrawals`, without an alias. The wait reason of the payout is looked up on read. */
export const WITHDRAWAL_COLUMNS = `${NEW_COLUMNS}, case when status in ('pending', 'failed') then (
    select p.wait_reason from payouts p
    where p.project_id = coin_withdrawals.project_id and p.withdrawal_id = coin_withdrawals.id) end as wait_reason`;

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

/** By id or by reference. A withdrawal that was not committed in its window holds no reference. */
export async function findForSteps(
  tx: Tx,
  sought: readonly { projectId: string; id: string; customId: string | null }[],
): Promise<WithdrawalRow[]> {
  // Two searches with separate indexes: with `or`, the planner reads all withdrawals of the project.
  return tx.query<WithdrawalRow>(
    `with sought as materialized (
       select * from unnest($1::uuid[], $2::uuid[], $3::text[]) as t(of_project, of_id, reference)
     )
     select ${WITHDRAWAL_COLUMNS} from sought join coin_withdrawals on project_id = of_project and id = of_id
     union all
     select ${WITHDRAWAL_COLUMNS} from sought join coin_withdrawals
       on project_id = of_project and custom_id = reference
       and custom_id is not null and not (status = 'cancelled' and committed_at is null)
     limit $4`,
    [
      sought.map(({ projectId }) => projectId),
      sought.map(({ id }) => id),
      sought.map(({ customId }) => customId),
      2 * sought.length,
    ],
  );
}

/** The newest with this reference: one whose window expired may still exist. */
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

/** Newest first. A withdrawal that was never committed is a quote, not a payment, and is not listed. */
export function listWithdrawals(
  sql: Sql,
  projectId: string,
  { customerId, after, limit }: { customerId: string | null; after: string | null; limit: number },
): Promise<Page<WithdrawalRow>> {
  return readPage<WithdrawalRow>(sql, projectId, {
    table: 'coin_withdrawals',
    columns: WITHDRAWAL_COLUMNS,
    always: 'committed_at is not null',
    given: { customer_id: customerId },
    counted: 'coin_withdrawal',
    after,
    limit,
  });
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

export function lockWithdrawals(
  tx: Tx,
  withdrawals: readonly { readonly projectId: string; readonly id: string }[],
): Promise<WithdrawalRow[]> {
  return tx.query<WithdrawalRow>(
    `select ${WITHDRAWAL_COLUMNS} from coin_withdrawals
     where (project_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by project_id, id for update`,
    columnsOf(withdrawals, 'projectId', 'id'),
  );
}

/** Null when it is not on hold. */
export async function storeRelease(
  tx: Tx,
  { project_id: projectId, id }: WithdrawalRow,
): Promise<WithdrawalRow | null> {
  assertMove(withdrawalStatuses, { from: 'on_hold', to: 'pending' });
  const rows = await tx.query<WithdrawalRow>(
    `update coin_withdrawals set status = 'pending', hold = null
     where project_id = $1 and id = $2 and status = 'on_hold' returning ${WITHDRAWAL_COLUMNS}`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

export async function insertWithdrawals(tx: Tx, rows: readonly WithdrawalRow[]): Promise<void> {
  if (rows.length === 0) return;
  tx.instance.traces?.made(
    'withdrawal',
    rows.map(({ id }) => id),
  );
  await tx.query(
    `insert into coin_withdrawals (${NEW_COLUMNS})
     select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[],
       $8::text[], $9::numeric[], $10::text[], $11::numeric[], $12::text[], $13::numeric[], $14::text[],
       $15::numeric[], $16::text[], $17::text[], $18::jsonb[], $19::jsonb[], $20::text[], $21::text[], $22::jsonb[],
       $23::uuid[], $24::timestamptz[], $25::timestamptz[], $26::timestamptz[], $27::text[], $28::uuid[],
       $29::jsonb[], $30::text[], $31::numeric[], $32::text[], $33::text[], $34::jsonb[], $35::text[])`,
    [
      rows.map((row) => row.project_id),
      rows.map((row) => row.id),
      rows.map((row) => row.custom_id),
      rows.map((row) => row.customer_id),
      rows.map((row) => row.status),
      rows.map((row) => row.address),
      rows.map((row) => row.tag),
      rows.map((row) => row.network),
      rows.map((row) => row.charged_amount.toString()),
      rows.map((row) => row.charged_currency),
      rows.map((row) => row.received_amount.toString()),
      rows.map((row) => row.received_currency),
      rows.map((row) => row.network_fee.toString()),
      rows.map((row) => row.network_fee_level),
      rows.map((row) => row.fee.toString()),
      rows.map((row) => row.rate),
      rows.map((row) => row.txid),
      rows.map((row) => (row.risk === null ? null : JSON.stringify(row.risk))),
      rows.map((row) => (row.hold === null ? null : JSON.stringify(row.hold))),
      rows.map((row) => row.cancel_code),
      rows.map((row) => row.cancelled_for),
      rows.map((row) => (row.beneficiary === null ? null : JSON.stringify(row.beneficiary))),
      rows.map((row) => row.commit_key),
      rows.map((row) => row.created_at),
      rows.map((row) => row.committed_at),
      rows.map((row) => row.expires_at),
      rows.map((row) => row.seal),
      rows.map((row) => row.deposit_id),
      rows.map((row) => (row.decision === null ? null : JSON.stringify(row.decision))),
      rows.map((row) => row.api_key),
      rows.map((row) => row.value?.toString() ?? null),
      rows.map((row) => row.value_currency),
      rows.map((row) => row.price_change_max),
      rows.map((row) => (row.repriced === null ? null : JSON.stringify(row.repriced))),
      rows.map((row) => row.committed_by),
    ],
  );
}

/** Fails when one of them is not `new`. */
export async function storeCommits(tx: Tx, rows: readonly WithdrawalRow[]): Promise<void> {
  if (rows.length === 0) return;
  for (const { status } of rows) assertMove(withdrawalStatuses, { from: 'new', to: status });
  const moved = await tx.query(
    `update coin_withdrawals w
     set status = t.status, committed_at = t.committed_at, commit_key = t.commit_key,
       committed_by = t.committed_by, expires_at = null
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::uuid[], $6::text[])
       as t(project_id, id, status, committed_at, commit_key, committed_by)
     where w.project_id = t.project_id and w.id = t.id and w.status = 'new' returning 1`,
    [
      rows.map((row) => row.project_id),
      rows.map((row) => row.id),
      rows.map((row) => row.status),
      rows.map((row) => row.committed_at),
      rows.map((row) => row.commit_key),
      rows.map((row) => row.committed_by),
    ],
  );
  assert(moved.length === rows.length, 'a withdrawal to commit is not new');
}

/** Cancels the withdrawals that are still `new`; returns their ids. */
export async function expireWithdrawals(
  tx: Tx,
  projectId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<string[]> {
  assertMove(withdrawalStatuses, { from: 'new', to: 'cancelled' });
  const rows = await tx.query<{ id: string }>(
    `update coin_withdrawals set status = 'cancelled', expires_at = null
     where project_id = $1 and id = any($2::uuid[]) and status = 'new' and expires_at <= $3
       and ${notQuarantined('received_currency')} returning id`,
    [projectId, ids, now],
  );
  return rows.map((row) => row.id);
}
