// What one process has compared with the chains since it last had reason to doubt its database: at startup, and after a
// broken database connection or a rollback. Nothing is sent based on an earlier comparison.
import { SECOND, wallNow } from '../core/clock.ts';

export interface Outlook {
  /** The stored height when the comparison began. */
  readonly startHeight: number;
  isExamined: boolean;
}

export interface Comparison {
  /** Incremented with every doubt. Results from an earlier round do not count. */
  round: number;
  /** The latest round in which the database was not rolled back. Addresses are issued only then. */
  trustedRound: number | null;
  /** By the system clock; null at process startup. */
  doubtedAt: number | null;
  readonly outlooks: Map<string, Outlook>;
}

export function newComparison(): Comparison {
  return { round: 0, trustedRound: null, doubtedAt: null, outlooks: new Map() };
}

export function doubt(comparison: Comparison): void {
  comparison.round += 1;
  comparison.doubtedAt = wallNow();
  comparison.outlooks.clear();
}

/** After this long, transactions that other processes were submitting are visible at the node. */
const ARRIVAL = 10 * SECOND;

/** Whether reads of a chain now include everything sent before the doubt. */
export function hasArrived({ doubtedAt }: Comparison): boolean {
  return doubtedAt === null || wallNow() - doubtedAt >= ARRIVAL;
}
