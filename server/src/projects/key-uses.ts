// Records when each API key was last used: to the minute and in batches, so that no request waits for it.
import type { App } from '../app.ts';
import { MINUTE, SECOND, wallNow } from '../core/clock.ts';
import { later } from '../core/later.ts';
import type { Sql } from '../db/database.ts';

export interface KeyUses {
  /** Records that a request was signed with the key, identified by its public part. */
  note(key: string): void;
  /** Stores pending uses. */
  finish(): Promise<void>;
}

const STORED_AFTER = SECOND;
const KEYS_MAX = 10_000;

export function keyUses(app: App): KeyUses {
  /** When each key was last recorded. */
  const noted = new Map<string, number>();
  const waiting = new Map<string, number>();
  const storing = later(STORED_AFTER, async () => {
    const uses = [...waiting];
    waiting.clear();
    await storeUses(app.db, uses).catch((error: unknown) =>
      app.log.warn({ err: error }, 'last use of keys not stored'),
    );
  });
  return {
    note(key) {
      const now = wallNow();
      if (Math.abs(now - (noted.get(key) ?? 0)) < MINUTE) return;
      if (noted.size >= KEYS_MAX) noted.clear();
      noted.set(key, now);
      waiting.set(key, now);
      storing.soon();
    },
    finish: storing.finish,
  };
}

/** Rows are locked in a fixed order, so that processes that record the same keys do not deadlock. */
async function storeUses(sql: Sql, uses: readonly (readonly [string, number])[]): Promise<void> {
  await sql.query(
    `update api_keys k set used_at = used.at from (
       select a.project_id, a.id, t.at from unnest($1::text[], $2::timestamptz[]) as t(key, at)
       join api_keys a on a.key = t.key
       where a.used_at is null or a.used_at <= t.at - interval '1 minute'
       order by a.key for no key update of a) used
     where k.project_id = used.project_id and k.id = used.id`,
    [uses.map(([key]) => key), uses.map(([, at]) => new Date(at))],
  );
}
