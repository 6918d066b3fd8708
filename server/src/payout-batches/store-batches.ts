// SQL of payout batches; that of their rows is in store-rows.ts.
import type { Sql } from '../db/database.ts';
import { type NewestPage, newestPage, type PageRequest } from '../db/newest-page.ts';
import type { Tx } from '../db/tx.ts';
import type { Approver } from '../policy/approvers.ts';
import { lateRows } from '../workers/pull-in.ts';
import { notifyWorker } from '../workers/worker.ts';
import { type BatchRow, type BatchStatus, LOOK_AGAIN, WORKER } from './batch.ts';
import type { FileRow } from './read-file.ts';

const COLUMNS = `project_id, id, status, name, row_count, created_by, created_by_name, sent_by, sent_by_name,
  created_at, sent_at, tried_at, ended_at, quote, wait_code, approvals`;

/** A lease of a batch that is worked on: another process takes it over when this one dies. */
const LEASE = 4 * LOOK_AGAIN;

export const lateBatches = lateRows({
  table: 'payout_batches',
  update: 'update payout_batches t set due_at = $1',
  key: ['project_id', 'id'],
  delayMax: LEASE,
});

export async function insertBatch(
  tx: Tx,
  batch: Pick<BatchRow, 'project_id' | 'id' | 'name' | 'created_by' | 'created_by_name'>,
  rows: readonly FileRow[],
): Promise<void> {
  const { project_id, id } = batch;
  await tx.query(
    `insert into payout_batches
       (project_id, id, status, name, row_count, created_by, created_by_name, created_at, due_at)
     values ($1, $2, 'checking', $3, $4, $5, $6, $7, $7)`,
    [project_id, id, batch.name, rows.length, batch.created_by, batch.created_by_name, tx.now],
  );
  await tx.query(
    `insert into payout_batch_rows (project_id, batch_id, n, line, status, request)
     select $1, $2, n, line, 'waiting', request
     from unnest($3::int[], $4::jsonb[]) with ordinality as t(line, request, n)`,
    [project_id, id, rows.map(({ line }) => line), rows.map((row) => JSON.stringify(row.request))],
  );
  await notifyWorker(tx, WORKER);
}

/** The one that is due longest, which no other process works on. */
export async function claimBatch(
  sql: Sql,
  now: number,
): Promise<(BatchRow & { status: 'checking' | 'sending' }) | null> {
  const rows = await sql.query<BatchRow & { status: 'checking' | 'sending' }>(
    `update payout_batches set due_at = $2 where (project_id, id) in (
       select project_id, id from payout_batches where due_at <= $1
       order by due_at, id limit 1 for update skip locked)
     returning ${COLUMNS}`,
    [new Date(now), new Date(now + LEASE)],
  );
  return rows[0] ?? null;
}

/** While its rows are taken, which may outlast the lease. An approval in the meantime is found when the run ends. */
export async function renewClaim(
  sql: Sql,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
  now: number,
): Promise<void> {
  await sql.query(
    `update payout_batches set due_at = $3
     where project_id = $1 and id = $2 and status = 'sending'`,
    [project_id, id, new Date(now + LEASE)],
  );
}

export async function findBatch(sql: Sql, projectId: string, id: string): Promise<BatchRow | null> {
  const rows = await sql.query<BatchRow>(
    `select ${COLUMNS} from payout_batches where project_id = $1 and id = $2`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

export async function lockBatch(tx: Tx, projectId: string, id: string): Promise<BatchRow | null> {
  const rows = await tx.query<BatchRow>(
    `select ${COLUMNS} from payout_batches where project_id = $1 and id = $2 order by id for update`,
    [projectId, id],
  );
  return rows[0] ?? null;
}

export function listBatches(
  sql: Sql,
  { projectId, status, ...page }: PageRequest & { projectId: string; status: string | null },
): Promise<NewestPage<BatchRow>> {
  return newestPage<BatchRow>(sql, {
    table: 'payout_batches',
    columns: COLUMNS,
    projectId,
    filters: [[status, (place) => `status = ${place}`]],
    ...page,
  });
}

/** With the columns that belong to the status. The caller holds the lock of the batch. */
export async function moveBatch(
  tx: Tx,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
  to: {
    readonly status: BatchStatus;
    readonly quote?: BatchRow['quote'];
    readonly sentBy?: { readonly key: string; readonly name: string };
  },
): Promise<void> {
  const { status, quote, sentBy } = to;
  const isOver = status === 'completed' || status === 'cancelled';
  await tx.query(
    `update payout_batches set status = $3, wait_code = null, quote = coalesce($4, quote),
       sent_by = coalesce($5, sent_by), sent_by_name = coalesce($6, sent_by_name),
       sent_at = coalesce(sent_at, $7), ended_at = $8, due_at = $9
     where project_id = $1 and id = $2`,
    [
      project_id,
      id,
      status,
      quote == null ? null : JSON.stringify(quote),
      sentBy?.key ?? null,
      sentBy?.name ?? null,
      sentBy === undefined ? null : tx.now,
      isOver ? tx.now : null,
      status === 'sending' ? tx.now : null,
    ],
  );
  if (status === 'sending') await notifyWorker(tx, WORKER);
}

/** Not when it was approved again since it was claimed: then it stays due. */
export async function lookAgain(
  sql: Sql,
  { project_id, id, approvals }: Pick<BatchRow, 'project_id' | 'id' | 'approvals'>,
  look: { readonly at: Date; readonly waitCode: string | null; readonly now: Date },
): Promise<void> {
  await sql.query(
    `update payout_batches set wait_code = $4, due_at = case when approvals = $5 then $3::timestamptz else $6::timestamptz end
     where project_id = $1 and id = $2 and due_at is not null`,
    [project_id, id, look.at, look.waitCode, approvals, look.now],
  );
}

/** Each row was tried once. */
export async function noteTaken(
  tx: Tx,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
): Promise<void> {
  await tx.query(
    'update payout_batches set tried_at = coalesce(tried_at, $3) where project_id = $1 and id = $2',
    [project_id, id, tx.now],
  );
}

/** In order. */
export async function approversOf(
  tx: Tx,
  { project_id, id }: Pick<BatchRow, 'project_id' | 'id'>,
): Promise<Pick<Approver, 'id' | 'name' | 'user_id'>[]> {
  return tx.query(
    `select a.id, a.name, a.user_id from payout_batch_approvals p
     join approvers a on a.project_id = p.project_id and a.id = p.approver_id
     where p.project_id = $1 and p.batch_id = $2 order by p.n`,
    [project_id, id],
  );
}

/** The caller holds the lock of the batch. */
export async function addApproval(
  tx: Tx,
  { project_id, id, approvals }: Pick<BatchRow, 'project_id' | 'id' | 'approvals'>,
  approverId: string,
): Promise<void> {
  await tx.query(
    `insert into payout_batch_approvals (project_id, batch_id, n, approver_id, created_at)
     values ($1, $2, $3, $4, $5)`,
    [project_id, id, approvals + 1, approverId, tx.now],
  );
  await tx.query(
    `update payout_batches set approvals = $3, due_at = $4 where project_id = $1 and id = $2`,
    [project_id, id, approvals + 1, tx.now],
  );
}
