// A booked payment that comes back in another block with another amount: possible where a contract decides what a
// transaction pays. The books keep what was credited, and a person is told.
import type { IncomingPayment } from '../chains/chain.ts';
import type { Coin } from '../coins/coin.ts';
import { formatAmount } from '../core/money.ts';
import type { Tx } from '../db/tx.ts';
import { raiseAlarm } from '../ledger/alarms.ts';
import type { DepositRow } from './deposit.ts';

interface MatchedPayments {
  readonly coin: Coin;
  readonly matched: readonly { readonly payment: IncomingPayment & { readonly block: unknown } }[];
  /** The rows that the matchedPayments changed, as they are now. */
  readonly changed: readonly DepositRow[];
}

export async function flagChanged(
  tx: Tx,
  { coin, matched, changed }: MatchedPayments,
): Promise<void> {
  const booked = changed.filter((deposit) => deposit.booked_at !== null);
  for (const deposit of booked) {
    const seen = matched.find(({ payment }) => isOf(deposit, payment));
    if (seen === undefined || seen.payment.block === null) continue;
    if (seen.payment.amount === deposit.amount) continue;
    await raiseAlarm(tx, {
      kind: 'deposit_changed',
      subject: deposit.id,
      facts: {
        deposit_id: deposit.id,
        booked: formatAmount(deposit.amount, coin),
        now: formatAmount(seen.payment.amount, coin),
      },
    });
  }
}

function isOf(deposit: DepositRow, { txid, index, address }: IncomingPayment): boolean {
  return txid === deposit.txid && index === deposit.output_index && address === deposit.address;
}
