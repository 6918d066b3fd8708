// Reverses everything posted for a withdrawal. Earlier list rows stay, because a closed month must not change; the
// refund is a separate row. The unique constraint on (reference, purpose) ensures that it happens once.
import type { Tx } from '../../db/tx.ts';
import type { AccountKind } from '../../ledger/chart.ts';
import { type Posting, post } from '../../ledger/post.ts';
import { type NewTransaction, recordTransactions } from '../../transactions/record.ts';

const RETURNED = 'Returned: the withdrawal was cancelled';

interface Booked {
  readonly purpose: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  readonly amount: bigint;
}

/** The caller holds the ledger lock and has proof that the withdrawal was not paid. */
export async function returnMoney(
  tx: Tx,
  withdrawal: { projectId: string; id: string },
): Promise<void> {
  const { projectId, id } = withdrawal;
  const booked = await tx.query<Booked>(
    `select p.purpose, f.kind as "from", t.kind as "to", p.currency, p.amount
     from ledger_postings p
     join ledger_accounts f on f.project_id = p.project_id and f.number = p.from_account
     join ledger_accounts t on t.project_id = p.project_id and t.number = p.to_account
     where p.project_id = $1 and p.reference_id = $2 order by p.seq desc`,
    [projectId, id],
  );
  const postings = booked.map(
    (posting): Posting => ({
      ...posting,
      referenceType: 'CoinWithdrawal',
      referenceId: id,
      purpose: `return:${posting.purpose}`,
      from: posting.to,
      to: posting.from,
    }),
  );
  const now = tx.now;
  await post(tx, projectId, { postings, now });
  const rows = await tx.query<Omit<NewTransaction, 'nonce'>>(
    `select currency, reference_type "referenceType", reference_id "referenceId",
       -sum(amount) over () as amount, true as "isCounted", -sum(fee) over () as fee, fee_currency "feeCurrency",
       custom_id "customId", customer_id "customerId", $3 as description, 'cancelled' as status,
       null as "statusContext", risk, risk_level "riskLevel"
     from account_transactions
     where project_id = $1 and reference_id = $2 and booked_at is not null order by seq limit 1`,
    [projectId, id, RETURNED],
  );
  const returned = rows.map((row) => ({
    ...row,
    nonce: tx.instance.random.bytes(10).toString('hex'),
  }));
  await recordTransactions(tx, projectId, { rows: returned, now });
}
