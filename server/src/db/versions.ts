// Row versions for optimistic locking: data is read before a lock is taken, and checked under the lock. The version is
// the id of the transaction that last changed the row, which PostgreSQL keeps in `xmin`. A different version means that
// the row changed, even if only in an irrelevant column.
import { SECOND } from '../core/clock.ts';

/** For use in a select list. */
export const VERSION = 'xmin::text as row_version';

export interface Versioned {
  readonly row_version: string;
}

/** A plan older than this, in milliseconds, is recomputed, because its prices are outdated. */
const GOOD_FOR = 10 * SECOND;

/** The result must not be stored. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Two values, ids and versions, for a statement that counts the unchanged rows. */
export function versionsOf(rows: readonly (Versioned & { readonly id: string })[]): unknown[] {
  return [rows.map(({ id }) => id), rows.map(({ row_version: version }) => version)];
}

/** Throws when the plan made at `plannedAt` is too old: its process was suspended, or waited for a lock. */
export function refuseOld({ now }: { readonly now: Date }, plannedAt: Date): void {
  if (Math.abs(now.getTime() - plannedAt.getTime()) > GOOD_FOR)
    throw new Overtaken('what was worked out is of another time');
}

/** Throws unless all rows were found. */
export function refuseChanged(found: readonly { n: number }[], count: number): void {
  if (found[0]?.n !== count) throw new Overtaken('what was read has changed meanwhile');
}
