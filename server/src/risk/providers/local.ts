// Risk from lists in memory. Needs no network, so it works in every mode.
import { basename } from 'node:path';
import { addressSpaceOf } from '../../coins/registry.ts';
import { type AddressIndex, findingOf, indexEntries, type ListEntry } from '../address-list.ts';
import { readListFile } from '../import-list.ts';
import { defineRiskProvider, type RiskContext, type RiskProvider } from '../provider.ts';

/** Another array may replace `entries` while the provider runs. The array is never mutated. */
export interface EntrySource {
  readonly entries: readonly ListEntry[];
}

/** The key shared by coins with the same addresses, because an address has the same owner on all of them. */
type NameNetwork = (code: string) => string;

/** A listing applies to all coins of the network: an owner who is sanctioned for ether is also sanctioned for USDT. */
export function localRiskProvider(
  sources: readonly EntrySource[],
  networkOf: NameNetwork = (code) => code,
): RiskProvider {
  const indexes = sources.map((source) => keptIndex(source, networkOf));
  return {
    name: 'local',
    async assess(subjects) {
      const current = indexes.map((index) => index());
      return subjects.map((subject) =>
        findingOf(current, { ...subject, currency: networkOf(subject.currency) }),
      );
    },
  };
}

/** Rebuilds the index only for another array: indexing millions of entries is expensive. */
function keptIndex(source: EntrySource, networkOf: NameNetwork): () => AddressIndex {
  let entries = source.entries;
  let index = indexEntries(entries, networkOf);
  return () => {
    if (source.entries !== entries) {
      entries = source.entries;
      index = indexEntries(entries, networkOf);
    }
    return index;
  };
}

async function sanctionsOf(context: RiskContext): Promise<readonly ListEntry[]> {
  const entries: ListEntry[] = [];
  for (const path of context.listFiles) {
    const name = basename(path);
    const listed = await readListFile(path, context);
    for (const { currency, address } of listed) {
      entries.push({ list: 'sanctions', currency, address, name });
    }
  }
  return entries;
}

export default defineRiskProvider({
  name: 'local',
  async create(context) {
    const sources = [{ entries: await sanctionsOf(context) }, context.operatorLists];
    return localRiskProvider(sources, addressSpaceOf);
  },
});
