// Stores pending new invoices of all projects in one statement. A duplicate custom_id fails only that invoice.
import { withPool } from '../addresses/pool.ts';
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { emitAcross } from '../events/emit.ts';
import { type Inserted, insertOnce } from '../workers/insert-once.ts';
import { batchedTogether, type Group } from '../workers/shared-batcher.ts';
import { presentInvoice } from './present.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from './store-invoices.ts';
import { type NewInvoice, storeNew } from './store-new.ts';

const BATCH_MAX = 64;

const insertBatched = batchedTogether<NewInvoice, Inserted<InvoiceRow>>({
  name: 'invoices',
  batchMax: BATCH_MAX,
  isSlow: () => false,
  writeTogether: (app, groups) => insertInvoices(app, groups, { waits: false }),
  async writeAlone(app, group) {
    const [outcomes] = await insertInvoices(app, [group], { waits: true });
    return defined(outcomes ?? null, 'a lock that was waited for');
  },
});

export function insertInvoice(app: App, invoice: NewInvoice): Promise<Inserted<InvoiceRow>> {
  return insertBatched(app, invoice.project.id, invoice);
}

/** Null when another process holds the project's ledger lock. */
function insertInvoices(
  app: App,
  groups: readonly Group<NewInvoice>[],
  how: { readonly waits: boolean },
): Promise<readonly (readonly Inserted<InvoiceRow>[] | null)[]> {
  app.traces?.made(
    'invoice',
    groups.flatMap(({ items }) => items.map(({ id }) => id)),
  );
  return insertOnce(groups, {
    table: 'invoices',
    find: (keys) => app.db.query<InvoiceRow>(TAKEN, keys),
    store: (fresh) => withPool(app, () => store(app, fresh, how)),
  });
}

/** Two queries, each with its own index: with `or`, the planner would read all of the project's invoices. */
const TAKEN = `
  select ${INVOICE_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as t(of_project, of_id)
    join invoices on project_id = of_project and id = of_id
  union all
  select ${INVOICE_COLUMNS} from unnest($1::uuid[], $3::text[]) as t(of_project, of_name)
    join invoices on project_id = of_project and custom_id = of_name
  where id <> all($2::uuid[])
  limit 1000`;

/** Merchants with callbacks for new invoices need the events in the same transaction. */
function store(
  app: App,
  items: readonly NewInvoice[],
  how: { readonly waits: boolean },
): Promise<InvoiceRow[]> {
  const reported = new Set(
    items.flatMap(({ project }) =>
      project.settings.sendsInvoiceCreated === true ? [project.id] : [],
    ),
  );
  if (reported.size === 0) return storeNew(app, items, { run: app.db.write, ...how });
  return app.db.transaction(async (tx) => {
    const rows = await storeNew(app, items, { run: tx.query, ...how });
    const events = rows
      .filter((row) => reported.has(row.project_id))
      .map((row) => ({
        ...({ type: 'Invoice', event: 'created' } as const),
        projectId: row.project_id,
        objectId: row.id,
        data: presentInvoice(app, row, []),
      }));
    await emitAcross(tx, events);
    return rows;
  });
}
