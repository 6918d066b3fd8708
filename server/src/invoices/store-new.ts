// Stores new invoices of one or more projects in one statement. All or nothing: a missing address violates a not-null
// column, a duplicate violates a unique key.
import { claimCtes, PoolEmpty } from '../addresses/pool.ts';
import type { App } from '../app.ts';
import { assert } from '../core/assert.ts';
import { columnsOf } from '../db/columns.ts';
import { missingColumn, type Sql } from '../db/database.ts';
import { countCte } from '../db/object-counts.ts';
import type { Project } from '../projects/project.ts';
import { recordCtes } from '../transactions/record.ts';
import { EXPIRY_CHECK_AFTER, type InvoiceRow } from './store-invoices.ts';

export type NewInvoice = Omit<
  InvoiceRow,
  'project_id' | 'status' | 'status_context' | 'address' | 'tag' | 'paid_amount' | 'due_at'
> & { readonly project: Project };

interface Run {
  readonly run: Sql['query'];
  /** If false, leaves out projects whose ledger lock is held elsewhere. */
  readonly waits: boolean;
}

/** In the order of the items, without those of projects that were left out. Throws PoolEmpty. */
export async function storeNew(
  app: App,
  items: readonly NewInvoice[],
  { run, waits }: Run,
): Promise<InvoiceRow[]> {
  try {
    const stored = await run<{ id: string; address: string; tag: number | null }>(
      waits ? STORE_WAITING : STORE_FREE,
      valuesOf(app, items),
    );
    assert(!waits || stored.length === items.length, 'each project has a ledger');
    const byId = new Map(stored.map((row) => [row.id, row]));
    return items.flatMap((item) => {
      const row = byId.get(item.id);
      return row === undefined ? [] : [toRow(item, row)];
    });
  } catch (error) {
    if (missingColumn(error) !== 'address') throw error;
    throw new PoolEmpty(new Set(items.map((item) => item.pay_currency)));
  }
}

function toRow(item: NewInvoice, { address, tag }: { address: string; tag: number | null }) {
  const { project, ...fields } = item;
  return {
    ...fields,
    project_id: project.id,
    status: 'new' as const,
    status_context: null,
    address,
    tag,
    paid_amount: 0n,
    due_at: dueAt(item),
  };
}

function dueAt({ expires_at }: NewInvoice): Date {
  return new Date(expires_at.getTime() + EXPIRY_CHECK_AFTER);
}

function valuesOf(app: App, items: readonly NewInvoice[]): unknown[] {
  return [
    items.map((item) => item.project.id),
    new Date(app.clock.now()),
    items.map(() => app.random.bytes(10).toString('hex')),
    ...columnsOf(items, 'id', 'custom_id', 'customer_id', 'subscription_id', 'network'),
    ...columnsOf(items, 'price_amount', 'price_currency', 'pay_amount', 'pay_currency', 'fee'),
    ...columnsOf(items, 'fee_percent', 'rate', 'name', 'description', 'metadata'),
    ...columnsOf(items, 'success_redirect_url', 'unsuccess_redirect_url', 'payer_email'),
    ...columnsOf(items, 'expires_in', 'language'),
    items.map((item) => item.created_at.toISOString()),
    items.map((item) => item.expires_at.toISOString()),
    items.map((item) => dueAt(item).toISOString()),
    app.highWaterMark.process,
    app.highWaterMark.mark,
    ...columnsOf(items, 'checkout_id', 'enough_amount'),
  ];
}

/** Locks the free ledgers before the `ledger` CTE updates them, so that the statement never waits. */
const UNHELD = `unheld as materialized (
  select project_id from ledgers where project_id = any($1::uuid[]) order by project_id for update skip locked
), `;

/**
 * Every write depends on the CTE `ledger`, which locks the projects' ledgers. This avoids deadlocks: the statement
 * holds nothing that a lock holder could wait for. If another transaction takes the address at the same time, the
 * not-null column rejects the statement as if no address were left (PoolEmpty).
 */
const storeSql = ({ waits }: { waits: boolean }) => `
with ${waits ? '' : UNHELD}wanted as (
  select t.*, row_number() over (partition by pay_currency order by n) as turn
  from unnest($1::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::numeric[],
    $10::text[], $11::numeric[], $12::text[], $13::numeric[], $14::text[], $15::text[], $16::text[], $17::text[],
    $18::text[], $19::text[], $20::text[], $21::text[], $22::integer[], $23::text[], $24::timestamptz[],
    $25::timestamptz[], $26::timestamptz[], $29::uuid[], $30::numeric[])
    with ordinality as t(project_id, nonce, id, custom_id, customer_id, subscription_id, network, price_amount,
      price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
      success_redirect_url, unsuccess_redirect_url, payer_email, expires_in, language, created_at, expires_at,
      due_at, checkout_id, enough_amount, n)
  ${waits ? '' : 'where t.project_id in (select project_id from unheld)'}
), item as (
  select n, project_id, nonce, price_currency as currency, 'Invoice' as reference_type, id as reference_id,
    price_amount - fee as amount, false as is_counted, fee, price_currency as fee_currency, custom_id, customer_id,
    description, null as description_code, 'new' as status, null as status_context, null::jsonb as risk, null as risk_level
  from wanted
), ${recordCtes('$2', { isCounted: false })}, ${claimCtes({ ownerType: 'invoice', now: '$2', process: '$27', mark: '$28' })}, ${countCte({ objectType: 'invoice', of: 'wanted join ledger using (project_id)' })}
insert into invoices (project_id, id, custom_id, customer_id, subscription_id, network, address, tag, price_amount,
  price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata_text,
  success_redirect_url, unsuccess_redirect_url, payer_email, expires_in, language, created_at, expires_at,
  due_at, checkout_id, enough_amount, status)
select w.project_id, w.id, custom_id, customer_id, subscription_id, network, c.address, c.tag, price_amount,
  price_currency, pay_amount, pay_currency, fee, fee_percent, rate, name, description, metadata,
  success_redirect_url, unsuccess_redirect_url, payer_email, expires_in, language, created_at, expires_at,
  due_at, checkout_id, enough_amount, 'new'
from wanted w join ledger l on l.project_id = w.project_id left join claimed c on c.id = w.id
order by n
returning id, address, tag`;

const STORE_WAITING = storeSql({ waits: true });
const STORE_FREE = storeSql({ waits: false });
