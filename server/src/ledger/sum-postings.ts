// What was moved between the accounts of a project in a time, by day, month or year, and what each held at its end.
import type { Sql } from '../db/database.ts';
import { type DaySale, movedFrom, POSTING_SLICE } from './add-up.ts';
import type { AccountKind } from './chart.ts';
import { type SummedDays, sumDays } from './day-sums.ts';
import { balancesBefore, placeBefore } from './find-place.ts';

/** How much of the name of a day names the period. */
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

/** What was received in coins and credited, of one kind of object. */
export type Sold = Omit<DaySale, 'day'> & { readonly period: string };

export interface Booked {
  readonly moved: readonly Moved[];
  readonly sold: readonly Sold[];
  /** What each account held at the end. */
  readonly held: readonly { kind: AccountKind; currency: string; balance: bigint }[];
}

interface Account {
  readonly id: string;
  /** By which postings name it. As text: it is larger than what a number is exact for. */
  readonly number: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly entries: number;
}

/** In whatever order: the caller adds up further. */
export async function sumPostings(
  sql: Sql,
  { by, ...days }: SummedDays & { readonly by: Period },
  most = POSTING_SLICE,
): Promise<Booked> {
  const { projectId, until } = days;
  const { moved, sold } = await sumDays(sql, days, most);
  // Afterwards: no posting names another account.
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

/** What was there before the last minutes, and what was moved in them. */
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
