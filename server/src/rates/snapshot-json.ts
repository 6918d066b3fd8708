// A snapshot as plain JSON for its database row, and back. Prices are decimal text. The rejected tickers are for the
// log of the process that built it and are not stored.
import { decimal, formatDecimal } from '../core/decimal.ts';
import type { Mid, Withheld } from './guard-jump.ts';
import type { Snapshot } from './snapshot.ts';

export interface MidJson extends Omit<Mid, 'price'> {
  readonly price: string;
}

export interface WithheldJson {
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
