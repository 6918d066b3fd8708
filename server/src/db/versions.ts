// Row versions for optimistic locking: rows are read before a lock is taken, and compared under the lock. PostgreSQL
// keeps the id of the transaction that last changed a row in `xmin`. A new version may also come from a change in an
// irrelevant column.
import { SECOND } from '../core/clock.ts';

export const VERSION = 'xmin::text as row_version';

export interface Versioned {
  readonly row_version: string;
}

/** Milliseconds. An older plan has outdated prices and is recomputed. */
const GOOD_FOR = 10 * SECOND;

class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Two parameter values, ids and versions, for a statement that counts the unchanged rows. */
export function versionsOf(rows: readonly (Versioned & { readonly id: string })[]): unknown[] {
  return [rows.map(({ id }) => id), rows.map(({ row_version: version }) => version)];
}

/** A plan is too old when its process was suspended, or waited long for a lock. */
export function refuseOld({ now }: { readonly now: Date }, plannedAt: Date): void {
  if (Math.abs(now.getTime() - plannedAt.getTime()) > GOOD_FOR)
    throw new Overtaken('the plan is too old');
}

/** `found`: the number of unchanged rows. Throws unless all rows are unchanged. */
export function refuseChanged(found: readonly { n: number }[], count: number): void {
  if (found[0]?.n !== count) throw new Overtaken('the rows have changed since they were read');
}
