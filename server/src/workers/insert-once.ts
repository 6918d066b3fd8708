// Stores new objects of one or more projects in one statement, each once: a request that is repeated gets the object of
// its first attempt, and a custom_id that is taken fails only its own object.
import { violatedConstraint } from '../db/database.ts';
import type { Group } from './shared-batcher.ts';

export type Inserted<Row> =
  /** `isNew`: false when an earlier attempt of the same request stored it. */
  { readonly row: Row; readonly isNew: boolean } | 'duplicate_custom_id';

interface Named {
  readonly id: string;
  readonly custom_id: string | null;
}

interface Entry<Item> {
  readonly projectId: string;
  readonly item: Item;
}

/** Parameters of a query: the project, the ID and the custom_id of each. */
export type TakenKeys = [projectIds: string[], ids: string[], customIds: (string | null)[]];

interface How<Item, Row> {
  /** Its unique keys are `<table>_pkey` and `<table>_custom_id`, both within a project. */
  readonly table: 'invoices' | 'checkouts';
  /** Those that have one of the IDs or one of the custom_ids. */
  readonly find: (keys: TakenKeys) => Promise<readonly Row[]>;
  /** All or nothing, except that projects whose ledger is locked elsewhere are left out. */
  readonly store: (fresh: readonly Item[]) => Promise<readonly Row[]>;
}

/**
 * One result per item of each group, in order. Null for a project that `store` left out. What exists is rare, so it is
 * looked up only after the database reports a conflict.
 */
export async function insertOnce<Item extends Named, Row extends Named & { project_id: string }>(
  groups: readonly Group<Item>[],
  how: How<Item, Row>,
): Promise<readonly (readonly Inserted<Row>[] | null)[]> {
  const entries = groups.flatMap(({ key, items }) =>
    items.map((item) => ({ projectId: key, item })),
  );
  const unique = firstOfEach(entries);
  let existing: Existing<Row> = { ids: new Map(), customIds: new Set() };
  for (;;) {
    const fresh = unique.filter((entry) => !isKnown(existing, entry));
    try {
      const rows = fresh.length === 0 ? [] : await how.store(fresh.map(({ item }) => item));
      return resultsOf(groups, { fresh, rows, existing });
    } catch (error) {
      const violated = violatedConstraint(error);
      if (violated !== `${how.table}_pkey` && violated !== `${how.table}_custom_id`) throw error;
      const found = await findExisting<Row>(how, entries);
      // They are never deleted, so each retry finds more. If a retry finds no more, the error has another cause.
      if (found.ids.size === existing.ids.size) throw error;
      existing = found;
    }
  }
}

interface Existing<Row> {
  /** By `keyOf`. */
  readonly ids: ReadonlyMap<string, Row>;
  readonly customIds: ReadonlySet<string>;
}

const keyOf = (projectId: string, name: string) => `${projectId} ${name}`;

function isKnown<Row>(
  { ids, customIds }: Existing<Row>,
  { projectId, item }: Entry<Named>,
): boolean {
  if (ids.has(keyOf(projectId, item.id))) return true;
  return item.custom_id !== null && customIds.has(keyOf(projectId, item.custom_id));
}

function firstOfEach<Item extends Named>(entries: readonly Entry<Item>[]): Entry<Item>[] {
  const seen = new Set<string>();
  const isNew = (key: string) => seen.size < seen.add(key).size;
  return entries.filter(
    ({ projectId, item: { id, custom_id: customId } }) =>
      isNew(`id ${keyOf(projectId, id)}`) &&
      (customId === null || isNew(`custom_id ${keyOf(projectId, customId)}`)),
  );
}

interface Stored<Row> {
  readonly fresh: readonly Entry<Named>[];
  readonly rows: readonly Row[];
  readonly existing: Existing<Row>;
}

function resultsOf<Row extends Named & { project_id: string }>(
  groups: readonly Group<Named>[],
  { fresh, rows, existing }: Stored<Row>,
): (Inserted<Row>[] | null)[] {
  const tried = new Set(fresh.map(({ projectId }) => projectId));
  const stored = new Set(rows.map((row) => row.project_id));
  const added = new Map(rows.map((row) => [keyOf(row.project_id, row.id), row]));
  const outcomeOf = (key: string): Inserted<Row> => {
    const row = added.get(key);
    if (row !== undefined) return { row, isNew: true };
    const earlier = existing.ids.get(key);
    return earlier === undefined ? 'duplicate_custom_id' : { row: earlier, isNew: false };
  };
  return groups.map(({ key, items }) =>
    tried.has(key) && !stored.has(key) ? null : items.map(({ id }) => outcomeOf(keyOf(key, id))),
  );
}

async function findExisting<Row extends Named & { project_id: string }>(
  { find }: Pick<How<never, Row>, 'find'>,
  entries: readonly Entry<Named>[],
): Promise<Existing<Row>> {
  const rows = await find([
    entries.map(({ projectId }) => projectId),
    entries.map(({ item }) => item.id),
    entries.map(({ item }) => item.custom_id),
  ]);
  const named = rows.flatMap(({ project_id: of, custom_id: name }) =>
    name === null ? [] : [keyOf(of, name)],
  );
  return {
    ids: new Map(rows.map((row) => [keyOf(row.project_id, row.id), row])),
    customIds: new Set(named),
  };
}
