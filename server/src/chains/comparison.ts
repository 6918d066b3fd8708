// What one process has compared with the chains since it last had reason to doubt its database: at its start, and
// whenever a connection to the database broke or the database went back. Nothing is sent on a comparison that is older
// than the doubt.
import { SECOND, wallNow } from '../core/clock.ts';

/** What the sender of one coin knows. */
export interface Outlook {
  /** The height that the database knew when the comparison began. */
  readonly startHeight: number;
  isExamined: boolean;
}

export interface Comparison {
  /** Rises with every doubt: what was begun in an older round says nothing. */
  round: number;
  /** The round in which this process last knew that its database has all that it remembers: addresses are given out. */
  trustedRound: number | null;
  /** By the machine's clock; null at the start of the process. */
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
 * What processes were handing to a node when their database went away has arrived there by then, and is seen by whoever
 * looks from then on.
 */
const ARRIVAL = 10 * SECOND;

/** Whether what is read of a chain from now on shows all that was sent before the doubt. */
export function hasArrived({ doubtedAt }: Comparison): boolean {
  return doubtedAt === null || wallNow() - doubtedAt >= ARRIVAL;
}
