// The rate snapshot: one mid price per currency against the pivot, so that every pair can be crossed and no triangular
// trade is profitable (all crosses derive from the same prices). Built by the refresh worker from the sources' prices,
// and by sandbox-prices.ts in the sandbox; read through `midOf` and rates.ts. Pure.
import { assert } from '../core/assert.ts';
import { type Decimal, decimal, formatDecimal, multiply } from '../core/money.ts';
import { type AgreeRules, agreePrice, isSaneBand, type Refusal } from './agree-price.ts';
import { guardJump, historyOf, type Mid, type Withheld } from './guard-jump.ts';
import {
  CROSS_DIGITS,
  divideSignificant,
  ONE,
  PIVOT_DIGITS,
  roundSignificant,
} from './price-math.ts';
import { LIQUID_FIATS, PIVOT, type TimedTicker } from './provider.ts';

export interface Snapshot {
  /** When it was built, in milliseconds. */
  readonly at: number;
  /** Price of one unit of each currency in the pivot (EUR). A missing currency has no rate. */
  readonly mids: ReadonlyMap<string, Mid>;
  /** Currencies whose price jumped or was lost, with the last accepted one (guard-jump.ts). */
  readonly withheld: ReadonlyMap<string, Withheld>;
  /** Tickers that were not used, for the log. */
  readonly refused: readonly Refusal[];
}

export interface SnapshotSettings {
  /** The number of sources that must agree before a pair has a price. */
  readonly sourcesMin: number;
  /** The maximum distance of a source from the median, and of a mid from the previous one, in percent. */
  readonly bandPercent: Decimal;
  readonly previous: Snapshot | null;
}

export interface SnapshotRequest {
  readonly tickers: readonly TimedTicker[];
  readonly now: number;
  readonly coins: readonly string[];
  readonly fiats: readonly string[];
  readonly settings: SnapshotSettings;
}

/** The prices that the sources agree on. Currencies without enough agreement are absent: rates fail closed. */
export function buildSnapshot(request: SnapshotRequest): Snapshot {
  const { now, fiats, coins, settings } = request;
  assert(isSaneBand(settings.bandPercent), 'the sanity band is between 0 and 100 percent');
  const refused: Refusal[] = [];
  const building: Building = {
    request,
    rules: { now, sourcesMin: settings.sourcesMin, bandPercent: settings.bandPercent },
    mids: new Map([[PIVOT, pivotMid(now)]]),
    withheld: new Map(),
    refused,
  };
  for (const code of fiats) if (code !== PIVOT) keep(building, code, fiatMid(building, code));
  for (const code of coins) keep(building, code, coinMid(building, code));
  return { at: now, mids: building.mids, withheld: building.withheld, refused };
}

interface Building {
  readonly request: SnapshotRequest;
  readonly rules: AgreeRules;
  readonly mids: Map<string, Mid>;
  readonly withheld: Map<string, Withheld>;
  readonly refused: Refusal[];
}

/** The pivot is one by definition, at any time. */
export function pivotMid(now: number): Mid {
  const freshUntil = Number.MAX_SAFE_INTEGER;
  return { price: ONE, kind: 'fiat', asOf: now, newestAt: now, freshUntil, sources: [] };
}

function keep(building: Building, code: string, mid: Mid | null): void {
  const before = historyOf(building.request.settings.previous, code, building.rules.now);
  // Without new data, a known earlier jump is kept.
  const suspect = mid === null ? before.suspect : guardJump(mid, before, building.rules);
  if (mid !== null && suspect === null) building.mids.set(code, mid);
  else if (before.believed !== null) {
    building.withheld.set(code, { believed: before.believed, suspect });
  }
}

/** A fiat currency's price in the pivot, from live markets and reference rates alike. */
function fiatMid(building: Building, code: string): Mid | null {
  const { request, rules, refused } = building;
  const pair = { base: code, quote: PIVOT };
  const agreed = agreePrice(request.tickers, pair, { rules, refused });
  return agreed === null ? null : { ...agreed, kind: 'fiat' };
}

/**
 * A coin's price in the pivot: from its market in the pivot itself, or else from the next liquid fiat currency that has
 * both a market and a rate. Its `asOf` is the time of the coin's price. The time of the fiat rate, which some sources
 * update daily, counts through `freshUntil`.
 */
function coinMid(building: Building, code: string): Mid | null {
  const { request, rules, refused } = building;
  // Sources of fiat rates sometimes also list coins, with few digits; they have no vote on coins.
  const tickers = request.tickers.filter(({ kind }) => kind === 'coin');
  for (const quote of LIQUID_FIATS) {
    const fiat = building.mids.get(quote);
    const agreed = agreePrice(tickers, { base: code, quote }, { rules, refused });
    if (agreed === null || fiat === undefined) continue;
    const price = roundSignificant(multiply(agreed.price, fiat.price), PIVOT_DIGITS);
    const freshUntil = Math.min(agreed.freshUntil, fiat.freshUntil);
    return { ...agreed, price, freshUntil, kind: 'coin' };
  }
  return null;
}

/** A crossed price with the older time of its two parts. */
export interface CrossedMid {
  readonly price: Decimal;
  readonly asOf: number;
}

/** The mid price of one `base` in `quote`; null when either has no rate. rates.ts checks staleness. */
export function midOf(snapshot: Snapshot, base: string, quote: string): CrossedMid | null {
  const left = snapshot.mids.get(base);
  const right = snapshot.mids.get(quote);
  if (left === undefined || right === undefined) return null;
  const price = divideSignificant(left.price, right.price, CROSS_DIGITS);
  return { price, asOf: Math.min(left.asOf, right.asOf) };
}

// A snapshot as plain JSON for its database row, and back. Prices are decimal text. The rejected tickers are for the
// log of the process that built it and are not stored.

interface MidJson extends Omit<Mid, 'price'> {
  readonly price: string;
}

interface WithheldJson {
  readonly believed: MidJson;
  readonly suspect: { readonly price: string; readonly at: number } | null;
}

export interface SnapshotJson {
  readonly at: number;
  readonly mids: Readonly<Record<string, MidJson>>;
  readonly withheld: Readonly<Record<string, WithheldJson>>;
}

export function encodeSnapshot({ at, mids, withheld }: Snapshot): SnapshotJson {
  return {
    at,
    mids: mapValues(Object.fromEntries(mids), encodeMid),
    withheld: mapValues(Object.fromEntries(withheld), ({ believed, suspect }) => ({
      believed: encodeMid(believed),
      suspect: suspect && { price: formatDecimal(suspect.price), at: suspect.at },
    })),
  };
}

/** Throws when a price is not decimal text: only this file writes the row. */
export function decodeSnapshot({ at, mids, withheld }: SnapshotJson): Snapshot {
  const waiting = mapValues(withheld, ({ believed, suspect }) => ({
    believed: decodeMid(believed),
    suspect: suspect && { price: decimal(suspect.price), at: suspect.at },
  }));
  return {
    at,
    mids: new Map(Object.entries(mapValues(mids, decodeMid))),
    withheld: new Map<string, Withheld>(Object.entries(waiting)),
    refused: [],
  };
}

function encodeMid(mid: Mid): MidJson {
  return { ...mid, price: formatDecimal(mid.price) };
}

function decodeMid(mid: MidJson): Mid {
  return { ...mid, price: decimal(mid.price) };
}

function mapValues<A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
