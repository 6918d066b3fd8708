// Commits a withdrawal that the chain shows as paid although this database, an older one, never saw its commit. The
// policy's decision stays what it was: one that it holds waits for its approvals.
import type { Tx } from '../db/tx.ts';
import { endHoldsAcross } from '../ledger/hold.ts';
import { debitWithdrawals } from './debit.ts';
import { committedRow } from './decide-steps.ts';
import { lockWithdrawal, storeCommits } from './store.ts';
import type { WithdrawalStatus } from './withdrawal.ts';

/** How it stands afterwards; null when there is none. The caller holds the ledger lock. */
export async function commitFound(
  tx: Tx,
  { projectId, id }: { projectId: string; id: string },
): Promise<WithdrawalStatus | null> {
  const row = await lockWithdrawal(tx, projectId, id);
  if (row?.status !== 'new') return row?.status ?? null;
  const now = tx.now;
  const committed = committedRow(row, { now, commitKey: null });
  await storeCommits(tx, [committed]);
  await endHoldsAcross(tx, { references: [{ projectId, id }], status: 'posted', now });
  await debitWithdrawals(tx, { rows: [committed], now });
  return committed.status;
}
