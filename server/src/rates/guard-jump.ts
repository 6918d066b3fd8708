// The jump guard: a mid price that leaves the sanity band around the previous one is not believed at
// first sight. The currency is withheld (requests get 503, never a doubtful quote) until newer prices
// say the same again, or the price comes back, or the previous price is too old to compare with.
// A real crash costs one refresh of unavailability; a moment's glitch at the sources costs nobody money.
// Used by snapshot.ts.
import type { Decimal } from '../core/decimal.ts';
import { isWithin } from './price-math.ts';

/** The price of one unit of a currency in the pivot. */
export interface Mid {
  readonly price: Decimal;
  readonly kind: 'coin' | 'fiat';
  /** Since when enough sources have spoken, in milliseconds (agree-price.ts). */
  readonly asOf: number;
  /** Time of the newest price in it. */
  readonly newestAt: number;
  /** Until when enough of the prices in it are fresh by their sources' rules. */
  readonly freshUntil: number;
  readonly sources: readonly string[];
  /** How far these are apart (agree-price.ts); not known of what older versions stored. */
  readonly apart?: string;
}

/** A jump that waits for a confirmation. */
export interface Suspect {
  readonly price: Decimal;
  /** Time of the newest price that said so first. */
  readonly at: number;
}

/** A currency without a usable mid at present: what was believed last, and the jump, if it is one. */
export interface Withheld {
  readonly believed: Mid;
  readonly suspect: Suspect | null;
}

/** What a new mid is compared with: the last one believed, while it is fresh. */
export interface Believed {
  readonly believed: Mid | null;
  readonly suspect: Suspect | null;
}

interface Rules {
  readonly bandPercent: Decimal;
}

/** What the previous snapshot knew of a currency. A mid that is no longer fresh proves nothing. */
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

/** Null when the mid may be used, else the suspicion to remember while it is withheld. */
export function guardJump(mid: Mid, before: Believed, rules: Rules): Suspect | null {
  const { believed, suspect } = before;
  if (believed === null || isWithin(mid.price, believed.price, rules.bandPercent)) return null;
  const fresh = { price: mid.price, at: mid.newestAt };
  if (suspect === null || !isWithin(mid.price, suspect.price, rules.bandPercent)) return fresh;
  // The same prices read twice are no confirmation.
  return mid.newestAt > suspect.at ? null : suspect;
}
