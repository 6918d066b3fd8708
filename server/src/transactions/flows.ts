// What came into accounts and went out of them by day, and what became of the invoices of each day. Days are those of
// UTC, and whole.
import type { Sql } from '../db/database.ts';

/** Of a day and currency, both above zero, in the currency's smallest unit. */
export interface DayFlow {
  /** As in 2026-11-23. */
  readonly day: string;
  readonly currency: string;
  readonly credited: bigint;
  readonly debited: bigint;
}

export interface Days {
  /** Null: of all. */
  readonly projectId: string | null;
  /** The first moment of the first day. */
  readonly from: Date;
  /** The first moment after the last. */
  readonly until: Date;
}

/** How many rows one statement adds up: it is short, however many there are. */
export const FLOW_SLICE = 5000;

/** What was booked in each account: as its statement has it. Costs as much as there is in these days. */
export async function flowsByDay(sql: Sql, days: Days, most = FLOW_SLICE): Promise<DayFlow[]> {
  const flows = new Map<string, DayFlow>();
  for (const account of await usedAccounts(sql, days.projectId)) {
    for await (const slice of slicesOf(sql, account, { ...days, most })) {
      const { currency } = account;
      for (const { day, credited, debited } of slice) {
        const before = flows.get(`${day} ${currency}`) ?? { credited: 0n, debited: 0n };
        flows.set(`${day} ${currency}`, {
          ...{ day, currency },
          credited: before.credited + credited,
          debited: before.debited + debited,
        });
      }
    }
  }
  return [...flows.values()].toSorted(byDay);
}

function byDay(a: DayFlow, b: DayFlow): number {
  return a.day.localeCompare(b.day) || a.currency.localeCompare(b.currency);
}

interface UsedAccount {
  readonly project_id: string;
  readonly id: string;
  readonly currency: string;
}

/** Most accounts of a project never had anything in them. */
function usedAccounts(sql: Sql, projectId: string | null): Promise<UsedAccount[]> {
  const ours = projectId === null ? '' : ' and project_id = $1';
  return sql.query<UsedAccount>(
    `select project_id, id, currency from ledger_accounts
     where kind = 'available' and entry_seq > 0${ours}`,
    projectId === null ? [] : [projectId],
  );
}

interface SliceDay {
  readonly day: string;
  readonly credited: bigint;
  readonly debited: bigint;
  readonly n: number;
  /** Where its last row is, as text: a Date is not as exact. */
  readonly at: string;
  readonly seq: number;
}

const SLICE = `select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
    coalesce(sum(amount) filter (where amount > 0), 0) as credited,
    coalesce(-sum(amount) filter (where amount < 0), 0) as debited,
    count(*)::int as n, max(booked_at)::text as at, max(booked_seq) as seq
  from (
    select booked_at, booked_seq, amount from account_transactions
    where project_id = $1 and account_id = $2 and booked_at is not null
      and (booked_at, booked_seq) > ($3::timestamptz, $4::bigint) and booked_at < $5
    order by booked_at, booked_seq limit $6) t
  group by day order by day`;

async function* slicesOf(
  sql: Sql,
  { project_id, id }: UsedAccount,
  { from, until, most }: Days & { most: number },
): AsyncGenerator<readonly SliceDay[]> {
  let place = { at: from.toISOString(), seq: 0 };
  for (;;) {
    const values = [project_id, id, place.at, place.seq, until, most];
    const slice = await sql.query<SliceDay>(SLICE, values);
    yield slice;
    const last = slice.at(-1);
    const read = slice.reduce((sum, { n }) => sum + n, 0);
    if (last === undefined || read < most) return;
    place = { at: last.at, seq: last.seq };
  }
}

export interface DayOutcome {
  readonly day: string;
  readonly status: string;
  readonly count: number;
}

/** Invoices by the day on which they were made and what they are now: from the counts, which are kept by hour. */
export function outcomesByDay(sql: Sql, { projectId, from, until }: Days): Promise<DayOutcome[]> {
  const ours = projectId === null ? 'any(array(select id from projects))' : '$3';
  return sql.query<DayOutcome>(
    `select to_char(bucket at time zone 'UTC', 'YYYY-MM-DD') as day, status, sum(n)::int as count
     from transaction_counts
     where project_id = ${ours} and bucket >= $1 and bucket < $2 and reference_type = 'Invoice'
     group by day, status having sum(n) > 0 order by day, status`,
    [from, until, ...(projectId === null ? [] : [projectId])],
  );
}
