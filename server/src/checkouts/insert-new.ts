// Stores new checkouts that are requested at the same time in one statement. A duplicate custom_id fails only its own
// checkout.
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { type Inserted, insertOnce } from '../workers/insert-once.ts';
import { batchedTogether, type Group } from '../workers/shared-batcher.ts';
import { CHECKOUT_COLUMNS, type CheckoutRow } from './store-checkouts.ts';
import { storeNew } from './store-new.ts';

const BATCH_MAX = 64;

const insertBatched = batchedTogether<CheckoutRow, Inserted<CheckoutRow>>({
  name: 'checkouts',
  batchMax: BATCH_MAX,
  isSlow: () => false,
  writeTogether: (app, groups) => insertAll(app, groups, { waits: false }),
  async writeAlone(app, group) {
    const [outcomes] = await insertAll(app, [group], { waits: true });
    return defined(outcomes ?? null, 'a lock that was waited for');
  },
});

export function insertNew(app: App, row: CheckoutRow): Promise<Inserted<CheckoutRow>> {
  return insertBatched(app, row.project_id, row);
}

/** Null when another process holds the project's ledger lock. */
function insertAll(
  app: App,
  groups: readonly Group<CheckoutRow>[],
  how: { readonly waits: boolean },
): Promise<readonly (readonly Inserted<CheckoutRow>[] | null)[]> {
  return insertOnce(groups, {
    table: 'checkouts',
    find: (keys) => app.db.query<CheckoutRow>(TAKEN, keys),
    store: (fresh) => storeNew(app, fresh, { run: app.db.write, ...how }),
  });
}

/** Two queries, each with its own index: with `or`, the planner would read all of the project's checkouts. */
const TAKEN = `
  select ${CHECKOUT_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as t(of_project, of_id)
    join checkouts on project_id = of_project and id = of_id
  union all
  select ${CHECKOUT_COLUMNS} from unnest($1::uuid[], $3::text[]) as t(of_project, of_name)
    join checkouts on project_id = of_project and custom_id = of_name
  where id <> all($2::uuid[])
  limit 1000`;
