// Risk from lists kept in memory: the operator's block and allow lists, and sanctions lists from files.
// Needs no network, so it works in every mode and an assessment costs a few look-ups.
import { basename } from 'node:path';
import { type AddressIndex, findingOf, indexEntries, type ListEntry } from '../address-list.ts';
import { defineRiskProvider, type RiskContext, type RiskProvider } from '../provider.ts';
import { readListFile } from '../read-list-file.ts';

/** Entries that may be replaced by another array while the provider runs. Never changed in place. */
export interface EntrySource {
  readonly entries: readonly ListEntry[];
}

/** A provider over one or several sources of entries. */
export function localRiskProvider(...sources: readonly EntrySource[]): RiskProvider {
  const indexes = sources.map(keptIndex);
  return {
    name: 'local',
    async assess(subjects) {
      const current = indexes.map((index) => index());
      return subjects.map((subject) => findingOf(current, subject));
    },
  };
}

/** Builds the index again only when the source holds another array: millions of entries are dear to index. */
function keptIndex(source: EntrySource): () => AddressIndex {
  let entries = source.entries;
  let index = indexEntries(entries);
  return () => {
    if (source.entries !== entries) {
      entries = source.entries;
      index = indexEntries(entries);
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
    return localRiskProvider({ entries: await sanctionsOf(context) }, context.operatorLists);
  },
});
