// The one statement that stores new invoices of a project: address, row, row of the transaction list, count. It is
// whole or nothing: an invoice that no address is left for is refused by its column, a second one by a unique key.
import { claimCtes, PoolEmpty } from '../addresses/pool.ts';
import type { App } from '../app.ts';
import { assert, known } from '../core/assert.ts';
import { missingColumn, type Sql } from '../db/database.ts';
import { countCte } from '../db/object-counts.ts';
import type { Project } from '../projects/project.ts';
import { recordCtes } from '../transactions/record.ts';
import type { InvoiceRow } from './invoice.ts';

export type NewInvoice = Omit<
  InvoiceRow,
  'project_id' | 'status' | 'status_context' | 'address' | 'tag' | 'paid_amount' | 'due_at'
> & { readonly project: Project };

/** The rows as stored, in the order of the items. Throws PoolEmpty. `run` runs it, alone or in a transaction. */
export async function storeNew(
  run: Sql['query'],
  app: App,
  items: readonly NewInvoice[],
): Promise<InvoiceRow[]> {
  try {
    const stored = await run<{ id: string; address: string; tag: number | null }>(
      STORE,
      valuesOf(app, items),
    );
    assert(stored.length === items.length, 'the project has a ledger');
    const byId = new Map(stored.map((row) => [row.id, row]));
    return items.map((item) => toRow(item, known(byId.get(item.id), 'every invoice is stored')));
  } catch (error) {
    if (missingColumn(error) !== 'address') throw error;
    throw new PoolEmpty(new Set(items.map((item) => item.pay_currency)));
  }
}

function toRow(item: NewInvoice, { address, tag }: { address: string; tag: number | null }) {
  return {
    project_id: item.project.id,
    id: item.id,
    custom_id: item.custom_id,
    customer_id: item.customer_id,
    subscription_id: item.subscription_id,
    status: 'new' as const,
    status_context: null,
    network: item.network,
    address,
    tag,
    price_amount: item.price_amount,
    price_currency: item.price_currency,
    pay_amount: item.pay_amount,
    pay_currency: item.pay_currency,
    fee: item.fee,
    fee_percent: item.fee_percent,
    rate: item.rate,
    paid_amount: 0n,
    name: item.name,
    description: item.description,
    metadata: item.metadata,
    success_redirect_url: item.success_redirect_url,
    unsuccess_redirect_url: item.unsuccess_redirect_url,
    payer_email: item.payer_email,
    created_at: item.created_at,
    expires_at: item.expires_at,
    due_at: dueAt(item),
  };
}

function dueAt({ expires_at }: NewInvoice): Date {
  return new Date(expires_at.getTime() + 1);
}

function valuesOf(app: App, items: readonly NewInvoice[]): unknown[] {
  return [
    known(items[0], 'a batch is not empty').project.id,
    new Date(app.clock.now()),
    items.length,
    items.map(() => app.random.bytes(10).toString('hex')),
    items.map((item) => item.id),
    items.map((item) => item.custom_id),
    items.map((item) => item.customer_id),
    items.map((item) => item.subscription_id),
    items.map((item) => item.network),
    items.map((item) => item.price_amount.toString()),
    items.map((item) => item.price_currency),
    items.map((item) => item.pay_amount.toString()),
    items.map((item) => item.pay_currency),
    items.map((item) => item.fee.toString()),
    items.map((item) => item.fee_percent),
    items.map((item) => item.rate),
    items.map((item) => item.name),
    items.map((item) => item.description),
    items.map((item) => (item.metadata === null ? null : JSON.stringify(item.metadata))),
    items.map((item) => item.success_redirect_url),
    items.map((item) => item.unsuccess_redirect_url),
    items.map((item) => item.payer_email),
    items.map((item) => item.created_at.toISOString()),
    items.map((item) => item.expires_at.toISOString()),
    items.map((item) => dueAt(item).toISOString()),
    app.ownMark.process,
    app.ownMark.mark,
  ];
}

/**
 * What writes waits for `ledger`, the lock of the project's books, as in every other transaction: nothing is held
 * that another could wait for while it holds that lock.
 * Were a free address taken otherwise at this moment, the column would refuse the statement as if none were left
 * (PoolEmpty).
 */
const STORE = `
with wanted as (
  select t.*, row_number() over (partition by pay_currency order by n) as turn
  from unnest($4::text[], $5::uuid[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::numeric[], $11::text[],
    $12::numeric[], $13::text[], $14::numeric[], $15::text[], $16::text[], $17::text[], $18::text[], $19::jsonb[],
    $20::text[], $21::text[], $22::text[], $23::timestamptz[], $24::timestamptz[], $25::timestamptz[])
    with ordinality as t(nonce, id, custom_id, customer_id, subscription_id, network, price_amount, price_currency,
      pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
      success_redirect_url, unsuccess_redirect_url, payer_email, created_at, expires_at, due_at, n)
), item as (
  select n, $1::uuid as project_id, nonce, price_currency as currency, 'Invoice' as reference_type, id as reference_id,
    price_amount - fee as amount, false as is_counted, fee, price_currency as fee_currency, custom_id, customer_id,
    description, 'new' as status, null as status_context, null::jsonb as risk, null as risk_level
  from wanted
), ${recordCtes('$2', { isCounted: false })}, ${claimCtes({ ownerType: 'invoice', projectId: '$1', now: '$2', process: '$26', mark: '$27' })}, ${countCte({ objectType: 'invoice', projectId: '$1', added: '$3', from: 'ledger' })}
insert into invoices (project_id, id, custom_id, customer_id, subscription_id, network, address, tag, price_amount,
  price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
  success_redirect_url, unsuccess_redirect_url, payer_email, created_at, expires_at, due_at, status)
select $1, w.id, custom_id, customer_id, subscription_id, network, c.address, c.tag, price_amount,
  price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
  success_redirect_url, unsuccess_redirect_url, payer_email, created_at, expires_at, due_at, 'new'
from ledger cross join wanted w left join claimed c on c.id = w.id
order by n
returning id, address, tag`;
