// Posts money that leaves the ledger: the received amount, and the network fee that the merchant paid. The unique
// constraint on (reference, purpose) makes each posting happen once. book-costs.ts posts the cost on the chain.
import { assetCode } from '../../coins/coin.ts';
import { columnsOf } from '../../db/columns.ts';
import type { Tx } from '../../db/tx.ts';
import { type ProjectPosting, postAcross } from '../../ledger/post.ts';
import type { PaidWithdrawal } from '../store-transfers.ts';

const REVERSE = 'reverse:';

interface Payment {
  readonly coin: string;
  readonly withdrawal: PaidWithdrawal;
}

/** Postings of one statement. A transaction can pay thousands of withdrawals. */
const AT_ONCE = 500;

/** Purpose `sent`, then `sent:2` and so on after each reversal. The caller holds the ledger locks. */
export async function bookPayments(
  tx: Tx,
  { coin, withdrawals }: { coin: string; withdrawals: readonly PaidWithdrawal[] },
): Promise<void> {
  const reversed = await timesBooked(tx, withdrawals, `${REVERSE}sent`);
  const postings = withdrawals.flatMap((withdrawal) =>
    postingsOf({ coin, withdrawal }, 1 + (reversed.get(withdrawal.id) ?? 0)),
  );
  for (let at = 0; at < postings.length; at += AT_ONCE)
    await postPayments(tx, postings.slice(at, at + AT_ONCE));
}

/** For a payment that is no longer on the chain. Purpose `reverse:sent`, then `reverse:sent:2` and so on. */
export async function reversePayment(tx: Tx, { coin, withdrawal }: Payment): Promise<void> {
  const number = (await timesBooked(tx, [withdrawal], 'sent')).get(withdrawal.id) ?? 0;
  const reversed = postingsOf({ coin, withdrawal }, number).map((posting) => ({
    ...posting,
    purpose: `${REVERSE}${posting.purpose}`,
    from: posting.to,
    to: posting.from,
  }));
  await postPayments(tx, reversed);
}

/** By the withdrawal's id; absent for none. */
async function timesBooked(
  tx: Tx,
  withdrawals: readonly PaidWithdrawal[],
  purpose: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: string; times: number }>(
    `select t.id, count(*)::int as times from unnest($1::uuid[], $2::uuid[]) as t(project_id, id)
     join ledger_postings p on p.project_id = t.project_id and p.reference_id = t.id
     where p.purpose = $3 or p.purpose like $3 || ':%' group by t.id`,
    [...columnsOf(withdrawals, 'project_id', 'id'), purpose],
  );
  return new Map(rows.map(({ id, times }) => [id, times]));
}

function postingsOf({ coin, withdrawal }: Payment, number: number): ProjectPosting[] {
  const reference = {
    projectId: withdrawal.project_id,
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

function postPayments(tx: Tx, postings: readonly ProjectPosting[]): Promise<void> {
  return postAcross(tx, {
    postings: postings.filter((posting) => posting.amount > 0n),
    now: tx.now,
  });
}
