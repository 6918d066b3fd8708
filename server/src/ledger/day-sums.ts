// A project's movements by day. Sums of closed days and hours are stored. A day counts as closed only when the ledger
// has a later posting: otherwise, a briefly wrong clock could store half a day permanently.
import { HOUR } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import {
  addUp,
  type DayMove,
  type DaySale,
  type DaySums,
  eachOnce,
  movedFrom,
  POSTING_SLICE,
  type Span,
} from './add-up.ts';
import type { AccountKind } from './chart.ts';
import { balancesBefore, placeBefore } from './find-place.ts';
import { addSpan, asSpan, cutIntoDays, type Times } from './spans.ts';
import {
  DAYS,
  HOURS,
  purgeHours,
  readKept,
  startIn,
  storeTotals,
  type Unit,
} from './stored-totals.ts';

/** Whole days in UTC. */
export interface SummedDays extends Span {
  readonly projectId: string;
  readonly now: Date;
}

/** After this time, a day or hour gets no more postings (find-place.ts), however slow a transaction is. */
const OVER_AFTER = HOUR;

/** The sums are in no particular order. Each day, pair of accounts and kind of sale appears once. */
export async function sumDays(
  sql: Sql,
  { projectId, from, until, now }: SummedDays,
  most = POSTING_SLICE,
): Promise<DaySums> {
  const first = await firstDay(sql, projectId, from);
  if (first === null) return { moved: [], sold: [] };
  // Runs before any other read, so that what is closed now stays closed during the reads.
  const sure = await sureUntil(sql, projectId, now);
  const today = startIn(DAYS, sure);
  const requested = { projectId, most, sure };
  const days = { from: first.getTime(), until: Math.min(until.getTime(), today) };
  const hours = { from: Math.max(first.getTime(), today), until: until.getTime() };
  const ofDays = await sumUnits(sql, DAYS, { ...requested, ...days });
  if (ofDays.isKept) await purgeHours(sql, projectId, new Date(today));
  const ofHours = await sumUnits(sql, HOURS, { ...requested, ...hours });
  return eachOnce([...ofDays.sums, ...ofHours.sums]);
}

interface Request {
  readonly projectId: string;
  readonly most: number;
  /** All postings with earlier times exist. */
  readonly sure: number;
  readonly from: number;
  readonly until: number;
}

async function sumUnits(sql: Sql, unit: Unit, requested: Request) {
  const { projectId, most, sure } = requested;
  const kept = await readKept(sql, unit, {
    projectId,
    from: new Date(requested.from),
    until: new Date(requested.until),
  });
  const sums = [...kept.values()];
  const over = startIn(unit, sure);
  let isKept = false;
  for (const { from, until } of spansWithout(unit, kept, requested)) {
    const span = { from: new Date(from), until: new Date(until) };
    const fresh = await addUp(sql, projectId, { ...span, most, unit: unit.name });
    sums.push(...fresh.values());
    const whole = startsIn(unit, { from, until: Math.min(until, over) });
    isKept ||= whole.length > 0;
    const rows = whole.map((at) => [at, fresh.get(at) ?? NOTHING] as const);
    await storeTotals(sql, unit, { projectId, sums: new Map(rows) });
  }
  return { sums, isKept };
}

const NOTHING: DaySums = { moved: [], sold: [] };

function spansWithout(unit: Unit, kept: ReadonlyMap<number, DaySums>, times: Times): Times[] {
  const spans: Times[] = [];
  for (const from of startsIn(unit, times))
    if (!kept.has(from)) addSpan(spans, { from, until: from + unit.milliseconds });
  return spans;
}

function startsIn({ milliseconds }: Unit, { from, until }: Times): number[] {
  const count = Math.max(0, Math.ceil((until - from) / milliseconds));
  return Array.from({ length: count }, (_, n) => from + n * milliseconds);
}

async function firstDay(sql: Sql, projectId: string, from: Date): Promise<Date | null> {
  const [oldest] = await sql.query<{ at: Date }>(
    'select created_at as at from ledger_postings where project_id = $1 order by project_id, seq limit 1',
    [projectId],
  );
  if (oldest === undefined) return null;
  return new Date(Math.max(from.getTime(), startIn(DAYS, oldest.at.getTime() - HOUR)));
}

/** The start of the oldest day that is still open according to the clock. */
export function overUntil(now: Date): Date {
  return new Date(startIn(DAYS, now.getTime() - OVER_AFTER));
}

