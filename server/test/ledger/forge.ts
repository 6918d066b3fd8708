// Postings, entries and balances as `post` writes them, in one statement, but with what it is told.
import type { App } from '../../src/app.ts';
import { newId } from '../../src/core/ids.ts';
import type { Sql } from '../../src/db/database.ts';

export interface Forgery {
  readonly projectId: string;
  /** Of the posting; `EUR` unless said. */
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  /** Amounts of its entries on `from` and `to`; null: none. */
  readonly entries?: readonly (bigint | null)[];
  /** What the balances are changed by; as the entries unless said. */
  readonly balances?: readonly bigint[];
  /** The posting that the entries name, counted from the last: 1 is the new one. */
  readonly posting?: number;
  readonly hasPosting?: boolean;
}

const ACCOUNT = `(select number from ledger_accounts where project_id = $1 and kind || ' ' || currency = `;

/** One statement, as `post` writes it, but with what it is told. */
export async function forge(tx: Sql, app: App, forgery: Forgery): Promise<void> {
  const { projectId, currency = 'EUR', from = 'adjustments EUR', to = 'available EUR' } = forgery;
  const [taken, given] = forgery.entries ?? [-7n, 7n];
  const [less, more] = forgery.balances ?? [taken ?? 0n, given ?? 0n];
  const posted =
    forgery.hasPosting === false
      ? 'select 1'
      : `insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, from_account, to_account,
          currency, amount, created_at)
         select $1, last.seq + 1, 'Test', $2, 'forged', ${ACCOUNT} $3), ${ACCOUNT} $4), $5, 7, now() from last
         returning 1`;
  await tx.query(
    `with last as (select posting_seq as seq from ledgers where project_id = $1),
     sides as (
       select a.*, s.amount, s.change from (values ($3, $6::numeric, $8::numeric), ($4, $7::numeric, $9::numeric))
         as s(name, amount, change)
       join ledger_accounts a on a.project_id = $1 and a.kind || ' ' || a.currency = s.name
     ), posted as (${posted}), entered as (
       insert into ledger_entries (project_id, account, seq, posting_seq, amount, balance_after)
       select $1, s.number, s.entry_seq + 1, last.seq + $10, s.amount, s.balance + s.amount from sides s, last
       where s.amount is not null returning 1
     ), counted as (
       update ledgers set posting_seq = posting_seq + 1 where project_id = $1 and $2::uuid is not null
         and $5::text is not null returning 1
     )
     update ledger_accounts a set balance = a.balance + s.change,
       entry_seq = a.entry_seq + case when s.amount is null then 0 else 1 end
     from sides s where a.project_id = $1 and a.id = s.id`,
    [
      projectId,
      newId(app.clock, app.random),
      from,
      to,
      currency,
      taken?.toString() ?? null,
      given?.toString() ?? null,
      (less ?? 0n).toString(),
      (more ?? 0n).toString(),
      forgery.posting ?? 1,
    ],
  );
}
