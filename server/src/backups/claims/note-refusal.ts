// Records refusals in the database that was refused, so that the service opens the alert, whichever process was
// refused.
import { DAY, wallNow } from '../../core/clock.ts';
import type { Sql } from '../../db/database.ts';
import { hasHistories } from '../../db/own-history.ts';
import { PlaceRefusal, type Refusal } from './refusal.ts';

/** If nothing tried to store there for this long, the place is no longer in use. */
const EXPIRED_AFTER = 2 * DAY;

/** Runs work that stores in a place. A refusal is recorded; a success clears the previous one. */
export async function notingRefusal<T>(
  sql: Sql,
  place: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    if (await hasHistories(sql)) await endRefusal(sql, place);
    return result;
  } catch (error) {
    if (error instanceof PlaceRefusal && (await hasHistories(sql)))
      await noteRefusal(sql, error.refusal);
    throw error;
  }
}

async function noteRefusal(sql: Sql, { place, reason, owner }: Refusal): Promise<void> {
  await sql.query(
    `insert into backup_refusals (place, reason, owner, refused_at) values ($1, $2, $3, $4)
     on conflict (place) do update
     set reason = excluded.reason, owner = excluded.owner, refused_at = excluded.refused_at`,
    [place, reason, owner, new Date(wallNow())],
  );
}

export async function endRefusal(sql: Sql, place: string): Promise<void> {
  await sql.query('delete from backup_refusals where place = $1', [place]);
}

/** Refusals of places that are still in use. */
export function readRefusals(sql: Sql): Promise<Refusal[]> {
  return sql.query<Refusal>(
    'select place, reason, owner from backup_refusals where refused_at > $1 order by place',
    [new Date(wallNow() - EXPIRED_AFTER)],
  );
}
