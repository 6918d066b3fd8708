// The newest invoices of one customer or subscription, as far as the sum of what they brought needs it.
import type { Sql } from '../db/database.ts';
import type { InvoiceRow } from './invoice.ts';

export type Brought = Pick<
  InvoiceRow,
  'status' | 'price_amount' | 'price_currency' | 'paid_amount' | 'pay_currency' | 'payer_email'
>;

/** `of`: the column that says whose they are, each of which has an index. */
export function newestInvoicesOf(
  sql: Sql,
  projectId: string,
  { of, id, limit }: { of: 'customer_id' | 'subscription_id'; id: string; limit: number },
): Promise<Brought[]> {
  return sql.query<Brought>(
    `select status, price_amount, price_currency, paid_amount, pay_currency, payer_email from invoices
     where project_id = $1 and ${of} = $2 order by id desc limit $3`,
    [projectId, id, limit],
  );
}
