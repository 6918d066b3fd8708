// Stores new checkouts: those that are requested at the same time, in one transaction. A duplicate custom_id fails only
// its own checkout.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { countAcross } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import { lockFreeLedgers, lockLedgers } from '../ledger/post.ts';
import { batchedTogether, type Group } from '../workers/shared-batcher.ts';
import { reportNew } from './report.ts';
import type { CheckoutRow } from './store-checkouts.ts';
import { findTaken, insertCheckouts } from './store-new.ts';

/** `isNew`: false when an earlier attempt of the same request stored it. */
export type Inserted =
  | { readonly row: CheckoutRow; readonly isNew: boolean }
  | 'duplicate_custom_id';

const BATCH_MAX = 64;

const insertBatched = batchedTogether<CheckoutRow, Inserted>({
  name: 'checkouts',
  batchMax: BATCH_MAX,
  isSlow: () => false,
  writeTogether: (app, groups) =>
    app.db.transaction(async (tx) => {
      const free = await lockFreeLedgers(
        tx,
        groups.map(({ key }) => key),
      );
      const inserted = await insertAll(
        tx,
        groups.filter(({ key }) => free.has(key)),
      );
      return groups.map(({ key }) => inserted.get(key) ?? null);
    }),
  writeAlone: (app, group) =>
    app.db.transaction(async (tx) => {
      await lockLedgers(tx, [group.key]);
      const inserted = await insertAll(tx, [group]);
      return defined(inserted.get(group.key), 'one for each');
    }),
});

export function insertNew(app: App, row: CheckoutRow): Promise<Inserted> {
  return insertBatched(app, row.project_id, row);
}

/** By project. The caller holds their ledger locks, so nothing is taken in the meantime. */
async function insertAll(
  tx: Tx,
  groups: readonly Group<CheckoutRow>[],
): Promise<ReadonlyMap<string, readonly Inserted[]>> {
  const items = groups.flatMap((group) => group.items);
  if (items.length === 0) return new Map();
  const taken = await findTaken(tx, items);
  const byId = new Map(taken.map((row) => [row.id, row]));
  const names = new Set(taken.flatMap(nameOf));
  const fresh: CheckoutRow[] = [];
  const outcomes = new Map<CheckoutRow, Inserted>();
  for (const item of items) {
    const own = nameOf(item);
    const repeated = byId.get(item.id);
    if (repeated !== undefined) outcomes.set(item, { row: repeated, isNew: false });
    else if (own.some((name) => names.has(name))) outcomes.set(item, 'duplicate_custom_id');
    else {
      fresh.push(item);
      byId.set(item.id, item);
      for (const name of own) names.add(name);
      outcomes.set(item, { row: item, isNew: true });
    }
  }
  await storeFresh(tx, fresh);
  const of = (item: CheckoutRow) => defined(outcomes.get(item), 'one for each');
  return new Map(groups.map(({ key, items: own }) => [key, own.map(of)]));
}

async function storeFresh(tx: Tx, fresh: readonly CheckoutRow[]): Promise<void> {
  if (fresh.length === 0) return;
  const projectIds = fresh.map((row) => row.project_id);
  await insertCheckouts(tx, fresh);
  await countAcross(tx, { objectType: 'checkout', projectIds });
  for (const [projectId, rows] of groupBy(fresh, (row) => row.project_id))
    await reportNew(tx, projectId, rows);
}

function nameOf({ project_id: projectId, custom_id: name }: CheckoutRow): string[] {
  return name === null ? [] : [`${projectId} ${name}`];
}
