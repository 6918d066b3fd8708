// The jump guard withholds a currency whose mid price jumped beyond the sanity band (requests get 503, never a
// doubtful quote) until newer prices confirm the jump, the price comes back, or the previous price is too old to
// compare with. A real crash costs one refresh of unavailability; a short glitch of the sources costs no money.
import type { Decimal } from '../core/money.ts';
import { isWithin } from './price-math.ts';

export interface Mid {
  readonly price: Decimal;
  readonly kind: 'coin' | 'fiat';
  /** The time since which enough sources have reported, in milliseconds (agree-price.ts). */
  readonly asOf: number;
  readonly newestAt: number;
  /** The time until which enough prices are fresh by their sources' rules. */
  readonly freshUntil: number;
  readonly sources: readonly string[];
  /** The difference between the sources (agree-price.ts). Missing in snapshots stored by older versions. */
  readonly apart?: string;
}

export interface Suspect {
  readonly price: Decimal;
  readonly at: number;
}

export interface Withheld {
  readonly believed: Mid;
  readonly suspect: Suspect | null;
}

/** The reference for a new mid: the last accepted one, while fresh. */
export interface Believed {
  readonly believed: Mid | null;
  readonly suspect: Suspect | null;
}

interface Rules {
  readonly bandPercent: Decimal;
}

/** A mid price that is no longer fresh cannot serve as a reference. */
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

/** Null when the mid may be used, otherwise the suspect price to remember while the currency is withheld. */
export function guardJump(mid: Mid, before: Believed, rules: Rules): Suspect | null {
  const { believed, suspect } = before;
  if (believed === null || isWithin(mid.price, believed.price, rules.bandPercent)) return null;
  const fresh = { price: mid.price, at: mid.newestAt };
  if (suspect === null || !isWithin(mid.price, suspect.price, rules.bandPercent)) return fresh;
  // Reading the same prices twice does not confirm them.
  return mid.newestAt > suspect.at ? null : suspect;
}
