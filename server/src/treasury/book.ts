// How money that was sent leaves the books: what was received leaves `withdrawals` for the chain, what the
// merchant paid for the network becomes ours, and of that the chain takes its fee. Once per withdrawal, by
// the unique constraint on (reference, purpose).
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import { type Posting, post } from '../ledger/post.ts';
import type { PaidWithdrawal } from './store.ts';
import type { TransferRow } from './transfer.ts';

/** The caller holds the project's ledger lock. `fee` is its share of what the chain took, in the smallest unit. */
export async function bookPayment(
  tx: Tx,
  app: App,
  facts: { coin: string; withdrawal: PaidWithdrawal; fee: bigint },
): Promise<void> {
  const { coin, withdrawal, fee } = facts;
  const reference = {
    referenceType: 'CoinWithdrawal',
    referenceId: withdrawal.id,
    currency: coin,
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
    { ...reference, purpose: 'chain_fee', from: 'network_fees', to: 'chain', amount: fee },
  ];
  await post(tx, withdrawal.project_id, {
    postings: postings.filter((posting) => posting.amount > 0n),
    now: new Date(app.clock.now()),
  });
}

/**
 * What a transfer costs that moves nothing else: a sweep, or one that failed on the chain. The operator's own
 * coins are in nobody's books.
 */
export async function bookFee(
  tx: Tx,
  app: App,
  { transfer, fee }: { transfer: TransferRow; fee: bigint },
): Promise<void> {
  if (transfer.project_id === null || fee === 0n) return;
  const booked = await tx.query(
    `select 1 from ledger_postings where project_id = $1 and reference_id = $2 limit 1`,
    [transfer.project_id, transfer.id],
  );
  // Confirmed once before a reorganisation took it back.
  if (booked.length > 0) return;
  const posting: Posting = {
    referenceType: 'Transfer',
    referenceId: transfer.id,
    purpose: 'chain_fee',
    from: 'network_fees',
    to: 'chain',
    currency: transfer.coin,
    amount: fee,
  };
  await post(tx, transfer.project_id, { postings: [posting], now: new Date(app.clock.now()) });
  await noteBooked(tx, transfer, fee);
}

/** How much of a transfer's fee is in the books, for the audit. */
export async function noteBooked(tx: Tx, { coin, id }: TransferRow, fee: bigint): Promise<void> {
  await tx.query('update transfers set booked_fee = $3 where coin = $1 and id = $2', [
    coin,
    id,
    fee.toString(),
  ]);
}
