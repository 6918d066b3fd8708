// What was moved between the accounts of a project by day. A day that is over is added up once and kept: its postings
// stay as they are, and none comes later. That it is over the books say as well, by a posting of a later time: a clock
// that is wrong for a moment would keep half a day for ever.
import { DAY, HOUR } from '../core/clock.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import {
  addUp,
  type DayMove,
  type DaySale,
  type DaySums,
  POSTING_SLICE,
  type Span,
} from './add-up.ts';

/** Whole days in UTC. */
export interface SummedDays extends Span {
  readonly projectId: string;
  readonly now: Date;
}

/** So long after its end a day gets no posting any more (find-place.ts), however slow a transaction is. */
const OVER_AFTER = HOUR;

/** In whatever order. Each day, pair of accounts and kind of sale once. */
export async function sumDays(
  sql: Sql,
  { projectId, from, until, now }: SummedDays,
  most = POSTING_SLICE,
): Promise<DaySums> {
  const first = await firstDay(sql, projectId, from);
  if (first === null) return { moved: [], sold: [] };
  const kept = await readKept(sql, projectId, { from: first, until });
  const sums = [...kept.values()];
  // Before it is read: what is over then is over while it is read.
  const over = await overIn(sql, projectId, now);
  for (const span of spansWithout(kept, { from: first, until })) {
    const fresh = await addUp(sql, projectId, { ...span, most });
    await keep(sql, projectId, { ...span, fresh, over });
    sums.push(fresh);
  }
  return { moved: sums.flatMap(({ moved }) => moved), sold: sums.flatMap(({ sold }) => sold) };
}

/** No day before the first posting is looked at. */
async function firstDay(sql: Sql, projectId: string, from: Date): Promise<Date | null> {
  const [oldest] = await sql.query<{ at: Date }>(
    'select created_at as at from ledger_postings where project_id = $1 order by project_id, seq limit 1',
    [projectId],
  );
  if (oldest === undefined) return null;
  return new Date(Math.max(from.getTime(), startOf(oldest.at.getTime() - HOUR)));
}

/** Days of which nothing is kept, as few spans as they make. */
function spansWithout(kept: ReadonlyMap<string, DaySums>, { from, until }: Span): Span[] {
  const spans: Span[] = [];
  for (let at = from.getTime(); at < until.getTime(); at += DAY) {
    if (kept.has(dayOf(at))) continue;
    const [last, next] = [spans.at(-1), new Date(at + DAY)];
    if (last?.until.getTime() === at) spans.splice(-1, 1, { ...last, until: next });
    else spans.push({ from: new Date(at), until: next });
  }
  return spans;
}

/** The first moment of the oldest day that is not over, by the clock alone. */
export function overUntil(now: Date): Date {
  return new Date(startOf(now.getTime() - OVER_AFTER));
}

/** The same by the newest posting as well. */
async function overIn(sql: Sql, projectId: string, now: Date): Promise<Date> {
  const [newest] = await sql.query<{ at: Date }>(
    `select created_at as at from ledger_postings where project_id = $1
     order by project_id desc, seq desc limit 1`,
    [projectId],
  );
  return overUntil(newest !== undefined && newest.at < now ? newest.at : now);
}

/** Of the days that are over, those without any posting included. */
async function keep(
  sql: Sql,
  projectId: string,
  { from, until, fresh, over }: Span & { fresh: DaySums; over: Date },
): Promise<void> {
  const days: string[] = [];
  const end = Math.min(until.getTime(), over.getTime());
  for (let at = from.getTime(); at < end; at += DAY) days.push(dayOf(at));
  if (days.length === 0) return;
  const [moved, sold] = [fresh.moved, fresh.sold].map((rows: readonly (DayMove | DaySale)[]) => {
    const ofDay = groupBy(rows, ({ day }) => day);
    return days.map((day) => JSON.stringify((ofDay.get(day) ?? []).map(asText)));
  });
  await sql.query(
    `insert into day_sums (project_id, day, moved, sold)
     select $1, day, moved, sold from unnest($2::date[], $3::jsonb[], $4::jsonb[]) as t(day, moved, sold)
     on conflict (project_id, day) do nothing`,
    [projectId, days, moved, sold],
  );
}

/** JSON has no numbers of that size. */
function asText(row: object): object {
  const entries = Object.entries(row);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}

type AsText<Row> = { readonly [Name in keyof Row]: Row[Name] extends bigint ? string : Row[Name] };

interface KeptDay {
  readonly day: string;
  readonly moved: readonly AsText<DayMove>[];
  readonly sold: readonly AsText<DaySale>[];
}

async function readKept(
  sql: Sql,
  projectId: string,
  { from, until }: Span,
): Promise<ReadonlyMap<string, DaySums>> {
  const rows = await sql.query<KeptDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, moved, sold from day_sums
     where project_id = $1 and day >= $2::date and day < $3::date order by project_id, day`,
    [projectId, dayOf(from.getTime()), dayOf(until.getTime())],
  );
  return new Map(rows.map((row) => [row.day, sumsOf(row)]));
}

function sumsOf({ moved, sold }: KeptDay): DaySums {
  return {
    moved: moved.map((row) => ({ ...row, amount: BigInt(row.amount) })),
    sold: sold.map((row) => ({
      ...{ ...row, received: BigInt(row.received), credited: BigInt(row.credited) },
    })),
  };
}

const startOf = (time: number) => Math.floor(time / DAY) * DAY;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Projects that have any postings. */
export async function projectsWithBooks(sql: Sql): Promise<readonly string[]> {
  const rows = await sql.query<{ id: string }>(
    'select project_id as id from ledgers where posting_seq > 0 order by project_id',
  );
  return rows.map(({ id }) => id);
}
