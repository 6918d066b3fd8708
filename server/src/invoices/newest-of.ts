// The newest invoices of one customer or subscription, as many as are needed for the sum of their payments.
import type { Sql } from '../db/database.ts';
import type { InvoiceRow } from './invoice.ts';

export type Brought = Pick<
  InvoiceRow,
  'status' | 'price_amount' | 'price_currency' | 'paid_amount' | 'pay_currency' | 'payer_email'
>;

/** `of`: the column of the owner. Each of these columns has an index. */
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
