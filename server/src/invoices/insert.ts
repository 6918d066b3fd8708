// Stores new invoices of one project, as many as wait, in one transaction: address, row, transaction row,
// count. Each gets its own outcome; one with a used custom_id fails alone.

import { claimAddresses, type OwnerType } from '../addresses/pool.ts';
import { withPool } from '../addresses/with-pool.ts';
import type { App } from '../app.ts';
import type { Destination } from '../coins/coin.ts';
import { known } from '../core/assert.ts';
import { groupBy } from '../core/group.ts';
import type { Tx } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { recordTransactions } from '../transactions/record.ts';
import { batched } from '../workers/batcher.ts';
import type { InvoiceRow } from './invoice.ts';
import { presentInvoice } from './present.ts';
import { INVOICE_COLUMNS } from './store.ts';

export type NewInvoice = Omit<
  InvoiceRow,
  'project_id' | 'status' | 'status_context' | 'address' | 'tag' | 'paid_amount' | 'due_at'
> & { readonly project: Project };

export type InsertOutcome = InvoiceRow | 'duplicate_custom_id';

const BATCH_MAX = 64;
const OWNER: OwnerType = 'invoice';

const insertBatched = batched<NewInvoice, InsertOutcome>({
  batchMax: BATCH_MAX,
  write: (app, _projectId, items) =>
    withPool(app, () => app.db.transaction((tx) => insertInvoices(tx, app, items))),
});

/** Waits for its turn in the project's next batch. */
export function insertInvoice(app: App, invoice: NewInvoice): Promise<InsertOutcome> {
  return insertBatched(app, invoice.project.id, invoice);
}

async function insertInvoices(
  tx: Tx,
  app: App,
  items: readonly NewInvoice[],
): Promise<InsertOutcome[]> {
  const { project } = known(items[0], 'a batch is not empty');
  // Sent together; the search still runs, and sees what is stored, only when the lock is held.
  const [, existing] = await Promise.all([
    lockLedger(tx, project.id),
    findExisting(tx, project.id, items),
  ]);
  const fresh = firstOfEach(items).filter(
    (item) => !existing.ids.has(item.id) && !existing.customIds.has(item.custom_id),
  );
  const rows = await insertFresh(tx, app, { project, items: fresh });
  const inserted = new Map(rows.map((row) => [row.id, row]));
  return items.map(
    (item) => inserted.get(item.id) ?? existing.ids.get(item.id) ?? 'duplicate_custom_id',
  );
}

/** Invoices that a repeated request already made, and custom ids that are taken. */
async function findExisting(
  tx: Tx,
  projectId: string,
  items: readonly NewInvoice[],
): Promise<{ ids: ReadonlyMap<string, InvoiceRow>; customIds: ReadonlySet<string | null> }> {
  // Two searches, each by its own index: with `or` the planner reads all invoices of the project.
  const rows = await tx.query<InvoiceRow>(
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
    ids: new Map(rows.map((row) => [row.id, row])),
    customIds: new Set(rows.map((row) => row.custom_id).filter((customId) => customId !== null)),
  };
}

/** Of items with one custom_id in the same batch the first wins. */
function firstOfEach(items: readonly NewInvoice[]): NewInvoice[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    if (item.custom_id === null) return true;
    const isFirst = !seen.has(item.custom_id);
    seen.add(item.custom_id);
    return isFirst;
  });
}

async function insertFresh(
  tx: Tx,
  app: App,
  batch: { project: Project; items: readonly NewInvoice[] },
): Promise<InvoiceRow[]> {
  const { project, items } = batch;
  if (items.length === 0) return [];
  const now = new Date(app.clock.now());
  const addresses = await claimFor(tx, { project, items, now });
  const rows = items.map((item) =>
    toRow(item, known(addresses.get(item.id), 'every invoice has an address')),
  );
  await Promise.all([
    insertRows(tx, project.id, rows),
    recordTransactions(tx, project.id, { now, rows: rows.map((row) => transactionOf(app, row)) }),
    announce(tx, app, { project, rows }),
  ]);
  return rows;
}

