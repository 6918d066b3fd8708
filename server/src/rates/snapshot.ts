// The rate snapshot: one mid price per currency against the pivot. All crosses derive from the same prices, so no
// triangular trade is profitable. Pure.
import { assert } from '../core/assert.ts';
import { type Decimal, decimal, formatDecimal, multiply } from '../core/money.ts';
import {
  type AgreeRules,
  agreePrice,
  CROSS_DIGITS,
  divideSignificant,
  isSaneBand,
  isWithin,
  ONE,
  PIVOT_DIGITS,
  type Refusal,
  roundSignificant,
} from './agree-price.ts';
import { LIQUID_FIATS, PIVOT, type TimedTicker } from './provider.ts';

export interface Snapshot {
  /** In milliseconds. */
  readonly at: number;
  /** In the pivot (EUR). A missing currency has no rate. */
  readonly mids: ReadonlyMap<string, Mid>;
  /** Currencies whose price jumped or was lost, with the last accepted price (guard-jump.ts). */
  readonly withheld: ReadonlyMap<string, Withheld>;
  readonly refused: readonly Refusal[];
}

export interface SnapshotSettings {
  readonly sourcesMin: number;
  /** In percent: the maximum distance of a source from the median, and of a mid from the previous one. */
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

/** Currencies without enough agreement are absent: rates fail closed. */
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

export function pivotMid(now: number): Mid {
  const freshUntil = Number.MAX_SAFE_INTEGER;
  return { price: ONE, kind: 'fiat', asOf: now, newestAt: now, freshUntil, sources: [] };
}

function keep(building: Building, code: string, mid: Mid | null): void {
  const before = historyOf(building.request.settings.previous, code, building.rules.now);
  // Without new data, an earlier jump remains suspect.
  const suspect = mid === null ? before.suspect : guardJump(mid, before, building.rules);
  if (mid !== null && suspect === null) building.mids.set(code, mid);
  else if (before.believed !== null) {
    building.withheld.set(code, { believed: before.believed, suspect });
  }
}

function fiatMid(building: Building, code: string): Mid | null {
  const { request, rules, refused } = building;
  const pair = { base: code, quote: PIVOT };
  const agreed = agreePrice(request.tickers, pair, { rules, refused });
  return agreed === null ? null : { ...agreed, kind: 'fiat' };
}

/**
 * From the coin's market in the pivot, or else in the next liquid fiat currency with a market and a rate. `asOf` is
 * the time of the coin's price; the time of the fiat rate, which some sources update daily, counts through
 * `freshUntil`.
 */
function coinMid(building: Building, code: string): Mid | null {
  const { request, rules, refused } = building;
  // Fiat sources sometimes also list coins, with few digits. They have no vote on coins.
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

/** `asOf` is the older time of the two parts. */
export interface CrossedMid {
  readonly price: Decimal;
  readonly asOf: number;
}

/** Null when either currency has no rate. rates.ts checks staleness. */
export function midOf(snapshot: Snapshot, base: string, quote: string): CrossedMid | null {
  const left = snapshot.mids.get(base);
  const right = snapshot.mids.get(quote);
  if (left === undefined || right === undefined) return null;
  const price = divideSignificant(left.price, right.price, CROSS_DIGITS);
  return { price, asOf: Math.min(left.asOf, right.asOf) };
}

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

/** Throws when a price is not decimal text, because only this file writes the row. */
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

interface Suspect {
  readonly price: Decimal;
  readonly at: number;
}

interface Withheld {
  readonly believed: Mid;
  readonly suspect: Suspect | null;
}

/** The reference for a new mid: the last accepted one, while fresh. */
interface Believed {
  readonly believed: Mid | null;
  readonly suspect: Suspect | null;
}

interface Rules {
  readonly bandPercent: Decimal;
}

/** A mid price that is no longer fresh cannot serve as a reference. */
function historyOf(
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
function guardJump(mid: Mid, before: Believed, rules: Rules): Suspect | null {
  const { believed, suspect } = before;
  if (believed === null || isWithin(mid.price, believed.price, rules.bandPercent)) return null;
  const fresh = { price: mid.price, at: mid.newestAt };
  if (suspect === null || !isWithin(mid.price, suspect.price, rules.bandPercent)) return fresh;
  // Reading the same prices twice does not confirm them.
  return mid.newestAt > suspect.at ? null : suspect;
}
