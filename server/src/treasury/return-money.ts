// Takes back everything that was booked for a withdrawal, posting by posting in reverse, and its row in the
// merchant's list no longer counts. Once, by the unique constraint on (reference, purpose).
import type { App } from '../app.ts';
import type { Tx } from '../db/database.ts';
import type { AccountKind } from '../ledger/chart.ts';
import { type Posting, post } from '../ledger/post.ts';
import { changeTransactions, type TransactionChange } from '../transactions/record.ts';

interface Booked {
  readonly purpose: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  readonly amount: bigint;
}

/** The caller holds the ledger lock, and the proof that it was not paid. */
export async function returnMoney(
  tx: Tx,
  app: App,
  withdrawal: { projectId: string; id: string },
): Promise<void> {
  const { projectId, id } = withdrawal;
  const booked = await tx.query<Booked>(
    `select p.purpose, f.kind as "from", t.kind as "to", p.currency, p.amount
     from ledger_postings p
     join ledger_accounts f on f.project_id = p.project_id and f.id = p.from_account
     join ledger_accounts t on t.project_id = p.project_id and t.id = p.to_account
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
  await post(tx, projectId, { postings, now: new Date(app.clock.now()) });
  const rows = await tx.query<Omit<TransactionChange, 'isCounted' | 'status'>>(
    `select reference_id "referenceId", amount, fee, status_context "statusContext", risk,
       risk_level "riskLevel"
     from account_transactions where project_id = $1 and reference_id = $2 order by seq limit 1`,
    [projectId, id],
  );
  const changes = rows.map((row) => ({ ...row, isCounted: false, status: 'cancelled' }));
  await changeTransactions(tx, projectId, changes);
}
