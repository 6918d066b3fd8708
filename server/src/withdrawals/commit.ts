// Commits a withdrawal within 30 seconds of its creation: the hold becomes the debit, and the coin wallet may send it.
// It is committed once; the first request wins.
import type { App } from '../app.ts';
import type { Tx } from '../db/tx.ts';
import { endHoldsAcross } from '../ledger/hold.ts';
import type { Project } from '../projects/project.ts';
import { debitWithdrawals } from './debit.ts';
import { committedRow } from './decide-steps.ts';
import { lockWithdrawal, storeCommits } from './store-withdrawals.ts';
import { takeStep } from './take-step.ts';
import type { WithdrawalRow, WithdrawalStatus } from './withdrawal.ts';

/** Errors: 404, 409 `already_committed` or `commit_window_expired`. */
export function commitWithdrawal(
  app: App,
  caller: { project: Project; objectId: string; apiKey: string },
  id: string,
): Promise<WithdrawalRow> {
  const { project, objectId: commitKey, apiKey: committedBy } = caller;
  return takeStep(app, project.id, { kind: 'commit', id, commitKey, committedBy });
}

/**
 * Commits a withdrawal that the chain shows as paid although this older database never saw its commit. The policy's
 * decision still applies: a withdrawal that it holds waits for approvals. Returns the resulting row; null when there is
 * none. The caller holds the ledger lock.
 */
export async function commitFound(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<WithdrawalStatus | null> {
  const row = await lockWithdrawal(tx, projectId, id);
  if (row?.status !== 'new') return row?.status ?? null;
  const now = tx.now;
  const committed = committedRow(row, { now, commitKey: null, committedBy: null });
  await storeCommits(tx, [committed]);
  await endHoldsAcross(tx, { references: [{ projectId, id }], status: 'posted', now });
  await debitWithdrawals(tx, { rows: [committed], now });
  return committed.status;
}
