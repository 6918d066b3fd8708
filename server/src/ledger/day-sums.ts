// Movements between the accounts of a project by day. A closed day is summed once and stored, and so is a closed hour
// of an open day: its postings never change and none is added. A day counts as closed only when the ledger has a later
// posting, because a clock that is briefly wrong could otherwise store half a day permanently.

import { HOUR } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { addUp, type DaySums, eachOnce, POSTING_SLICE, type Span } from './add-up.ts';
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

/** A day or hour gets no more postings this long after its end (find-place.ts), however slow a transaction is. */
const OVER_AFTER = HOUR;

/** Returns the sums in any order. Each day, pair of accounts and kind of sale appears once. */
export async function sumDays(
  sql: Sql,
  { projectId, from, until, now }: SummedDays,
  most = POSTING_SLICE,
): Promise<DaySums> {
  const first = await firstDay(sql, projectId, from);
  if (first === null) return { moved: [], sold: [] };
  // Runs before any other read: what is closed now stays closed during the reads.
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

/** Computes missing sums, and stores those of closed units. */
async function sumUnits(sql: Sql, unit: Unit, requested: Request) {
  const { projectId, most, sure } = requested;
  const kept = await readKept(sql, unit, {
    ...{ projectId, from: new Date(requested.from), until: new Date(requested.until) },
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
    // Includes units without any posting.
    const rows = whole.map((at) => [at, fresh.get(at) ?? NOTHING] as const);
    await storeTotals(sql, unit, { projectId, sums: new Map(rows) });
  }
  return { sums, isKept };
}

const NOTHING: DaySums = { moved: [], sold: [] };

interface Times {
  readonly from: number;
  readonly until: number;
}

/** The fewest spans that cover all units without a stored sum. */
function spansWithout(unit: Unit, kept: ReadonlyMap<number, DaySums>, times: Times): Times[] {
  const spans: Times[] = [];
  for (const at of startsIn(unit, times)) {
    if (kept.has(at)) continue;
    const [last, until] = [spans.at(-1), at + unit.milliseconds];
    if (last?.until === at) spans.splice(-1, 1, { from: last.from, until });
    else spans.push({ from: at, until });
  }
  return spans;
}

function startsIn({ milliseconds }: Unit, { from, until }: Times): number[] {
  const count = Math.max(0, Math.ceil((until - from) / milliseconds));
  return Array.from({ length: count }, (_, n) => from + n * milliseconds);
}

/** Days before the first posting are skipped. */
async function firstDay(sql: Sql, projectId: string, from: Date): Promise<Date | null> {
  const [oldest] = await sql.query<{ at: Date }>(
    'select created_at as at from ledger_postings where project_id = $1 order by project_id, seq limit 1',
    [projectId],
  );
  if (oldest === undefined) return null;
  return new Date(Math.max(from.getTime(), startIn(DAYS, oldest.at.getTime() - HOUR)));
}

/** The start of the oldest day that is still open, by the clock alone. */
export function overUntil(now: Date): Date {
  return new Date(startIn(DAYS, now.getTime() - OVER_AFTER));
}

/** No posting with an earlier time will be added: the clock and the newest posting both confirm it. */
async function sureUntil(sql: Sql, projectId: string, now: Date): Promise<number> {
  const [newest] = await sql.query<{ at: Date }>(
    `select created_at as at from ledger_postings where project_id = $1
     order by project_id desc, seq desc limit 1`,
    [projectId],
  );
  const last = newest !== undefined && newest.at < now ? newest.at : now;
  return last.getTime() - OVER_AFTER;
}

/** Projects with at least one posting. */
export async function projectsWithBooks(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    `select project_id as id from ledgers where posting_seq > 0
     order by project_id`,
  );
  return rows.map(({ id }) => id);
}
