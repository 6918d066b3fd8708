// Postings of a deposit: from `outside` to the project's `deposits` account when it is confirmed and assessed, and back
// when a reorganization removes it. If it was credited by then, the operator bears the loss until the deposit returns
// to the chain.
import { assetCode } from '../coins/coin.ts';
import type { Posting } from '../ledger/post.ts';
import type { DepositRow } from './deposit.ts';

/** The deposit is not yet credited to any account. */
export function receivedPosting(deposit: DepositRow): Posting {
  return posting(deposit, { verb: 'received', from: 'chain', to: 'deposits' });
}

/** The deposit left the chain permanently. */
export function reversedPosting(deposit: DepositRow): Posting {
  const from = deposit.credited_at === null ? 'deposits' : 'losses';
  return posting(deposit, { verb: 'reversed', from, to: 'chain' });
}

/** A reversed deposit that was credited has returned to the chain. */
export function restoredPosting(deposit: DepositRow): Posting {
  return posting(deposit, { verb: 'restored', from: 'chain', to: 'losses' });
}

/** Numbered, because a deposit can leave and return more than once. */
function posting(
  deposit: DepositRow,
  move: { verb: string; from: Posting['from']; to: Posting['to'] },
): Posting {
  const number = deposit.postings + 1;
  return {
    referenceType: 'Deposit',
    referenceId: deposit.id,
    purpose: number === 1 ? move.verb : `${move.verb}:${number}`,
    from: move.from,
    to: move.to,
    currency: assetCode(deposit.coin),
    amount: deposit.amount,
  };
}
