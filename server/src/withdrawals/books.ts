// The money of a withdrawal as postings (docs/architecture.md, "The books"): at commit the account is
// debited and the coin, with what the merchant paid for the network, waits in `withdrawals`. A deposit that is
// sent back comes from `deposits`: it never was the merchant's.
import { assetCode } from '../coins/coin.ts';
import type { Posting } from '../ledger/post.ts';
import type { WithdrawalRow } from './withdrawal.ts';

export function commitPostings(row: WithdrawalRow): Posting[] {
  const reference = { referenceType: 'CoinWithdrawal', referenceId: row.id };
  const charged = { ...reference, currency: row.charged_currency };
  const coin = { ...reference, currency: assetCode(row.received_currency) };
  const net = row.charged_amount - row.fee;
  const sent = row.received_amount + row.network_fee;
  const fee: Posting = {
    ...charged,
    purpose: 'fee',
    from: 'available',
    to: 'fees',
    amount: row.fee,
  };
  const source = row.deposit_id === null ? 'available' : 'deposits';
  const postings: Posting[] =
    row.rate === null
      ? [{ ...charged, purpose: 'charge', from: source, to: 'withdrawals', amount: net }, fee]
      : [
          { ...charged, purpose: 'charge', from: 'available', to: 'exchange', amount: net },
          fee,
          { ...coin, purpose: 'convert', from: 'exchange', to: 'withdrawals', amount: sent },
        ];
  return postings.filter((posting) => posting.amount > 0n);
}
