// Messages that no destination has accepted yet.
import type { Sql } from '../db/database.ts';

/** Of enabled destinations. Null: no message is pending. */
export async function oldestWaiting(sql: Sql): Promise<Date | null> {
  const [row] = await sql.query<{ oldest: Date | null }>(
    `select min(m.created_at) as oldest from alert_messages m
     join alert_destinations d on d.id = m.destination_id
     where m.status = 'pending' and d.is_enabled`,
  );
  return row?.oldest ?? null;
}
