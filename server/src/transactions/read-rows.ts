// Reads one page of the transaction list with the running balance of each row, at a cost that does not grow
// with the list (migration 0001: transaction_sums). Used by list.ts.
import type { App } from '../app.ts';
import type { StoredRisk } from '../risk/present-risk.ts';
import { conditions, type Filter, orderOf } from './filter.ts';
import type { TransactionReferenceType } from './record.ts';

export interface TransactionRow {
  readonly id: string;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly balance: bigint;
  readonly fee: bigint | null;
  readonly fee_currency: string | null;
  readonly reference_id: string;
  readonly reference_type: TransactionReferenceType;
  readonly description: string | null;
  readonly status: string | null;
  readonly status_context: string | null;
  readonly risk: StoredRisk | null;
  readonly created_at: Date;
  /** When it counted in the books; null before. */
  readonly booked_at: Date | null;
}

/** Newest first. */
export async function readRows(
  app: App,
  filter: Filter,
  page: { after: string | null; limit: number },
): Promise<TransactionRow[]> {
  const values: unknown[] = [];
  const { by } = orderOf(filter);
  let where = conditions(filter, values);
  if (page.after !== null) {
    values.push(by === 't.id' ? page.after : seqOf(page.after));
    where += ` and ${by} < $${values.length}`;
  }
  values.push(page.limit);
  return app.db.query<TransactionRow>(
    `with page as materialized (
       select * from account_transactions t where ${where} order by ${by} desc limit $${values.length}
     ), ${SUMS_BEFORE}
     select p.id, p.custom_id, p.customer_id, p.amount, p.currency, p.fee, p.fee_currency, p.reference_id,
       p.reference_type, p.description, p.status, p.status_context, p.risk, p.created_at, p.booked_at,
       ${BALANCE} as balance
     from page p join before b on b.account_id = p.account_id and b.block = p.seq >> 6
     order by p.id desc`,
    values,
  );
}

/** The first 48 bits of an id. */
function seqOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/**
 * The counted amounts before each block of 64 numbers that `page` touches: whole blocks of 64^4, 64^3, 64^2
 * and 64 rows, at most 64 index entries per level wherever the block stands.
 */
const SUMS_BEFORE = `
  touched as materialized (
    select distinct account_id, seq >> 6 as block from page
  ), before as materialized (
    select b.*, coalesce((
      select sum(s.total) from (values (4), (3), (2), (1)) as v(level)
      join transaction_sums s on s.project_id = $1 and s.account_id = b.account_id and s.level = v.level
        and s.block >= case when v.level = 4 then 0 else (b.block >> (6 * v.level)) << 6 end
        and s.block < b.block >> (6 * (v.level - 1))), 0) as total
    from touched b
  )`;

/** Running balance at a row: what is before its block, and the rows of its block up to it. */
const BALANCE = `
  b.total + coalesce((select sum(r.amount) from account_transactions r
    where r.project_id = $1 and r.account_id = p.account_id and r.booked_at is not null
      and r.seq >= b.block << 6 and r.seq <= p.seq), 0)`;