/** Both the clock and the newest posting confirm that no posting with an earlier time will be added. */
async function sureUntil(sql: Sql, projectId: string, now: Date): Promise<number> {
  const [newest] = await sql.query<{ at: Date }>(
    `select created_at as at from ledger_postings where project_id = $1
     order by project_id desc, seq desc limit 1`,
    [projectId],
  );
  const last = newest !== undefined && newest.at < now ? newest.at : now;
  return last.getTime() - OVER_AFTER;
}

export async function projectsWithBooks(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    `select project_id as id from ledgers where posting_seq > 0
     order by project_id`,
  );
  return rows.map(({ id }) => id);
}

/** Length of the date prefix that identifies the period. */
const PERIODS = { day: '2026-11-23'.length, month: '2026-11'.length, year: '2026'.length } as const;
type Period = keyof typeof PERIODS;

/** In the currency's smallest unit. */
export interface Moved {
  readonly period: string;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly currency: string;
  readonly amount: bigint;
}

type Sold = DaySale & { readonly period: string };

export interface Booked {
  readonly moved: readonly Moved[];
  readonly sold: readonly Sold[];
  readonly held: readonly { kind: AccountKind; currency: string; balance: bigint }[];
}

interface Account {
  readonly id: string;
  /** As text: JavaScript numbers are not exact in this range. */
  readonly number: string;
  readonly kind: AccountKind;
  readonly currency: string;
  readonly entries: number;
}

/** By UTC days, and months and years of them. */
export async function sumPostings(
  sql: Sql,
  { by, ...days }: SummedDays & { readonly by: Period },
  most = POSTING_SLICE,
): Promise<Booked> {
  const { projectId, until } = days;
  const sums = [inPeriods(await sumDays(sql, days, most), (day) => day.slice(0, PERIODS[by]))];
  return bookedOf(sql, { projectId, until, sums, most });
}

/** Periods that follow each other, of any length. */
interface SummedPeriods {
  readonly projectId: string;
  readonly periods: readonly { readonly name: string; readonly from: Date }[];
  readonly until: Date;
  readonly now: Date;
}

/**
 * Periods in any time zone: the UTC days that are entirely in one period from the stored sums, everything else from the
 * postings.
 */
export async function sumPeriods(
  sql: Sql,
  { projectId, periods, until, now }: SummedPeriods,
  most = POSTING_SLICE,
): Promise<Booked> {
  const starts = periods.map(({ from }) => from);
  const at = (time: number) => periods.findLast(({ from }) => from.getTime() <= time)?.name ?? '';
  const { whole, rest } = cutIntoDays([...starts, until].map((time) => time.getTime()));
  const sums: PeriodSums[] = [];
  for (const days of whole.map(asSpan)) {
    const found = await sumDays(sql, { projectId, ...days, now }, most);
    sums.push(inPeriods(found, (day) => at(Date.parse(day))));
  }
  for (const span of rest.map(asSpan)) {
    const fresh = await addUp(sql, projectId, { ...span, most, unit: starts });
    for (const [since, found] of fresh) sums.push(inPeriods(found, () => at(since)));
  }
  return bookedOf(sql, { projectId, until, sums, most });
}

interface PeriodSums {
  readonly moved: readonly (DayMove & { readonly period: string })[];
  readonly sold: readonly Sold[];
}

function inPeriods({ moved, sold }: DaySums, periodOf: (day: string) => string): PeriodSums {
  return {
    moved: moved.map((row) => ({ ...row, period: periodOf(row.day) })),
    sold: sold.map((row) => ({ ...row, period: periodOf(row.day) })),
  };
}

interface Summed {
  readonly projectId: string;
  readonly until: Date;
  readonly sums: readonly PeriodSums[];
  readonly most: number;
}

async function bookedOf(sql: Sql, { projectId, until, sums, most }: Summed): Promise<Booked> {
  // Read after the movements, so that it includes every account that a posting refers to.
  const accounts = await usedAccounts(sql, projectId);
  const byNumber = new Map(accounts.map((account) => [account.number, account]));
  return {
    moved: sums
      .flatMap(({ moved }) => moved)
      .flatMap(({ period, from_account, to_account, amount }) => {
        const [source, target] = [byNumber.get(from_account), byNumber.get(to_account)];
        if (source === undefined || target === undefined) return [];
        const { kind: from, currency } = source;
        return { period, from, to: target.kind, currency, amount };
      }),
    sold: sums.flatMap(({ sold }) => sold),
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

/** The balances some minutes ago, plus the movements since then. */
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
    kind,
    currency,
    balance: (balances.get(id) ?? 0n) + (moved.get(number) ?? 0n),
  }));
}
