// Stores new invoices of one project, as many as wait, in one statement (store-new.ts). Each gets its own outcome;
// one with a used custom_id fails alone.
import { withPool } from '../addresses/with-pool.ts';
import type { App } from '../app.ts';
import { known } from '../core/assert.ts';
import { type Database, violatedConstraint } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import { batched } from '../workers/batcher.ts';
import type { InvoiceRow } from './invoice.ts';
import { presentInvoice } from './present.ts';
import { INVOICE_COLUMNS } from './store.ts';
import { type NewInvoice, storeNew } from './store-new.ts';

export type InsertOutcome = InvoiceRow | 'duplicate_custom_id';

const BATCH_MAX = 64;
/** What refuses an invoice that is there already, or whose custom_id is used. */
const TAKEN = new Set(['invoices_pkey', 'invoices_custom_id']);

const insertBatched = batched<NewInvoice, InsertOutcome>({
  name: 'invoices',
  batchMax: BATCH_MAX,
  write: insertInvoices,
});

/** Waits for its turn in the project's next batch. */
export function insertInvoice(app: App, invoice: NewInvoice): Promise<InsertOutcome> {
  return insertBatched(app, invoice.project.id, invoice);
}

/** Hardly ever is one of them there already, so that is looked for only when the database says so. */
async function insertInvoices(
  app: App,
  projectId: string,
  items: readonly NewInvoice[],
): Promise<InsertOutcome[]> {
  app.traces?.made(
    'invoice',
    items.map(({ id }) => id),
  );
  let existing = NOTHING;
  for (;;) {
    const fresh = firstOfEach(items).filter(
      (item) => !existing.ids.has(item.id) && !existing.customIds.has(item.custom_id),
    );
    try {
      const rows = fresh.length === 0 ? [] : await withPool(app, () => store(app, fresh));
      const inserted = new Map(rows.map((row) => [row.id, row]));
      return items.map(
        (item) => inserted.get(item.id) ?? existing.ids.get(item.id) ?? 'duplicate_custom_id',
      );
    } catch (error) {
      if (!TAKEN.has(violatedConstraint(error) ?? '')) throw error;
      const found = await findExisting(app.db, projectId, items);
      // What was seen is never deleted: each round finds more, or the error is no matter of ours.
      if (found.n === existing.n) throw error;
      existing = found;
    }
  }
}

/** Where the merchant is told of new invoices, in one transaction with the event. */
function store(app: App, items: readonly NewInvoice[]): Promise<InvoiceRow[]> {
  const { project } = known(items[0], 'a batch is not empty');
  if (project.settings.sendsInvoiceCreated !== true) {
    return storeNew(app.db.write, app, items);
  }
  return app.db.transaction(async (tx) => {
    const rows = await storeNew(tx.query, app, items);
    const events = rows.map((row) => ({
      ...({ type: 'Invoice', event: 'created' } as const),
      objectId: row.id,
      data: presentInvoice(app, row, []),
    }));
    await emit(tx, project.id, events);
    return rows;
  });
}

interface Existing {
  readonly n: number;
  /** Invoices that a repeated request already made. */
  readonly ids: ReadonlyMap<string, InvoiceRow>;
  readonly customIds: ReadonlySet<string | null>;
}

const NOTHING: Existing = { n: 0, ids: new Map(), customIds: new Set() };

async function findExisting(
  db: Database,
  projectId: string,
  items: readonly NewInvoice[],
): Promise<Existing> {
  // Two searches, each by its own index: with `or` the planner reads all invoices of the project.
  const rows = await db.query<InvoiceRow>(
    `select ${INVOICE_COLUMNS} from invoices where project_id = $1 and id = any($2::uuid[])
     union all
     select ${INVOICE_COLUMNS} from invoices
     where project_id = $1 and custom_id = any($3::text[]) and id <> all($2::uuid[])
     limit ${2 * BATCH_MAX}`,
    [
      projectId,
      items.map((item) => item.id),
      items.map((item) => item.custom_id).filter((customId) => customId !== null),
    ],
  );
  return {
    n: rows.length,
    ids: new Map(rows.map((row) => [row.id, row])),
    customIds: new Set(rows.map((row) => row.custom_id).filter((customId) => customId !== null)),
  };
}

/** Of items with one custom_id in the same batch the first wins; one that comes twice is stored once. */
function firstOfEach(items: readonly NewInvoice[]): NewInvoice[] {
  const seen = new Set<string>();
  const isNew = (key: string) => seen.size < seen.add(key).size;
  return items.filter(
    ({ id, custom_id }) => isNew(id) && (custom_id === null || isNew(`custom_id ${custom_id}`)),
  );
}
