// A deposit whose way back was cancelled is unmatched money again, which the inbox's worker tells. Of a refund to an
// address the money stays in the merchant's account.
import { known } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { writeDecision } from '../deposits/journal.ts';
import { lockDeposit, markDeposits } from '../deposits/store.ts';
import { forgetTold } from '../deposits/unmatched.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal.ts';
import { listDeposit } from './list-deposit.ts';

/** The caller holds the ledger lock, and has returned the postings of one that was cancelled. */
export async function returnToInbox(tx: Tx, row: WithdrawalRow): Promise<void> {
  if (row.status === 'cancelled' && row.deposit_id !== null)
    await takeBack(tx, { row, depositId: row.deposit_id });
}

async function takeBack(
  tx: Tx,
  { row, depositId }: { row: WithdrawalRow; depositId: string },
): Promise<void> {
  const deposit = known(await lockDeposit(tx, depositId), 'what was sent back is a deposit');
  const { id, announced } = deposit;
  const mark = { id, announced, isBooked: true, isCredited: false, isUnmatched: true };
  await markDeposits(tx, [mark], tx.now);
  await forgetTold(tx, id);
  const listing = { deposit, projectId: row.project_id, status: 'on_hold' as const };
  await listDeposit(tx, { ...listing, description: 'it could not be sent back' });
  await writeDecision(tx, {
    depositId,
    projectId: row.project_id,
    decision: 'returned_to_inbox',
    facts: { withdrawal_id: row.id, reason: row.cancelled_for },
  });
}
