// One approval of a whole batch: it counts for each of its withdrawals that a rule of the policy holds, as if the
// approver had approved each. The worker applies it in chunks. Withdrawals that wait for another reason (a similar
// address, a payment that may have been made already) are decided one by one.
import type { App } from '../app.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import { holdBack } from '../payouts/hold-back.ts';
import {
  type Approver,
  type ApproverCredential,
  approverById,
  findApprover,
} from '../policy/approvers.ts';
import { areOnePerson, isOwnRequest } from '../policy/one-person.ts';
import { approveLocked } from '../withdrawals/approve.ts';
import { lockWithdrawal } from '../withdrawals/store-withdrawals.ts';
import { notifyWorker } from '../workers/worker.ts';
import { type BatchRow, WORKER } from './batch.ts';
import { wrongStatus } from './create.ts';
import { addApproval, approversOf, findBatch, lockBatch } from './store-batches.ts';
import { noteApproved, rowsToApprove } from './store-rows.ts';

/** Each chunk holds the ledger lock of its project. */
const CHUNK = 32;

/** Errors: 404, 403 `wrong_code`, 422 `invalid_status`, `self_approval_forbidden`, `already_approved`. */
export function approveBatch(
  app: App,
  { projectId, id, ...credential }: { projectId: string; id: string } & ApproverCredential,
): Promise<BatchRow> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const batch = await lockBatch(tx, projectId, id);
    if (batch === null) throw notFound();
    const approver = await findApprover(tx, projectId, credential as ApproverCredential);
    if (batch.status !== 'sending') throw wrongStatus(batch.status);
    const requestedBy = [batch.created_by, batch.sent_by];
    if (await isOwnRequest(tx, projectId, { approver, requestedBy }))
      throw apiError('self_approval_forbidden');
    for (const other of await approversOf(tx, batch))
      if (other.id === approver.id || (await areOnePerson(tx, other, approver)))
        throw apiError('already_approved');
    await addApproval(tx, batch, approver.id);
    await notifyWorker(tx, WORKER);
    const approved = await findBatch(tx, projectId, id);
    if (approved === null) throw notFound();
    return approved;
  });
}

/** Returns the number of withdrawals that got the approvals they lacked. */
export async function applyApprovals(app: App, batch: BatchRow): Promise<number> {
  let applied = 0;
  for (;;) {
    const rows = await rowsToApprove(app.db, batch, CHUNK);
    if (rows.length === 0) return applied;
    await app.db.transaction((tx) => applyTo(tx, batch, rows));
    applied += rows.length;
  }
}

async function applyTo(
  tx: Tx,
  batch: BatchRow,
  rows: readonly {
    readonly n: number;
    readonly withdrawal_id: string;
    readonly approvals: number;
  }[],
): Promise<void> {
  await lockLedger(tx, batch.project_id);
  const approvers = await approversOf(tx, batch);
  for (const row of rows)
    for (const { id } of approvers.slice(row.approvals, batch.approvals)) {
      const approver = await approverById(tx, batch.project_id, id);
      if (approver !== null) await approveRow(tx, { batch, id: row.withdrawal_id, approver });
    }
  const withdrawalIds = rows.map((row) => row.withdrawal_id);
  await holdBack(tx, { projectId: batch.project_id, withdrawalIds });
  const ns = rows.map(({ n }) => n);
  await noteApproved(tx, batch, { ns, approvals: batch.approvals });
}

/** An approval that this withdrawal cannot count, such as one that the approver gave it before, changes nothing. */
async function approveRow(
  tx: Tx,
  { batch, id, approver }: { batch: BatchRow; id: string; approver: Approver },
): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, batch.project_id, id);
  if (withdrawal?.status !== 'on_hold') return;
  try {
    await approveLocked(tx, withdrawal, approver);
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
  }
}
