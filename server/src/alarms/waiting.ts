// Messages that no destination has taken yet.
import type { Sql } from '../db/database.ts';

/** When the oldest was made, of destinations that are on; null: none waits. */
export async function oldestWaiting(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ oldest: Date | null }>(
    `select min(m.created_at) as oldest from alarm_messages m
     join alarm_destinations d on d.id = m.destination_id
     where m.status = 'pending' and d.is_enabled`,
  );
  return row?.oldest ?? null;
}
