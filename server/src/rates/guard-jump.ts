// The jump guard: a mid price outside the sanity band around the previous one is not accepted immediately. The currency
// is withheld (requests get 503, never a doubtful quote) until newer prices confirm it, the price comes back, or the
// previous price is too old to compare with. A real price crash costs one refresh of unavailability; a short glitch of
// the sources costs no money. Used by snapshot.ts.
import type { Decimal } from '../core/money.ts';
import { isWithin } from './price-math.ts';

/** The price of one unit of a currency in the pivot. */
export interface Mid {
  readonly price: Decimal;
  readonly kind: 'coin' | 'fiat';
  /** The time since which enough sources have reported, in milliseconds (agree-price.ts). */
  readonly asOf: number;
  /** Time of its newest price. */
  readonly newestAt: number;
  /** The time until which enough of its prices are fresh by their sources' rules. */
  readonly freshUntil: number;
  readonly sources: readonly string[];
  /** The difference between the sources (agree-price.ts); missing in snapshots stored by older versions. */
  readonly apart?: string;
}

/** A jump that is waiting for confirmation. */
export interface Suspect {
  readonly price: Decimal;
  /** Time of the newest price that first showed it. */
  readonly at: number;
}

/** A currency without a usable mid price: the last accepted price, and the jump, if there is one. */
export interface Withheld {
  readonly believed: Mid;
  readonly suspect: Suspect | null;
}

/** The reference for a new mid: the last accepted one, while it is fresh. */
export interface Believed {
  readonly believed: Mid | null;
  readonly suspect: Suspect | null;
}

interface Rules {
  readonly bandPercent: Decimal;
}

/** A currency's state in the previous snapshot. A mid price that is no longer fresh proves nothing. */
export function historyOf(
  previous: {
    readonly mids: ReadonlyMap<string, Mid>;
    readonly withheld: ReadonlyMap<string, Withheld>;
  } | null,
  code: string,
  now: number,
): Believed {
  const withheld = previous?.withheld.get(code);
  const believed = previous?.mids.get(code) ?? withheld?.believed;
  if (believed === undefined || believed.freshUntil < now) return { believed: null, suspect: null };
  return { believed, suspect: withheld?.suspect ?? null };
}

/** Null when the mid may be used, otherwise the suspect price to remember while it is withheld. */
export function guardJump(mid: Mid, before: Believed, rules: Rules): Suspect | null {
  const { believed, suspect } = before;
  if (believed === null || isWithin(mid.price, believed.price, rules.bandPercent)) return null;
  const fresh = { price: mid.price, at: mid.newestAt };
  if (suspect === null || !isWithin(mid.price, suspect.price, rules.bandPercent)) return fresh;
  // Reading the same prices twice does not confirm them.
  return mid.newestAt > suspect.at ? null : suspect;
}
