// Customers of a project by what their id begins with, as people look for them.
import type { Sql } from '../db/database.ts';
import type { CustomerAddress } from './customer.ts';

export interface FoundCustomer {
  readonly id: string;
  readonly currency: string;
  readonly addresses: readonly CustomerAddress[];
  readonly created_at: Date;
}

const LAST = '\u{10ffff}';

/** In the order of their ids, one more than the limit; `after` is the last one of the page before. */
export function customersThatBegin(
  sql: Sql,
  projectId: string,
  asked: { readonly beginning: string; readonly after: string | null; readonly limit: number },
): Promise<FoundCustomer[]> {
  const { beginning, after, limit } = asked;
  return sql.query<FoundCustomer>(
    `select id, currency, addresses, created_at from customers
     where project_id = $1 and id collate "C" ${after === null ? '>=' : '>'} $2 and id collate "C" <= $3
     order by id collate "C" limit $4`,
    [projectId, after ?? beginning, `${beginning}${LAST}`, limit + 1],
  );
}
