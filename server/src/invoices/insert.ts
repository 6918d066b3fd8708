// Stores pending new invoices of all projects in one statement. A duplicate custom_id fails only that invoice.
import { withPool } from '../addresses/pool.ts';
import type { App } from '../app.ts';
import { defined } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import { type Database, violatedConstraint } from '../db/database.ts';
import { emitAcross } from '../events/emit.ts';
import { batchedTogether, type Group } from '../workers/shared-batcher.ts';
import { presentInvoice } from './present.ts';
import { INVOICE_COLUMNS, type InvoiceRow } from './store-invoices.ts';
import { type NewInvoice, storeNew } from './store-new.ts';

export type InsertResult = InvoiceRow | 'duplicate_custom_id';

const BATCH_MAX = 64;
const TAKEN = new Set(['invoices_pkey', 'invoices_custom_id']);

const insertBatched = batchedTogether<NewInvoice, InsertResult>({
  name: 'invoices',
  batchMax: BATCH_MAX,
  isSlow: () => false,
  writeTogether: (app, groups) => insertInvoices(app, groups, { waits: false }),
  async writeAlone(app, group) {
    const [outcomes] = await insertInvoices(app, [group], { waits: true });
    return defined(outcomes ?? null, 'a lock that was waited for');
  },
});

export function insertInvoice(app: App, invoice: NewInvoice): Promise<InsertResult> {
  return insertBatched(app, invoice.project.id, invoice);
}

/** One result per invoice, in order. Null when another process holds the project's ledger lock. */
type Results = readonly (readonly InsertResult[] | null)[];

/** Existing invoices are rare, so a lookup runs only after the database reports a conflict. */
async function insertInvoices(
  app: App,
  groups: readonly Group<NewInvoice>[],
  how: { readonly waits: boolean },
): Promise<Results> {
  const items = groups.flatMap((group) => group.items);
  app.traces?.made(
    'invoice',
    items.map(({ id }) => id),
  );
  let existing = NOTHING;
  for (;;) {
    const fresh = firstOfEach(items).filter(
      (item) => !existing.ids.has(keyOf(item, item.id)) && !isUsed(existing, item),
    );
    try {
      const rows = fresh.length === 0 ? [] : await withPool(app, () => store(app, fresh, how));
      return resultsOf(groups, { fresh, rows, existing });
    } catch (error) {
      if (!TAKEN.has(violatedConstraint(error) ?? '')) throw error;
      const found = await findExisting(app.db, items);
      // Invoices are never deleted, so each retry finds more. If a retry finds no more, the error has another cause.
      if (found.n === existing.n) throw error;
      existing = found;
    }
  }
}

interface Stored {
  readonly fresh: readonly NewInvoice[];
  readonly rows: readonly InvoiceRow[];
  readonly existing: Existing;
}

function resultsOf(
  groups: readonly Group<NewInvoice>[],
  { fresh, rows, existing }: Stored,
): Results {
  const wasFresh = new Set(fresh.map(({ project }) => project.id));
  const byProject = groupBy(rows, (row) => row.project_id);
  return groups.map(({ key, items }) => {
    const own = byProject.get(key);
    if (own === undefined && wasFresh.has(key)) return null;
    const inserted = new Map((own ?? []).map((row) => [row.id, row]));
    return items.map(
      (item) =>
        inserted.get(item.id) ?? existing.ids.get(keyOf(item, item.id)) ?? 'duplicate_custom_id',
    );
  });
}

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

interface Existing {
  readonly n: number;
  /** By `keyOf`: invoices that an earlier attempt of the same request created. */
  readonly ids: ReadonlyMap<string, InvoiceRow>;
  readonly customIds: ReadonlySet<string>;
}

const NOTHING: Existing = { n: 0, ids: new Map(), customIds: new Set() };

const keyOf = ({ project }: NewInvoice, name: string) => `${project.id} ${name}`;

function isUsed({ customIds }: Existing, item: NewInvoice): boolean {
  return item.custom_id !== null && customIds.has(keyOf(item, item.custom_id));
}

async function findExisting(db: Database, items: readonly NewInvoice[]): Promise<Existing> {
  // Two queries, each with its own index: with `or`, the planner would read all of the project's invoices.
  const rows = await db.query<InvoiceRow>(
    `select ${INVOICE_COLUMNS} from unnest($1::uuid[], $2::uuid[]) as t(of_project, of_id)
       join invoices on project_id = of_project and id = of_id
     union all
     select ${INVOICE_COLUMNS} from unnest($1::uuid[], $3::text[]) as t(of_project, of_name)
       join invoices on project_id = of_project and custom_id = of_name
     where id <> all($2::uuid[])
     limit ${2 * BATCH_MAX}`,
    [
      items.map((item) => item.project.id),
      items.map((item) => item.id),
      items.map((item) => item.custom_id),
    ],
  );
  const nameOf = (row: InvoiceRow, name: string) => `${row.project_id} ${name}`;
  return {
    n: rows.length,
    ids: new Map(rows.map((row) => [nameOf(row, row.id), row])),
    customIds: new Set(
      rows.flatMap((row) => (row.custom_id === null ? [] : [nameOf(row, row.custom_id)])),
    ),
  };
}

function firstOfEach(items: readonly NewInvoice[]): NewInvoice[] {
  const seen = new Set<string>();
  const isNew = (key: string) => seen.size < seen.add(key).size;
  return items.filter(
    (item) =>
      isNew(keyOf(item, item.id)) &&
      (item.custom_id === null || isNew(`custom_id ${keyOf(item, item.custom_id)}`)),
  );
}
