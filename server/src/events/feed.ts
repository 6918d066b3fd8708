// What callbacks tell, oldest first from a place on: for who hears them beside the endpoints of the project, which
// learn nothing of it (cli/listen.ts). No event is missed and none comes twice: whoever stores one holds the ledger of
// its project (emit.ts), so the number of a later one is greater, and an id of a process whose clock is behind is
// looked for among the newest, too.
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

/** Up to where somebody has heard: the greatest number, and the greatest id. */
export interface Place {
  readonly seq: number;
  readonly id: string;
}

/** How far the clocks of two processes may be apart, and how many events of that time are looked at. */
const CLOCKS_APART = 10 * SECOND;
const LATE_MAX = 200;

const NOWHERE: Place = { seq: 0, id: '00000000-0000-0000-0000-000000000000' };

const COLUMNS = 'id, seq, type, event, object_id, payload, created_at';

/** Behind all that is stored now. */
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

/** In their order; `isMore` when there are others behind them. */
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
  // Rows first: what is packed meanwhile is read twice, and never missed.
  const packs = await compactedEvents(sql, projectId, { after: place.id, enough: limit + 1 });
  const behind = stored.filter((row) => !row.is_late);
  // Behind the last of a whole page of rows there may be others that are stored.
  const edges = [behind.length === limit ? behind.at(-1)?.id : undefined, packs.edge ?? undefined];
  const edge = edges.filter((id) => id !== undefined).sort()[0];
  const found = [...new Map([...packs.rows, ...behind].map((row) => [row.id, row])).values()]
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
