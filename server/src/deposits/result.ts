// The values of invoice and channel payments that follow from deposits. One statement per table.
import type { Tx } from '../db/tx.ts';
import { emit, type NewEvent } from '../events/emit.ts';
import { type Posting, post } from '../ledger/post.ts';
import { changeTransactions, type TransactionChange } from '../transactions/record.ts';
import { type DepositMark, markDeposits } from './deposit.ts';

export interface Result {
  readonly postings: readonly Posting[];
  readonly marks: readonly DepositMark[];
  readonly changes: readonly TransactionChange[];
  readonly events: readonly NewEvent[];
}

/** The caller holds the ledger lock. */
export async function storeResults(
  tx: Tx,
  projectId: string,
  outcomes: readonly Result[],
): Promise<void> {
  const { now } = tx;
  const postings = outcomes.flatMap((outcome) => outcome.postings);
  const changes = outcomes.flatMap((outcome) => outcome.changes);
  const marks = outcomes.flatMap((outcome) => outcome.marks);
  const events = outcomes.flatMap((outcome) => outcome.events);
  await Promise.all([
    post(tx, projectId, { postings, now }),
    changeTransactions(tx, projectId, { changes, now }),
    markDeposits(tx, marks, now),
    emit(tx, projectId, events),
  ]);
}
