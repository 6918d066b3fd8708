// How money that was sent leaves the books: what was received leaves `withdrawals` for the chain, and what the merchant
// paid for the network becomes ours. Once per withdrawal, by the unique constraint on (reference, purpose). What the
// chain took is booked in book-costs.ts.
import { assetCode } from '../../coins/coin.ts';
import type { Tx } from '../../db/tx.ts';
import { type Posting, post } from '../../ledger/post.ts';
import type { PaidWithdrawal } from '../send/store.ts';

/** The caller holds the project's ledger lock. */
export async function bookPayment(
  tx: Tx,
  { coin, withdrawal }: { coin: string; withdrawal: PaidWithdrawal },
): Promise<void> {
  const reference = {
    referenceType: 'CoinWithdrawal',
    referenceId: withdrawal.id,
    currency: assetCode(coin),
  };
  const postings: Posting[] = [
    {
      ...reference,
      purpose: 'sent',
      from: 'withdrawals',
      to: 'chain',
      amount: withdrawal.received_amount,
    },
    {
      ...reference,
      purpose: 'network_fee',
      from: 'withdrawals',
      to: 'network_fees',
      amount: withdrawal.network_fee,
    },
  ];
  await post(tx, withdrawal.project_id, {
    postings: postings.filter((posting) => posting.amount > 0n),
    now: tx.now,
  });
}
