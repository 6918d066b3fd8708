// Deliveries from the newest on, and events from a cursor on. A page opens only the packs that it needs.
import { DAY, MINUTE } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { firstId, type Span, timeOfId, whereOf } from '../db/newest-page.ts';
import {
  type CompactedDelivery,
  dayAfter,
  deliveriesOf,
  type Stored,
} from './compacted-batches.ts';
import { decodeBatch } from './compacting.ts';
import type { WholeCallback } from './complete-callbacks.ts';

/** Of 250 callbacks each. */
const READ_AT_ONCE = 8;

export interface CompactedRequest {
  readonly after: string | null;
  /** Excludes everything below this id. */
  readonly downTo: string | null;
  readonly objectId: string | null;
  readonly span: Span;
  readonly isWanted: (compacted: CompactedDelivery) => boolean;
  readonly enough: number;
}

/** Newest first. `edge`: the last delivery checked, if there are more. */
export async function compactedDeliveries(
  sql: Sql,
  projectId: string,
  { isWanted, enough, ...requested }: CompactedRequest,
): Promise<{ rows: readonly CompactedDelivery[]; edge: string | null }> {
  const { after } = requested;
  const keys = await compactedBelow(sql, projectId, requested);
  const below: CompactedDelivery[] = [];
  for (const [n, key] of keys.slice(0, READ_AT_ONCE).entries()) {
    const batch = await bodyOf(sql, projectId, key);
    // The pack was purged, or has another key because one of its deliveries was resent: read again.
    if (batch === null)
      return compactedDeliveries(sql, projectId, { isWanted, enough, ...requested });
    below.push(
      ...deliveriesOf(batch).filter(({ delivery }) => after === null || delivery.id < after),
    );
    const unread = keys[n + 1];
    if (unread === undefined) break;
    const whole = below.filter(({ delivery }) => delivery.id > unread);
    const wanted = whole.filter(isWanted);
    if (wanted.length < enough && n + 1 < READ_AT_ONCE) continue;
    const edge = leastOf(whole) ?? leastOf(below);
    return { rows: newestFirst(wanted), edge };
  }
  return { rows: newestFirst(below.filter(isWanted)), edge: null };
}

/** The last ids of the packs that may contain matches, newest first, and of one pack more than is read. */
async function compactedBelow(
  sql: Sql,
  projectId: string,
  { after, downTo, objectId, span }: Omit<CompactedRequest, 'isWanted' | 'enough'>,
): Promise<readonly string[]> {
  const values: unknown[] = [];
  const where = whereOf(
    [
      [projectId, (place) => `project_id = ${place}`],
      [after, (place) => `first_id < ${place}::uuid`],
      [after && dayAfter(after), (place) => `last_id < ${place}::uuid`],
      // A delivery is created within a second of its event (complete-callbacks.ts).
      [downTo && firstId(timeOfId(downTo) - MINUTE), (place) => `last_id >= ${place}::uuid`],
      [objectId, (place) => `object_ids @> array[${place}::uuid]`],
      [span.from && firstId(span.from.getTime() - DAY), (place) => `last_id >= ${place}::uuid`],
      [span.to && firstId(span.to.getTime() + MINUTE), (place) => `first_id < ${place}::uuid`],
      [span.to && firstId(span.to.getTime() + DAY), (place) => `last_id < ${place}::uuid`],
    ],
    { values, always: 'deliveries > 0' },
  );
  const rows = await sql.query<Pick<Stored, 'last_id'>>(
    `select last_id from callback_packs ${where} order by last_id desc limit ${READ_AT_ONCE + 1}`,
    values,
  );
  return rows.map((row) => row.last_id);
}

async function bodyOf(
  sql: Sql,
  projectId: string,
  lastId: string,
): Promise<WholeCallback[] | null> {
  const [oldest] = await sql.query<Pick<Stored, 'body'>>(
    'select body from callback_packs where project_id = $1 and last_id = $2',
    [projectId, lastId],
  );
  return oldest === undefined ? null : decodeBatch(oldest.body);
}

function newestFirst(rows: readonly CompactedDelivery[]): CompactedDelivery[] {
  return [...rows].sort((one, other) => (one.delivery.id < other.delivery.id ? 1 : -1));
}

function leastOf(rows: readonly CompactedDelivery[]): string | null {
  return newestFirst(rows).at(-1)?.delivery.id ?? null;
}

/** In id order. `edge`: the id up to which the result is complete; null: the whole result. */
export async function compactedEvents(
  sql: Sql,
  projectId: string,
  { after, enough }: { after: string; enough: number },
): Promise<{ rows: WholeCallback[]; edge: string | null }> {
  const next = await sql.query<Pick<Stored, 'last_id'> & { upto: number }>(
    `select last_id, (sum(n) over (order by last_id))::int as upto from (
       select last_id, (select count(*) from unnest(event_ids) as id where id > $2) as n
       from callback_packs where project_id = $1 and last_id > $2
       order by last_id limit ${READ_AT_ONCE}) packs
     order by last_id`,
    [projectId, after],
  );
  const newest = next.at(-1)?.last_id;
  const last = next.find(({ upto }) => upto >= enough)?.last_id ?? newest;
  if (last === undefined) return { rows: [], edge: null };
  const batches = await sql.query<Stored>(
    `select last_id, body from callback_packs
     where project_id = $1 and last_id > $2 and last_id < $4 and (last_id <= $3 or first_id <= $3) order by last_id`,
    [projectId, after, last, dayAfter(last)],
  );
  const rows: WholeCallback[] = [];
  for (const { body } of batches) rows.push(...(await decodeBatch(body)));
  const isAll = next.length < READ_AT_ONCE && last === newest;
  const edge = isAll ? null : last;
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  return { rows: rows.filter(({ id }) => id > after && (edge === null || id <= edge)), edge };
}
