// The books of a project in another cell: its accounts come empty, and each chunk of postings moves them to what they
// held then, in one statement, as whoever books does (ledger/post.ts). So the database proves each entry by the one
// before it, however long the books are.
import type { Tx } from '../db/tx.ts';
import { ACCOUNTS, POSTINGS } from './copied-tables.ts';
import { arrayOf, compare, given, insertion } from './store-rows.ts';

/** As they are stored before anything was booked. */
const EMPTY = `'{"balance": 0, "held": 0, "entry_seq": 0}'::jsonb`;

export async function storeEmptyAccounts(tx: Tx, rows: readonly string[]): Promise<void> {
  const columns = 'project_id, id, kind, currency, balance, held, entry_seq';
  await tx.query(
    `insert into ${ACCOUNTS.table} (${columns}) select ${columns}
     from jsonb_populate_recordset(null::ledger_accounts, (
       select jsonb_agg(a || ${EMPTY}) from jsonb_array_elements($1::jsonb) a)) t`,
    [arrayOf(rows)],
  );
}

export async function storePostings(
  tx: Tx,
  projectId: string,
  rows: readonly string[],
): Promise<void> {
  const stored = await tx.query<{ row: string }>(
    `with stored as (${await insertion(tx, POSTINGS)}),
       halves as (
         select from_account as number, from_seq as seq, from_balance as balance from ${given(POSTINGS.table)}
         union all select to_account, to_seq, to_balance from ${given(POSTINGS.table)}),
       moved as (
         update ${ACCOUNTS.table} a set balance = last.balance, entry_seq = last.seq
         from (select distinct on (number) number, seq, balance from halves order by number, seq desc) last
         where a.project_id = $2 and a.number = last.number returning 1)
     select row from stored`,
    [arrayOf(rows), projectId],
  );
  compare(
    POSTINGS.table,
    rows,
    stored.map(({ row }) => row),
  );
}

/** Of it what is held, when all is booked; and that they are what they were. */
export async function storeHeld(tx: Tx, projectId: string, rows: readonly string[]): Promise<void> {
  await tx.query(
    `update ${ACCOUNTS.table} a set held = t.held from ${given(ACCOUNTS.table)} t
     where a.project_id = $2 and a.id = t.id`,
    [arrayOf(rows), projectId],
  );
  const stored = await tx.query<{ row: string }>(
    'select to_jsonb(t)::text as row from ledger_accounts t where project_id = $1 order by id',
    [projectId],
  );
  compare(
    ACCOUNTS.table,
    rows,
    stored.map(({ row }) => row),
  );
}
