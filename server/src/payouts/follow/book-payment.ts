// Posts money that leaves the ledger: the received amount, and the network fee that the merchant paid. The unique
// constraint on (reference, purpose) makes each posting happen once. book-costs.ts posts the cost on the chain.
import { assetCode } from '../../coins/coin.ts';
import type { Tx } from '../../db/tx.ts';
import { type Posting, post } from '../../ledger/post.ts';
import type { PaidWithdrawal } from '../store-transfers.ts';

const REVERSE = 'reverse:';

interface Payment {
  readonly coin: string;
  readonly withdrawal: PaidWithdrawal;
}

/** Purpose `sent`, then `sent:2` and so on after each reversal. The caller holds the project's ledger lock. */
export async function bookPayment(tx: Tx, { coin, withdrawal }: Payment): Promise<void> {
  const number = 1 + (await timesBooked(tx, withdrawal, `${REVERSE}sent`));
  await postPayment(tx, withdrawal, postingsOf({ coin, withdrawal }, number));
}

/** For a payment that is no longer on the chain. Purpose `reverse:sent`, then `reverse:sent:2` and so on. */
export async function reversePayment(tx: Tx, { coin, withdrawal }: Payment): Promise<void> {
  const number = await timesBooked(tx, withdrawal, 'sent');
  const reversed = postingsOf({ coin, withdrawal }, number).map((posting) => ({
    ...posting,
    purpose: `${REVERSE}${posting.purpose}`,
    from: posting.to,
    to: posting.from,
  }));
  await postPayment(tx, withdrawal, reversed);
}

async function timesBooked(tx: Tx, withdrawal: PaidWithdrawal, purpose: string): Promise<number> {
  const rows = await tx.query(
    `select 1 from ledger_postings
     where project_id = $1 and reference_id = $2 and (purpose = $3 or purpose like $3 || ':%')`,
    [withdrawal.project_id, withdrawal.id, purpose],
  );
  return rows.length;
}

function postingsOf({ coin, withdrawal }: Payment, number: number): Posting[] {
  const reference = {
    referenceType: 'CoinWithdrawal',
    referenceId: withdrawal.id,
    currency: assetCode(coin),
    from: 'withdrawals' as const,
  };
  const named = (purpose: string) => (number === 1 ? purpose : `${purpose}:${number}`);
  const { received_amount: received, network_fee: fee } = withdrawal;
  return [
    { ...reference, purpose: named('sent'), to: 'chain', amount: received },
    { ...reference, purpose: named('network_fee'), to: 'network_fees', amount: fee },
  ];
}

function postPayment(tx: Tx, { project_id }: PaidWithdrawal, postings: Posting[]): Promise<void> {
  return post(tx, project_id, {
    postings: postings.filter((posting) => posting.amount > 0n),
    now: tx.now,
  });
}
