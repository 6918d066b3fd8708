// Writes a posting and balances like `post`, in one statement, but with the given values.
import type { App } from '../../src/app.ts';
import { newId } from '../../src/core/ids.ts';
import type { Sql } from '../../src/db/database.ts';

export interface Forgery {
  readonly projectId: string;
  /** The currency of the posting; `EUR` by default. */
  readonly currency?: string;
  readonly from?: string;
  readonly to?: string;
  /** The changes of the balances of `from` and `to`; by default those of the entries. */
  readonly balances?: readonly [bigint, bigint];
  /** The increase of the accounts' entry counts; 1 by default. */
  readonly counted?: number;
  /** The number of the entries relative to the last of each account: 1 is the next one. */
  readonly entries?: readonly [number, number];
  /** The error in the balances after the entries. */
  readonly wrong?: readonly [bigint, bigint];
  /** The number of the posting relative to the last: 1 is the next one. */
  readonly posting?: number;
  /** Its date, as an interval from now. */
  readonly dated?: string;
}

/** Of the posting. */
const AMOUNT = 7n;

export async function forge(tx: Sql, app: App, forgery: Forgery): Promise<void> {
  const { projectId, currency = 'EUR', from = 'adjustments EUR', to = 'available EUR' } = forgery;
  const [less, more] = forgery.balances ?? [-AMOUNT, AMOUNT];
  const [taken, given] = forgery.entries ?? [1, 1];
  const [takenWrong, wrongCredit] = forgery.wrong ?? [0n, 0n];
  await tx.query(
    `with last as (select posting_seq as seq from ledgers where project_id = $1),
     sides as (
       select a.*, s.* from (
         values ($3, -1, $6::numeric, $8::int, $10::numeric), ($4, 1, $7::numeric, $9::int, $11::numeric)
       ) as s(name, sign, change, entry, wrong)
       join ledger_accounts a on a.project_id = $1 and a.kind || ' ' || a.currency = s.name
     ), entries as (
       select *, entry_seq + entry as number_after, balance + sign * ${AMOUNT} + wrong as balance_after from sides
     ), posted as (
       insert into ledger_postings (project_id, seq, reference_type, reference_id, purpose, currency, amount,
         created_at, from_account, from_seq, from_balance, to_account, to_seq, to_balance)
       select $1, last.seq + $12, 'Test', $2, 'forged', $5, ${AMOUNT}, now() + $14::interval, f.number, f.number_after, f.balance_after,
         t.number, t.number_after, t.balance_after
       from last, entries f, entries t where f.sign = -1 and t.sign = 1 returning 1
     ), counted as (
       update ledgers set posting_seq = posting_seq + 1 where project_id = $1 returning 1
     )
     update ledger_accounts a set balance = a.balance + s.change, entry_seq = a.entry_seq + $13
     from sides s where a.project_id = $1 and a.id = s.id`,
    [
      projectId,
      newId(app.clock, app.random),
      from,
      to,
      currency,
      less.toString(),
      more.toString(),
      taken,
      given,
      takenWrong.toString(),
      wrongCredit.toString(),
      forgery.posting ?? 1,
      forgery.counted ?? 1,
      forgery.dated ?? '0',
    ],
  );
}
