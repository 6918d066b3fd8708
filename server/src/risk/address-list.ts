// The combined verdict of address lists: the operator's blocklists and allowlists, and imported sanctions lists. Pure.
import { type Decimal, decimal } from '../core/money.ts';
import type { RiskFinding, RiskSubject } from './provider.ts';

/**
 * A sanctions list outranks `allow`, because an operator who once cleared an address must notice a later listing. An
 * operator who has checked that listing (a namesake, a license) uses `allow_despite_sanctions`.
 */
export type ListKind = 'allow' | 'sanctions' | 'allow_despite_sanctions' | 'block';

export interface ListEntry {
  readonly list: ListKind;
  readonly currency: string;
  /** Canonical, without a tag. */
  readonly address: string;
  /** The list's name, or the operator's note on the owner. Becomes the risk's resource name. */
  readonly name: string;
}

const RANK: Readonly<Record<ListKind, number>> = {
  allow: 1,
  sanctions: 2,
  allow_despite_sanctions: 3,
  block: 4,
};

const LISTED_SCORE: Decimal = decimal('10');
const ALLOWED_SCORE: Decimal = decimal('0');

export type AddressIndex = ReadonlyMap<string, ReadonlyMap<string, ListEntry>>;

/** By coin, or by the shared key of a coin's network, and then by address. */
export function indexEntries(
  entries: readonly ListEntry[],
  networkOf: (code: string) => string,
): AddressIndex {
  const index = new Map<string, Map<string, ListEntry>>();
  for (const entry of entries) {
    const network = networkOf(entry.currency);
    const ofCoin = index.get(network) ?? new Map<string, ListEntry>();
    index.set(network, ofCoin);
    ofCoin.set(entry.address, stronger(ofCoin.get(entry.address) ?? null, entry));
  }
  return index;
}

/** High if any of the subject's addresses is listed; low, with the name, if all are allowed; otherwise unknown. */
export function findingOf(
  indexes: readonly AddressIndex[],
  subject: RiskSubject,
): RiskFinding | null {
  const held = subject.addresses.map((address) => entryOf(indexes, subject.currency, address));
  const listed = held.reduce(
    (worst, entry) => (isListed(entry) ? stronger(worst, entry) : worst),
    null,
  );
  if (listed !== null) return asFinding(listed, LISTED_SCORE);
  const [first] = held;
  const isAllowed = first !== undefined && held.every((entry) => entry !== null);
  return isAllowed && first !== null ? asFinding(first, ALLOWED_SCORE) : null;
}

function entryOf(
  indexes: readonly AddressIndex[],
  currency: string,
  address: string,
): ListEntry | null {
  let found: ListEntry | null = null;
  for (const index of indexes) {
    const entry = index.get(currency)?.get(address);
    if (entry !== undefined) found = stronger(found, entry);
  }
  return found;
}

function stronger(a: ListEntry | null, b: ListEntry): ListEntry {
  return a !== null && RANK[a.list] >= RANK[b.list] ? a : b;
}

function isListed(entry: ListEntry | null): entry is ListEntry {
  return entry !== null && (entry.list === 'block' || entry.list === 'sanctions');
}

function asFinding(entry: ListEntry, score: Decimal): RiskFinding {
  return { score, resourceName: entry.name, resourceCategory: categoryOf(entry.list) };
}

function categoryOf(list: ListKind): string {
  if (list === 'sanctions') return 'sanctions';
  return list === 'block' ? 'block_list' : 'allow_list';
}
