// What was read before a lock is held, and whether it is still so under the lock: by the transaction that last changed
// each row, which PostgreSQL keeps in `xmin`. Another one means that something changed, be it what does not matter.
import { SECOND } from '../core/clock.ts';
import type { Tx } from './tx.ts';

/** In a select list. */
export const VERSION = 'xmin::text as row_version';

export interface Versioned {
  readonly row_version: string;
}

/** What was worked out longer ago than this, in milliseconds, is worked out again: it has prices of that time. */
const GOOD_FOR = 10 * SECOND;

/** What was made of it must not be stored. */
class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** Two values of a statement that counts the rows which are as they were: ids and versions. */
export function versionsOf(rows: readonly (Versioned & { readonly id: string })[]): unknown[] {
  return [rows.map(({ id }) => id), rows.map(({ row_version: version }) => version)];
}

/** Throws when what was worked out at `plannedAt` is of another time: its process stood still, or waited for a lock. */
export function refuseOld(tx: Tx, plannedAt: Date): void {
  if (Math.abs(tx.now.getTime() - plannedAt.getTime()) > GOOD_FOR)
    throw new Overtaken('what was worked out is of another time');
}

/** Throws unless all of them were found. */
export function refuseChanged(found: readonly { n: number }[], count: number): void {
  if (found[0]?.n !== count) throw new Overtaken('what was read has changed meanwhile');
}
