// Sums a project's postings by day or hour, in slices by posting number, so that each statement stays short.
import { groupBy, sumOf } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import { placeAfter, placeBefore } from './find-place.ts';

/** In the currency's smallest unit. */
export interface DayMove {
  /** A UTC date, for example 2026-11-23. */
  readonly day: string;
  /** Account numbers are text because they exceed the range in which a JavaScript number is exact. */
  readonly from_account: string;
  readonly to_account: string;
  readonly amount: bigint;
}

export interface DaySale {
  readonly day: string;
  readonly type: string;
  readonly coin: string;
  readonly currency: string;
  readonly count: number;
  readonly received: bigint;
  readonly credited: bigint;
}

export interface DaySums {
  readonly moved: readonly DayMove[];
  readonly sold: readonly DaySale[];
}

export interface Span {
  readonly from: Date;
  /** Exclusive end. */
  readonly until: Date;
}

export const POSTING_SLICE = 5000;

export type SumUnit = 'day' | 'hour';
/** The starts of periods of any length, in order. */
type Starts = readonly Date[];

const SINCE = (unit: SumUnit | Starts, column: string) =>
  typeof unit === 'string'
    ? `date_trunc('${unit}', ${column}, 'UTC') as since`
    : `($6::timestamptz[])[width_bucket(${column}, $6::timestamptz[])] as since`;
const DAY_OF = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD') as day`;
const IN_TIME =
  'project_id = $1 and seq >= $2 and seq < $3 and created_at >= $4 and created_at < $5';
const moved = (
  unit: SumUnit | Starts,
) => `select ${SINCE(unit, 'created_at')}, ${DAY_OF('created_at')},
    from_account::text, to_account::text, sum(amount) as amount
  from ledger_postings where ${IN_TIME} group by since, day, ledger_postings.from_account, ledger_postings.to_account`;
const ofSame = (purpose: string) => `(select currency, amount from ledger_postings o
    where o.project_id = $1 and o.reference_id = p.reference_id and o.purpose = '${purpose}' limit 1)`;
/** `received` is before the fee, and for a converted payment before the conversion. */
const sold = (
  unit: SumUnit | Starts,
) => `select ${SINCE(unit, 'p.created_at')}, ${DAY_OF('p.created_at')}, p.reference_type as type,
    coalesce(c.currency, p.currency) as coin, p.currency, count(*)::int as count,
    sum(coalesce(c.amount, p.amount + coalesce(f.amount, 0))) as received, sum(p.amount) as credited
  from (select * from ledger_postings where ${IN_TIME} and purpose = 'credit'
    and reference_type in ('Invoice', 'ChannelPayment', 'InvoiceRefund', 'CoinDeposit') offset 0) p
  left join lateral ${ofSame('convert')} c on true
  left join lateral ${ofSame('fee')} f on true
  group by 1, 2, 3, 4, 5`;

type Since<Row> = Row & { readonly since: Date };

/** Keyed by the start of each day, hour or period that has postings. */
export async function addUp(
  sql: Sql,
  projectId: string,
  { from, until, most, unit }: Span & { most: number; unit: SumUnit | Starts },
): Promise<ReadonlyMap<number, DaySums>> {
  const past = await placeAfter(sql, projectId, until);
  const moves: Since<DayMove>[] = [];
  const sales: Since<DaySale>[] = [];
  for (let at = await placeBefore(sql, projectId, from); at < past; at += most) {
    const values: unknown[] = [projectId, at, Math.min(at + most, past), from, until];
    if (typeof unit !== 'string') values.push(unit);
    moves.push(...(await sql.query<Since<DayMove>>(moved(unit), values)));
    sales.push(...(await sql.query<Since<DaySale>>(sold(unit), values)));
  }
  const [movesOf, salesOf] = [bySince(moves), bySince(sales)];
  // Every sale has a movement, so `movesOf` has all keys.
  return new Map(
    [...movesOf].map(([since, rows]) => [
      since,
      eachOnce([{ moved: rows, sold: salesOf.get(since) ?? [] }]),
    ]),
  );
}

function bySince<Row>(rows: readonly Since<Row>[]): ReadonlyMap<number, Omit<Row, 'since'>[]> {
  const groups = groupBy(rows, ({ since }) => since.getTime());
  return new Map([...groups].map(([time, group]) => [time, group.map(({ since, ...row }) => row)]));
}

/** Movements before `moment`, from the posting with the number `posting` on. */
export async function movedFrom(
  sql: Sql,
  projectId: string,
  { posting, moment, most }: { posting: number; moment: Date; most: number },
): Promise<readonly DayMove[]> {
  const past = await placeAfter(sql, projectId, moment);
  const moves: DayMove[] = [];
  for (let at = posting; at < past; at += most) {
    const values = [projectId, at, Math.min(at + most, past), new Date(0), moment];
    moves.push(...(await sql.query<DayMove>(moved('day'), values)));
  }
  return moves;
}

export function eachOnce(sums: readonly DaySums[]): DaySums {
  return {
    moved: movedOnce(sums.flatMap(({ moved }) => moved)),
    sold: soldOnce(sums.flatMap(({ sold }) => sold)),
  };
}

function movedOnce(rows: readonly DayMove[]): DayMove[] {
  const same = groupBy(rows, (row) => [row.day, row.from_account, row.to_account].join(' '));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : { ...first, amount: sumOf(group, (row) => row.amount) };
  });
}

function soldOnce(rows: readonly DaySale[]): DaySale[] {
  const same = groupBy(rows, (row) => [row.day, row.type, row.coin, row.currency].join(' '));
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return {
      ...first,
      count: group.reduce((sum, row) => sum + row.count, 0),
      received: sumOf(group, (row) => row.received),
      credited: sumOf(group, (row) => row.credited),
    };
  });
}
