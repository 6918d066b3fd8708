// Movements between the accounts of a project in a period, by day, month or year, and the balance of each account at
// its end.
import type { Sql } from '../db/database.ts';
import { type DaySale, movedFrom, POSTING_SLICE } from './add-up.ts';
import type { AccountKind } from './chart.ts';
import { type SummedDays, sumDays } from './day-sums.ts';
import { balancesBefore, placeBefore } from './find-place.ts';

/** Length of the prefix of a date that identifies the period. */
const PERIODS = { day: '2026-11-23'.length, month: '2026-11'.length, year: '2026'.length } as const;
export type Period = keyof typeof PERIODS;

/** Amounts in the currency's smallest unit. */
export interface Moved {
  readonly period: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  readonly amount: bigint;
}

/** Amounts received in coins and credited, for one kind of object. */
export type Sold = Omit<DaySale, 'day'> & { readonly period: string };

export interface Booked {
  readonly moved: readonly Moved[];
  readonly sold: readonly Sold[];
  /** The balance of each account at the end. */
  readonly held: readonly { kind: AccountKind; currency: string; balance: bigint }[];
}

interface Account {
  readonly id: string;
  /** The number that postings use. As text: it exceeds the range in which a JavaScript number is exact. */
  readonly number: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly entries: number;
}

/** Returns the sums in any order: the caller aggregates further. */
export async function sumPostings(
  sql: Sql,
  { by, ...days }: SummedDays & { readonly by: Period },
  most = POSTING_SLICE,
): Promise<Booked> {
  const { projectId, until } = days;
  const { moved, sold } = await sumDays(sql, days, most);
  // Read afterward, so that it includes every account that a posting refers to.
  const accounts = await usedAccounts(sql, projectId);
  const byNumber = new Map(accounts.map((account) => [account.number, account]));
  const periodOf = (day: string) => day.slice(0, PERIODS[by]);
  return {
    moved: moved.flatMap(({ day, from_account, to_account, amount }) => {
      const [source, target] = [byNumber.get(from_account), byNumber.get(to_account)];
      if (source === undefined || target === undefined) return [];
      const { kind: from, currency } = source;
      return { period: periodOf(day), from, to: target.kind, currency, amount };
    }),
    sold: sold.map(({ day, ...row }) => ({ ...row, period: periodOf(day) })),
    held: await heldAt(sql, projectId, { accounts, moment: until, most }),
  };
}

function usedAccounts(sql: Sql, projectId: string): Promise<Account[]> {
  return sql.query<Account>(
    `select id, number::text, kind, currency, entry_seq as entries from ledger_accounts
     where project_id = $1 and entry_seq > 0`,
    [projectId],
  );
}

/** The balances before the last minutes, plus the movements since. */
async function heldAt(
  sql: Sql,
  projectId: string,
  { accounts, moment, most }: { accounts: readonly Account[]; moment: Date; most: number },
): Promise<Booked['held']> {
  const posting = await placeBefore(sql, projectId, moment);
  const balances = await balancesBefore(sql, { accounts, posting });
  const moved = new Map<string, bigint>();
  const add = (number: string, amount: bigint) =>
    moved.set(number, (moved.get(number) ?? 0n) + amount);
  for (const move of await movedFrom(sql, projectId, { posting, moment, most })) {
    add(move.from_account, -move.amount);
    add(move.to_account, move.amount);
  }
  return accounts.map(({ id, number, kind, currency }) => ({
    ...{ kind, currency, balance: (balances.get(id) ?? 0n) + (moved.get(number) ?? 0n) },
  }));
}
