// What was moved between the accounts of a project in a time, added up in slices by the numbers of the postings: each
// statement is short, however much there is.
import type { Sql } from '../db/database.ts';
import type { AccountKind } from './chart.ts';
import { balancesBefore, placeAfter, placeBefore } from './find-place.ts';

/** Of what the name of a period is made, in UTC. */
const PERIODS = { day: 'YYYY-MM-DD', month: 'YYYY-MM', year: 'YYYY' } as const;
export type Period = keyof typeof PERIODS;

export interface BookedTime {
  readonly projectId: string;
  readonly from: Date;
  /** The first moment after it. */
  readonly until: Date;
  readonly by: Period;
}

/** Amounts in the currency's smallest unit. */
export interface Moved {
  readonly period: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  readonly amount: bigint;
}

/** What was received in coins and credited, of one kind of object. */
export interface Sold {
  readonly period: string;
  readonly type: string;
  readonly coin: string;
  readonly currency: string;
  readonly count: number;
  readonly received: bigint;
  readonly credited: bigint;
}

export interface Booked {
  readonly moved: readonly Moved[];
  readonly sold: readonly Sold[];
  /** What each account held at the end. */
  readonly held: readonly { kind: AccountKind; currency: string; balance: bigint }[];
}

export const POSTING_SLICE = 5000;

interface Account {
  readonly id: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly entries: number;
}

interface Between {
  readonly period: string;
  readonly from_account: string;
  readonly to_account: string;
  readonly amount: bigint;
}

const IN_TIME = `project_id = $1 and seq >= $2 and seq < $3 and created_at >= $4 and created_at < $5`;
const BETWEEN = `select to_char(created_at at time zone 'UTC', $6) as period, from_account, to_account,
    sum(amount) as amount
  from ledger_postings where ${IN_TIME} group by period, from_account, to_account`;
const ofSame = (purpose: string) => `(select currency, amount from ledger_postings o
    where o.project_id = $1 and o.reference_id = p.reference_id and o.purpose = '${purpose}' limit 1)`;
/** What is credited as it came is received with its fee; what was converted, as the coin that was. */
const SOLD = `select to_char(p.created_at at time zone 'UTC', $6) as period, p.reference_type as type,
    coalesce(c.currency, p.currency) as coin, p.currency, count(*)::int as count,
    sum(coalesce(c.amount, p.amount + coalesce(f.amount, 0))) as received, sum(p.amount) as credited
  from (select * from ledger_postings where ${IN_TIME} and purpose = 'credit'
    and reference_type in ('Invoice', 'ChannelPayment', 'InvoiceRefund', 'CoinDeposit') offset 0) p
  left join lateral ${ofSame('convert')} c on true
  left join lateral ${ofSame('fee')} f on true
  group by 1, 2, 3, 4`;

/** In whatever order: the caller adds up further. */
export async function sumPostings(
  sql: Sql,
  { projectId, from, until, by }: BookedTime,
  most = POSTING_SLICE,
): Promise<Booked> {
  const accounts = await sql.query<Account>(
    `select id, kind, currency, entry_seq as entries from ledger_accounts
     where project_id = $1 and entry_seq > 0`,
    [projectId],
  );
  const past = await placeAfter(sql, projectId, until);
  const moves: Between[] = [];
  const sold: Sold[] = [];
  for (let at = await placeBefore(sql, projectId, from); at < past; at += most) {
    const end = Math.min(at + most, past);
    const values = [projectId, at, end, from, until, PERIODS[by]];
    moves.push(...(await sql.query<Between>(BETWEEN, values)));
    sold.push(...(await sql.query<Sold>(SOLD, values)));
  }
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const moved = moves.flatMap(({ period, from_account, to_account, amount }) => {
    const [source, target] = [byId.get(from_account), byId.get(to_account)];
    if (source === undefined || target === undefined) return [];
    return { period, from: source.kind, to: target.kind, currency: source.currency, amount };
  });
  return {
    moved,
    sold,
    held: await heldAt(sql, { projectId, accounts, moment: until, past, most }),
  };
}

/** What was there before the last minutes, and what was moved in them. */
async function heldAt(
  sql: Sql,
  asked: {
    projectId: string;
    accounts: readonly Account[];
    moment: Date;
    past: number;
    most: number;
  },
): Promise<Booked['held']> {
  const { projectId, accounts, moment, past, most } = asked;
  const posting = await placeBefore(sql, projectId, moment);
  const balances = new Map(await balancesBefore(sql, projectId, { accounts, posting }));
  const add = (id: string, amount: bigint) => balances.set(id, (balances.get(id) ?? 0n) + amount);
  for (let at = posting; at < past; at += most) {
    const values = [projectId, at, Math.min(at + most, past), new Date(0), moment, PERIODS.year];
    for (const between of await sql.query<Between>(BETWEEN, values)) {
      add(between.from_account, -between.amount);
      add(between.to_account, between.amount);
    }
  }
  return accounts.map(({ id, kind, currency }) => ({
    ...{ kind, currency, balance: balances.get(id) ?? 0n },
  }));
}

/** Projects that have any postings. */
export async function projectsWithBooks(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    'select project_id as id from ledgers where posting_seq > 0 order by project_id',
  );
  return rows.map(({ id }) => id);
}
