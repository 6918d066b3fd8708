// What one process has compared with the chains since it last had reason to doubt its database: at startup, and after a
// broken database connection or a rollback. Nothing is sent based on a comparison made before the doubt.
import { SECOND, wallNow } from '../core/clock.ts';

/** What the sender of one coin has compared. */
export interface Outlook {
  /** The height stored in the database when the comparison began. */
  readonly startHeight: number;
  isExamined: boolean;
}

export interface Comparison {
  /** Incremented with every doubt. Results from an earlier round do not count. */
  round: number;
  /**
   * The latest round in which this process verified that its database has everything the process remembers. Addresses
   * are issued only then.
   */
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

/**
 * After this long, a transaction that another process was submitting when its database connection broke has reached the
 * node, so later reads of the node include it.
 */
const ARRIVAL = 10 * SECOND;

/** Whether anything read from a chain from now on includes everything sent before the doubt. */
export function hasArrived({ doubtedAt }: Comparison): boolean {
  return doubtedAt === null || wallNow() - doubtedAt >= ARRIVAL;
}
