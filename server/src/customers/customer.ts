// Customers: the merchant's own IDs with a currency and one refund address per coin. `refund_addresses` is the legacy
// form of `addresses` (wire.md (c)).
import type { Static } from 'typebox';
import type { App } from '../app.ts';
import { chooseCurrency } from '../coins/choose.ts';
import type { Customer } from '../contract/objects/customers.ts';
import type { InputOf, Page } from '../contract/operation.ts';
import type { Operations } from '../contract/operations.ts';
import { defined } from '../core/assert.ts';
import { apiError, type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { groupBy } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import {
  type Condition,
  type NewestPage,
  type PageRequest,
  type Span,
  slicedPage,
  within,
} from '../db/newest-page.ts';
import { countObjects } from '../db/object-counts.ts';
import type { Tx } from '../db/tx.ts';
import type { Project } from '../projects/project.ts';
import { type CustomerAddress, checkReturnAddresses } from './return-addresses.ts';

interface FoundCustomer {
  readonly id: string;
  readonly currency: string;
  readonly addresses: readonly CustomerAddress[];
  readonly created_at: Date;
}

const LAST = '\u{10ffff}';

/** In ID order. `after` is the last customer of the previous page. `span` filters a limited slice at a time. */
export async function customersThatBegin(
  sql: Sql,
  projectId: string,
  requested: PageRequest & { readonly beginning: string; readonly span: Span },
): Promise<NewestPage<FoundCustomer>> {
  const { beginning, after, limit, span } = requested;
  const values = [projectId, after ?? beginning, `${beginning}${LAST}`];
  const order = 'id collate "C"';
  const slice = `from customers where project_id = $1 and id collate "C" ${after === null ? '>=' : '>'} $2
     and id collate "C" <= $3 order by ${order}`;
  const columns = 'id, currency, addresses, created_at';
  const filters = within('created_at', span);
  return slicedPage(sql, { columns, slice, as: 'customers', order, filters, limit }, values);
}

/** By creation. `after` is the last customer of the previous page. Errors: 404. */
export async function customersByTime(
  sql: Sql,
  projectId: string,
  requested: PageRequest & {
    readonly beginning: string;
    readonly isOldest: boolean;
    readonly span: Span;
  },
): Promise<NewestPage<FoundCustomer>> {
  const { beginning, isOldest, after, limit, span } = requested;
  const values: unknown[] = [projectId];
  let place = '';
  if (after !== null) {
    const found = 'select list_id from customers where project_id = $1 and id = $2';
    const [last] = await sql.query<{ list_id: string }>(found, [projectId, after]);
    if (last === undefined) throw notFound();
    place = `and list_id ${isOldest ? '>' : '<'} $${values.push(last.list_id)}`;
  }
  const order = `list_id ${isOldest ? 'asc' : 'desc'}`;
  const slice = `from customers where project_id = $1 ${place} order by ${order}`;
  const columns = 'id, currency, addresses, created_at';
  const begins: Condition = [beginning || null, (text) => `starts_with(id, ${text})`];
  const filters = [begins, ...within('created_at', span)];
  return slicedPage(sql, { columns, slice, as: 'customers', order, filters, limit }, values);
}

type Presented = Static<typeof Customer>;
type CreateInput = InputOf<Operations['createCustomer']>;
type UpdateInput = InputOf<Operations['updateCustomer']>;

interface CustomerRow {
  readonly id: string;
  readonly list_id: string;
  readonly currency: string;
  readonly addresses: readonly CustomerAddress[];
}

const PAGE_SIZE = 50;

/** Errors: 422 `invalid` or `high_risk_address`, 409 `duplicate_custom_id`, 503 `risk_unavailable`. */
export async function createCustomer(
  app: App,
  caller: { project: Project; objectId: string },
  input: CreateInput,
): Promise<Presented> {
  const { project } = caller;
  const problems: ErrorDetail[] = [];
  chooseCurrency(app, { value: input.currency, target: 'currency' }, problems);
  const addresses = (await checkReturnAddresses(app, { project, input }, problems)) ?? [];
  return app.db.transaction(async (tx) => {
    const rows = await tx.query<CustomerRow>(
      `insert into customers (project_id, id, list_id, currency, addresses, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning id, list_id, currency, addresses`,
      [project.id, input.id, caller.objectId, input.currency, JSON.stringify(addresses), tx.now],
    );
    if (rows[0] === undefined) return present(await findRepeated(tx, caller, input.id));
    await countObjects(tx, project.id, { objectType: 'customer', added: 1 });
    return present(rows[0]);
  });
}

/** The customer that an earlier attempt of the same request created before its response was lost. Errors: 409. */
async function findRepeated(
  tx: Tx,
  caller: { project: Project; objectId: string },
  id: string,
): Promise<CustomerRow> {
  const rows = await tx.query<CustomerRow>(
    'select id, list_id, currency, addresses from customers where project_id = $1 and id = $2 and list_id = $3',
    [caller.project.id, id, caller.objectId],
  );
  if (rows[0] === undefined) throw apiError('duplicate_custom_id');
  return rows[0];
}

/**
 * Omitted fields stay unchanged. Addresses in the request replace all existing ones. Errors: 404, 422 `invalid` or
 * `high_risk_address`, 503 `risk_unavailable`.
 */
export async function updateCustomer(
  app: App,
  project: Project,
  input: UpdateInput,
): Promise<Presented> {
  const problems: ErrorDetail[] = [];
  if (input.currency !== undefined)
    chooseCurrency(app, { value: input.currency, target: 'currency' }, problems);
  const addresses = await checkReturnAddresses(app, { project, input }, problems);
  const rows = await app.db.query<CustomerRow>(
    `update customers set currency = coalesce($3, currency), addresses = coalesce($4::jsonb, addresses)
     where project_id = $1 and id = $2 returning id, list_id, currency, addresses`,
    [
      project.id,
      input.customer_id,
      input.currency,
      addresses === null ? null : JSON.stringify(addresses),
    ],
  );
  if (rows[0] === undefined) throw notFound();
  return present(rows[0]);
}

export async function showCustomer(app: App, project: Project, id: string): Promise<Presented> {
  const rows = await app.db.query<CustomerRow>(
    'select id, list_id, currency, addresses from customers where project_id = $1 and id = $2',
    [project.id, id],
  );
  if (rows[0] === undefined) throw notFound();
  return present(rows[0]);
}

/** Newest first. The cursor is the customer's own ID. Errors: 404 for a cursor that is not a customer. */
export async function listCustomers(
  app: App,
  project: Project,
  page: { starting_after?: string | undefined; limit?: number | undefined },
): Promise<Page<Presented>> {
  const limit = page.limit ?? PAGE_SIZE;
  if (page.starting_after !== undefined) await showCustomer(app, project, page.starting_after);
  const [rows, total] = await Promise.all([
    app.db.query<CustomerRow>(
      `select id, list_id, currency, addresses from customers
       where project_id = $1 and ($2::text is null
         or list_id < (select list_id from customers where project_id = $1 and id = $2))
       order by list_id desc limit $3`,
      [project.id, page.starting_after ?? null, limit + 1],
    ),
    app.db.query<{ n: number }>(
      `select coalesce(sum(n), 0)::bigint as n from object_counts where project_id = $1 and object_type = 'customer'`,
      [project.id],
    ),
  ]);
  return {
    rows: rows.slice(0, limit).map(present),
    total: total[0]?.n ?? 0,
    hasMore: rows.length > limit,
  };
}

function present(row: CustomerRow): Presented {
  return {
    id: row.id,
    currency: row.currency,
    // The legacy form has only the first address of each currency.
    refund_addresses: Object.fromEntries(
      [...groupBy(row.addresses, ({ currency }) => currency)].map(([currency, [first]]) => [
        currency,
        defined(first, 'a group is not empty').address,
      ]),
    ),
    addresses: row.addresses.map(({ address, currency, network }) => ({
      address,
      currency,
      network,
    })),
  };
}

/** Throws 422 `customer_not_found` when the project is strict and has no such customer. */
export async function checkCustomer(
  app: App,
  project: Project,
  customerId: string | undefined,
): Promise<void> {
  const problems = await customerProblems(app, project, customerId);
  if (problems.length > 0) throw invalid(...problems);
}

export async function customerProblems(
  app: App,
  project: Project,
  customerId: string | undefined,
): Promise<ErrorDetail[]> {
  if (customerId === undefined || project.settings.strictCustomers !== true) return [];
  const rows = await app.db.query('select 1 from customers where project_id = $1 and id = $2', [
    project.id,
    customerId,
  ]);
  return rows.length === 0 ? [rule.customerNotFound('customer_id')] : [];
}
