// The event feed, oldest first from a cursor on, for readers other than the project's endpoints (cli/listen.ts). No
// event is missed or repeated: storing an event requires the ledger lock of its project (emit.ts), so later events
// have greater sequence numbers. A process whose clock is behind may give a later event a lower id, so the newest
// events are checked again.
import { SECOND } from '../core/clock.ts';
import type { Sql } from '../db/database.ts';
import { firstId, timeOfId } from '../db/newest-page.ts';
import { compactedEvents } from './compacted-pages.ts';

export interface EventRow {
  readonly id: string;
  readonly seq: number;
  readonly type: string;
  readonly event: string;
  readonly object_id: string;
  readonly payload: string;
  readonly created_at: Date;
}

/** The greatest sequence number and the greatest id that the reader has received. */
export interface Place {
  readonly seq: number;
  readonly id: string;
}

/** The maximum clock difference between two processes, and how many events of that period are checked. */
const CLOCKS_APART = 10 * SECOND;
const LATE_MAX = 200;

const NOWHERE: Place = { seq: 0, id: '00000000-0000-0000-0000-000000000000' };

const COLUMNS = 'id, seq, type, event, object_id, payload, created_at';

export async function newestPlace(sql: Sql, projectId: string): Promise<Place> {
  const [newest] = await sql.query<{ id: string }>(
    'select id from events where project_id = $1 order by id desc limit 1',
    [projectId],
  );
  if (newest === undefined) return NOWHERE;
  const [last] = await sql.query<{ seq: number }>(
    `select max(seq) as seq from (select seq from events where project_id = $1 and id > $2 and id <= $3
       order by id desc limit ${LATE_MAX}) latest`,
    [projectId, lateFrom(newest.id), newest.id],
  );
  return { id: newest.id, seq: last?.seq ?? 0 };
}

export async function eventsAfter(
  sql: Sql,
  projectId: string,
  { place, limit }: { place: Place; limit: number },
): Promise<{ events: readonly EventRow[]; place: Place; isMore: boolean }> {
  const stored = await sql.query<EventRow & { is_late: boolean }>(
    `select * from (
       (select ${COLUMNS}, false as is_late from events where project_id = $1 and id > $2 order by id limit $5)
       union all
       (select * from (select ${COLUMNS}, true as is_late from events
          where project_id = $1 and id > $3 and id <= $2 order by id desc limit ${LATE_MAX}) latest
        where seq > $4)) found`,
    [projectId, place.id, lateFrom(place.id), place.seq, limit],
  );
  // Rows are read before packs: an event compacted in the meantime is read twice, never missed.
  const batches = await compactedEvents(sql, projectId, { after: place.id, enough: limit + 1 });
  const behind = stored.filter((row) => !row.is_late);
  // After a full page of rows, more rows may follow the last one.
  const edges = [
    behind.length === limit ? behind.at(-1)?.id : undefined,
    batches.edge ?? undefined,
  ];
  const edge = edges.filter((id) => id !== undefined).sort()[0];
  const found = [...new Map([...batches.rows, ...behind].map((row) => [row.id, row])).values()]
    .filter(({ id }) => edge === undefined || id <= edge)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const rows = [...stored.filter((row) => row.is_late), ...found.slice(0, limit)].sort(
    (one, other) => one.seq - other.seq,
  );
  return {
    events: rows,
    place: {
      id: [place.id, ...rows.map((row) => row.id)].sort().at(-1) ?? place.id,
      seq: Math.max(place.seq, ...rows.map((row) => row.seq)),
    },
    isMore: edge !== undefined || found.length > limit,
  };
}

function lateFrom(id: string): string {
  return firstId(timeOfId(id) - CLOCKS_APART);
}
