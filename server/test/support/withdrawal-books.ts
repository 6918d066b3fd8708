// The ledger's view of one withdrawal: its holds, the postings on the paying account, and the amount in transit.
import { defined } from '../../src/core/assert.ts';
import type { World } from './world.ts';

export interface WithdrawalBooks {
  readonly status: string;
  /** Active holds of the withdrawal. */
  readonly holds: number;
  readonly charged: bigint;
  /** On the paying account, debits and credits; null without an entry. */
  readonly booked: bigint | null;
  /** In transit; zero once it is confirmed. */
  readonly left: bigint | null;
  readonly transfers: number;
}

export async function booksOf({ app }: World, id: string): Promise<WithdrawalBooks> {
  const entries = (account: string) => `(select sum(e.amount) from ledger_postings p
    join ledger_entries e on e.project_id = p.project_id and e.posting_seq = p.seq
    join ledger_accounts x on x.project_id = e.project_id and x.number = e.account
    where p.project_id = w.project_id and p.reference_id = w.id and ${account})`;
  const [row] = await app.db.query<WithdrawalBooks>(
    `select w.status, (select count(*)::int from ledger_holds h
         where h.project_id = w.project_id and h.reference_id = w.id) as holds, w.charged_amount as charged, ${entries(`x.kind = 'available'`)} as booked,
       ${entries(`x.kind = 'withdrawals'`)} as left,
       (select count(distinct t.transfer_id)::int from transfer_payments t
        where t.project_id = w.project_id and t.withdrawal_id = w.id) as transfers
     from coin_withdrawals w
     where w.id = $1`,
    [id],
  );
  return defined(row, 'a withdrawal');
}
