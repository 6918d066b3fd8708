// Credits unmatched money to the project's account of the coin, without a fee, as a CoinDeposit.
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { receivedPosting } from '../deposits/book.ts';
import type { DepositRow } from '../deposits/deposit.ts';
import { writeDecision } from '../deposits/journal.ts';
import { markDeposits } from '../deposits/store.ts';
import { type Posting, post } from '../ledger/post.ts';
import { listDeposit } from './list-deposit.ts';
import { tellOfCoinDeposits } from './tell.ts';
import { adopt, lockUnmatched } from './unmatched.ts';

interface CreditWish {
  readonly depositId: string;
  readonly projectId: string;
  /** Shown to the merchant as the description. */
  readonly reason: string;
  /** Id of the request that asks, by which its repetition is known. */
  readonly request?: string;
}

/**
 * What belongs to a project can be credited to that one only. Errors: 404, 422 `invalid_status` while it is not
 * confirmed and assessed, or when it is no longer unmatched.
 */
export function creditUnmatched(app: App, wish: CreditWish): Promise<DepositRow> {
  return app.db.transaction(async (tx) => {
    const deposit = await lockUnmatched(tx, { ...wish, request: wish.request });
    await credit(tx, app, { deposit, wish });
    return deposit;
  });
}

async function credit(
  tx: Tx,
  app: App,
  { deposit, wish }: { deposit: DepositRow; wish: CreditWish },
): Promise<void> {
  const { projectId, reason } = wish;
  const now = new Date(app.clock.now());
  const { id, announced } = deposit;
  const credited: Posting = {
    referenceType: 'CoinDeposit',
    referenceId: id,
    purpose: 'credit',
    from: 'deposits',
    to: 'available',
    currency: deposit.coin,
    amount: deposit.amount,
  };
  const postings = deposit.booked_at === null ? [receivedPosting(deposit), credited] : [credited];
  await adopt(tx, deposit, projectId);
  await post(tx, projectId, { postings, now });
  const mark = { id, announced, isBooked: true, isCredited: true, isUnmatched: false };
  await markDeposits(tx, [mark], now);
  await listDeposit(tx, app, { deposit, projectId, status: 'completed', description: reason });
  await writeDecision(tx, app, {
    depositId: id,
    projectId,
    decision: 'credited',
    facts: { reason, request: wish.request },
  });
  await tellOfCoinDeposits(tx, app, { projectId, ids: [id] });
}
