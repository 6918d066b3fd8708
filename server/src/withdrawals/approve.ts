// Decisions about a withdrawal on hold: approvals by different approvers, until the number that the rule requires is
// reached and it is released; or a rejection by one approver, which refunds it. Each decision is written to the policy
// journal in the transaction that applies it.
import type { App } from '../app.ts';
import { apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { lockLedger } from '../ledger/post.ts';
import {
  type ApprovedBy,
  type Approver,
  type ApproverCredential,
  approvalsOf,
  findApprover,
} from '../policy/approvers.ts';
import { areOnePerson, isOwnRequest, PERSON } from '../policy/one-person.ts';
import { writePolicyJournal } from '../policy/policy-journal.ts';
import { invalidStatus, releaseLocked } from './follow.ts';
import { type CancelReason, cancelColumns, cancelFacts } from './reasons.ts';
import { lockWithdrawal } from './store-withdrawals.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export type ApproverClaim = ApproverCredential & {
  readonly projectId: string;
  readonly id: string;
};

export interface Approval {
  /** Pending when it was the last approval needed. */
  readonly row: WithdrawalRow;
  readonly given: number;
  readonly needed: number;
}

/** Errors: 404, 403 `wrong_code`, 422 `invalid_status`, `self_approval_forbidden`, `already_approved`. */
export function approveWithdrawal(app: App, claim: ApproverClaim): Promise<Approval> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, claim.projectId);
    const { row, approver } = await lockForApprover(tx, claim);
    return approveLocked(tx, row, approver);
  });
}

/** The caller holds the ledger lock and the lock of the row, which is on hold. Errors: see `approveWithdrawal`. */
export async function approveLocked(
  tx: Tx,
  row: WithdrawalRow,
  approver: Approver,
): Promise<Approval> {
  const requestedBy = [row.api_key, row.committed_by, ...(await proposersOf(tx, row))];
  if (await isOwnRequest(tx, row.project_id, { approver, requestedBy }))
    throw apiError('self_approval_forbidden');
  const before = await approvalsOf(tx, row.project_id, row.id);
  // A withdrawal that only waits for the operator is released by any approver.
  const needed = Math.max(1, row.decision?.approvals ?? 0);
  const isRepeated = await hasApproved(tx, before, approver);
  if (isRepeated && before.length < needed) throw apiError('already_approved');
  const given = before.length + (isRepeated ? 0 : 1);
  const entry = { projectId: row.project_id, withdrawalId: row.id, approverId: approver.id };
  // Its price was above the limit, and the caller crashed before canceling it. A repeated request releases or cancels
  // it.
  if (!isRepeated)
    await writePolicyJournal(tx, [{ ...entry, step: 'approved', facts: { given, needed } }]);
  return { row: given < needed ? row : await releaseLocked(tx, row), given, needed };
}

/** People who prepared the refund (proposals/decide.ts): they chose its destination. */
async function proposersOf(tx: Tx, { project_id, id }: WithdrawalRow): Promise<string[]> {
  const rows = await tx.query<{ proposed_by: string | null }>(
    'select proposed_by from proposals where project_id = $1 and withdrawal_id = $2',
    [project_id, id],
  );
  return rows.flatMap(({ proposed_by: by }) => (by === null ? [] : [PERSON + by]));
}

/** Runs in the transaction that cancels the withdrawal (payouts/recover/cancel.ts). Errors: see `approveWithdrawal`. */
export async function refuseOnHold(
  tx: Tx,
  { claim, reason }: { claim: ApproverClaim; reason: string },
): Promise<void> {
  const { row, approver } = await lockForApprover(tx, claim);
  const entry = { projectId: row.project_id, withdrawalId: row.id, approverId: approver.id };
  await writePolicyJournal(tx, [{ ...entry, step: 'refused', facts: { reason } }]);
}

/** In the same way as an approver's rejection. */
export async function noteRefusal(
  tx: Tx,
  { row, reason }: { row: WithdrawalRow; reason: CancelReason },
): Promise<void> {
  const found = await lockWithdrawal(tx, row.project_id, row.id);
  if (found?.status !== 'on_hold') return;
  const entry = { projectId: row.project_id, withdrawalId: row.id };
  const facts = cancelFacts(cancelColumns(reason));
  await writePolicyJournal(tx, [{ ...entry, step: 'refused', facts }]);
}

/** The caller holds the ledger lock. */
async function lockForApprover(
  tx: Tx,
  claim: ApproverClaim,
): Promise<{ row: WithdrawalRow; approver: Approver }> {
  const row = await lockWithdrawal(tx, claim.projectId, claim.id);
  if (row === null) throw notFound();
  const approver = await findApprover(tx, row.project_id, claim);
  if (row.status !== 'on_hold') throw invalidStatus(row.status);
  return { row, approver };
}

/** Also true when an account that the approver could be behind has approved. */
async function hasApproved(
  tx: Tx,
  before: readonly ApprovedBy[],
  approver: Approver,
): Promise<boolean> {
  for (const other of before)
    if (other.id === approver.id || (await areOnePerson(tx, other, approver))) return true;
  return false;
}
