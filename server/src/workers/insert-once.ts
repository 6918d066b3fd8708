// Stores new objects of one or more projects in one statement, each once: a request that is repeated gets the object of
// its first attempt, and a custom_id that is taken fails only its own object.
import { type Database, violatedConstraint } from '../db/database.ts';
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

interface How<Item, Row> {
  readonly db: Database;
  /** Its unique keys are `<table>_pkey` and `<table>_custom_id`, both within a project. */
  readonly table: 'invoices' | 'checkouts';
  readonly columns: string;
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

/** Those that have the ID or the custom_id of one of the entries. */
async function findExisting<Row extends Named & { project_id: string }>(
  { db, table, columns }: Pick<How<never, never>, 'db' | 'table' | 'columns'>,
  entries: readonly Entry<Named>[],
): Promise<Existing<Row>> {
  // Two queries, each with its own index: with `or`, the planner would read all of the project's objects.
  const rows = await db.query<Row>(
    `select ${columns} from unnest($1::uuid[], $2::uuid[]) as t(of_project, of_id)
       join ${table} on project_id = of_project and id = of_id
     union all
     select ${columns} from unnest($1::uuid[], $3::text[]) as t(of_project, of_name)
       join ${table} on project_id = of_project and custom_id = of_name
     where id <> all($2::uuid[])
     limit 1000`,
    [
      entries.map(({ projectId }) => projectId),
      entries.map(({ item }) => item.id),
      entries.map(({ item }) => item.custom_id),
    ],
  );
  const named = rows.flatMap(({ project_id: of, custom_id: name }) =>
    name === null ? [] : [keyOf(of, name)],
  );
  return {
    ids: new Map(rows.map((row) => [keyOf(row.project_id, row.id), row])),
    customIds: new Set(named),
  };
}
