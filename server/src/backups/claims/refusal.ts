// A place refuses a database when it belongs to another history of that database.
import type { App } from '../../app.ts';
import { DAY, wallNow } from '../../core/clock.ts';
import type { Sql } from '../../db/database.ts';
import { hasHistories } from '../../db/own-history.ts';
import { openAlert, resolveOpen } from '../../ledger/alerts.ts';
import { BackupError } from '../backup.ts';

export type RefusalReason = 'claimed' | 'unclaimed_histories' | 'other_log' | 'unknown_backup';

export interface Refusal {
  readonly place: string;
  readonly reason: RefusalReason;
  /** The history that owns the place; null: unclaimed. */
  readonly owner: string | null;
}

export class PlaceRefusal extends BackupError {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, what: string) {
    super(
      `${what}. Nothing was stored. Use another location, or stop the other instance permanently and take this one over: ` +
        `chaintill backup take-over --to ${refusal.place}`,
    );
    this.refusal = refusal;
  }
}

// Refusals are recorded in the refused database, so that its service opens the alert, whichever process was refused.

/** Without a new refusal for this long, the place is no longer in use. */
const EXPIRED_AFTER = 2 * DAY;

/** Records a refusal; a success clears the previous one. */
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

export function readRefusals(sql: Sql): Promise<Refusal[]> {
  return sql.query<Refusal>(
    'select place, reason, owner from backup_refusals where refused_at > $1 order by place',
    [new Date(wallNow() - EXPIRED_AFTER)],
  );
}

// The alert is resolved when this database stores in the place again or stops trying.

const KIND = 'backup_destination_claimed';

export async function watchRefusals(app: App): Promise<void> {
  const refusals = await readRefusals(app.db);
  for (const { place, reason, owner } of refusals)
    await openAlert(app, {
      kind: 'backup_destination_claimed',
      subject: place,
      facts: { reason, history: owner },
    });
  const open = await app.db.query<{ place: string }>(
    `select facts ->> 'subject' as place from alerts where kind = $1 and resolved_at is null`,
    [KIND],
  );
  const refused = new Set(refusals.map(({ place }) => place));
  const subjects = open.map(({ place }) => place).filter((place) => !refused.has(place));
  await resolveOpen(app, { kind: KIND, subjects });
}
