// The effects of a withdrawal's status change. Also releases a withdrawal on hold.
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import { type AppError, apiError, notFound } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/tx.ts';
import { emitAcross, type ProjectEvent } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import { rememberPaid } from '../policy/destinations.ts';
import { writePolicyJournal } from '../policy/policy-journal.ts';
import { ruleCodeOf } from '../policy/rule-codes.ts';
import type { Project } from '../projects/project.ts';
import { changeTransactions } from '../transactions/record.ts';
import { notifyWorker } from '../workers/worker.ts';
import { presentWithdrawal } from './present.ts';
import { repriceLate } from './reprice.ts';
import { lockWithdrawal, lockWithdrawals, storeRelease } from './store-withdrawals.ts';
import {
  listedAmount,
  senderName,
  type WithdrawalRow,
  type WithdrawalStatus,
} from './withdrawal.ts';

/** The statuses were just stored. The caller holds the ledger locks. */
async function announce(tx: Tx, rows: readonly WithdrawalRow[]): Promise<void> {
  for (const [projectId, own] of groupBy(rows, (row) => row.project_id))
    await changeTransactions(tx, projectId, { changes: own.map(listChange), now: tx.now });
  const events = rows.map((row): ProjectEvent => {
    const data = presentWithdrawal(tx.instance, row);
    const about = { type: 'CoinWithdrawal', event: 'status_changed', objectId: row.id } as const;
    return { projectId: row.project_id, ...about, data };
  });
  await emitAcross(tx, events);
}

function listChange(row: WithdrawalRow) {
  return {
    referenceId: row.id,
    ...listedAmount(row),
    status: row.status,
    statusContext: null,
    risk: row.risk,
    riskLevel: row.risk?.level ?? null,
  };
}

export async function announceMoved(
  tx: Tx,
  withdrawals: readonly { readonly projectId: string; readonly id: string }[],
): Promise<WithdrawalRow[]> {
  const rows = await lockWithdrawals(tx, withdrawals);
  assert(rows.length === withdrawals.length, 'a moved withdrawal exists');
  await announce(tx, rows);
  const paid = rows.filter(({ status }) => status === 'completed');
  await rememberPaid(
    tx,
    paid.map(({ project_id: projectId, received_currency: coin, address, tag }) => {
      return { projectId, coin, address, tag };
    }),
  );
  return rows;
}

/** For the operator. Errors: 404, 422 `invalid_status`, `approvals_missing` (approve.ts). */
export function releaseWithdrawal(
  app: App,
  project: Pick<Project, 'id'>,
  id: string,
): Promise<WithdrawalRow> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const row = await lockWithdrawal(tx, project.id, id);
    if (row === null) throw notFound();
    if (row.status !== 'on_hold') throw invalidStatus(row.status);
    if ((row.decision?.approvals ?? 0) > 0) throw approvalsMissing(row);
    return releaseLocked(tx, row);
  });
}

/**
 * Uses a new price when the old one has expired. The withdrawal stays on hold when the new price exceeds the creator's
 * limit; the caller then cancels it. The caller holds the ledger lock and the lock of the row, which is on hold.
 */
export async function releaseLocked(tx: Tx, held: WithdrawalRow): Promise<WithdrawalRow> {
  const row = await repriceLate(tx, held);
  if (row === null) return held;
  const moved = await storeRelease(tx, row);
  if (moved === null) throw invalidStatus(row.status);
  const facts = { ...ruleFacts(row), ...(row.repriced && { was: row.repriced }) };
  const entry = { projectId: row.project_id, step: 'released' as const, withdrawalId: row.id };
  await writePolicyJournal(tx, [{ ...entry, facts }]);
  await tx.instance.reactions.withdrawalsToSend(tx, [moved]);
  await announce(tx, [moved]);
  await notifyWorker(tx, senderName(moved.received_currency));
  return moved;
}

/** A built-in rule of the service is identified by its code. */
function ruleFacts({ decision }: WithdrawalRow) {
  const rule_code = decision === null ? null : ruleCodeOf(decision);
  return rule_code === null ? { rule: decision?.rule ?? null } : { rule_code };
}

function approvalsMissing(row: WithdrawalRow): AppError {
  return apiError('approvals_missing', {
    rule: row.decision?.rule ?? '',
    approvals: row.decision?.approvals ?? 0,
  });
}

export function invalidStatus(status: WithdrawalStatus): AppError {
  return apiError('invalid_status.withdrawal', { status });
}