async function claimFor(
  tx: Tx,
  batch: { project: Project; items: readonly NewInvoice[]; now: Date },
): Promise<ReadonlyMap<string, Destination>> {
  const claims = [...groupBy(batch.items, (item) => item.pay_currency)].map(([coin, group]) =>
    claimAddresses(tx, {
      coin,
      projectId: batch.project.id,
      ownerType: OWNER,
      ownerIds: group.map((item) => item.id),
      now: batch.now,
    }),
  );
  return new Map((await Promise.all(claims)).flatMap((claimed) => [...claimed]));
}

async function announce(
  tx: Tx,
  app: App,
  batch: { project: Project; rows: readonly InvoiceRow[] },
): Promise<void> {
  const { project, rows } = batch;
  if (project.settings.sendsInvoiceCreated !== true) return;
  const events = rows.map((row) => ({
    type: 'Invoice' as const,
    event: 'created',
    objectId: row.id,
    data: presentInvoice(app, row, []),
  }));
  await emit(tx, project.id, { app, events });
}

function toRow({ project, ...item }: NewInvoice, destination: Destination): InvoiceRow {
  return {
    ...item,
    project_id: project.id,
    status: 'new',
    status_context: null,
    address: destination.address,
    tag: destination.tag,
    paid_amount: 0n,
    due_at: new Date(item.expires_at.getTime() + 1),
  };
}

function transactionOf(app: App, row: InvoiceRow) {
  return {
    nonce: app.random.bytes(10).toString('hex'),
    currency: row.price_currency,
    referenceType: 'Invoice' as const,
    referenceId: row.id,
    amount: row.price_amount - row.fee,
    isCounted: false,
    fee: row.fee,
    feeCurrency: row.price_currency,
    customId: row.custom_id,
    customerId: row.customer_id,
    description: row.description,
    status: row.status,
    statusContext: null,
    risk: null,
    riskLevel: null,
  };
}

/** New rows and their number, in one statement: each costs a batch as much as several rows do. */
async function insertRows(tx: Tx, projectId: string, rows: readonly InvoiceRow[]): Promise<void> {
  await tx.query(INSERT, [
    projectId,
    rows.length,
    rows.map((row) => row.id),
    rows.map((row) => row.custom_id),
    rows.map((row) => row.customer_id),
    rows.map((row) => row.subscription_id),
    rows.map((row) => row.network),
    rows.map((row) => row.address),
    rows.map((row) => row.tag),
    rows.map((row) => row.price_amount.toString()),
    rows.map((row) => row.price_currency),
    rows.map((row) => row.pay_amount.toString()),
    rows.map((row) => row.pay_currency),
    rows.map((row) => row.fee.toString()),
    rows.map((row) => row.fee_percent),
    rows.map((row) => row.rate),
    rows.map((row) => row.name),
    rows.map((row) => row.description),
    rows.map((row) => (row.metadata === null ? null : JSON.stringify(row.metadata))),
    rows.map((row) => row.success_redirect_url),
    rows.map((row) => row.unsuccess_redirect_url),
    rows.map((row) => row.payer_email),
    rows.map((row) => row.created_at.toISOString()),
    rows.map((row) => row.expires_at.toISOString()),
    rows.map((row) => row.due_at?.toISOString()),
  ]);
}

const INSERT = `
with counted as (
  insert into object_counts as c (project_id, object_type, n) values ($1, 'invoice', $2)
  on conflict (project_id, object_type) do update set n = c.n + excluded.n)
insert into invoices (project_id, id, custom_id, customer_id, subscription_id, network, address, tag, price_amount,
  price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
  success_redirect_url, unsuccess_redirect_url, payer_email, created_at, expires_at, due_at, status)
select $1, t.*, 'new' from unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::bigint[],
  $10::numeric[], $11::text[], $12::numeric[], $13::text[], $14::numeric[], $15::text[], $16::text[],
  $17::text[], $18::text[], $19::jsonb[], $20::text[], $21::text[], $22::text[], $23::timestamptz[],
  $24::timestamptz[], $25::timestamptz[]) as t`;
