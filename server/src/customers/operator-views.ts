// A project's customers by ID prefix, for search.
import type { Sql } from '../db/database.ts';
import {
  keyedPage,
  type NewestPage,
  type PageRequest,
  SLICE,
  type Span,
  whereOf,
  within,
} from '../db/newest-page.ts';
import type { CustomerAddress } from './return-addresses.ts';

export interface FoundCustomer {
  readonly id: string;
  readonly currency: string;
  readonly addresses: readonly CustomerAddress[];
  readonly created_at: Date;
}

const LAST = '\u{10ffff}';

/** Customers in ID order. `after` is the last one of the previous page. `span` filters a limited slice at a time. */
export async function customersThatBegin(
  sql: Sql,
  projectId: string,
  requested: PageRequest & { readonly beginning: string; readonly span: Span },
): Promise<NewestPage<FoundCustomer>> {
  const { beginning, after, limit, span } = requested;
  const values: unknown[] = [projectId, after ?? beginning, `${beginning}${LAST}`];
  const slice = `from customers where project_id = $1 and id collate "C" ${after === null ? '>=' : '>'} $2
     and id collate "C" <= $3 order by id collate "C"`;
  const innerValues = [...values];
  const made = whereOf(within('created_at', span), { values });
  const most = `$${values.push(limit + 1)}`;
  const read = await sql.query<FoundCustomer>(
    `select id, currency, addresses, created_at
     from (select * ${slice} limit ${made === '' ? most : SLICE}) customers ${made}
     order by id collate "C" limit ${most}`,
    values,
  );
  if (read.length > limit || made === '') return keyedPage(read, limit, ({ id }) => [id]);
  const [edge] = await sql.query<{ id: string }>(
    `select id ${slice} offset ${SLICE - 1} limit 1`,
    innerValues,
  );
  return { rows: read, next: edge?.id ?? null };
}
