// The newest channel payments of one customer, as many as are needed for their sum.
import type { Sql } from '../db/database.ts';
import type { ChannelPaymentRow } from './channel.ts';

export type Brought = Pick<
  ChannelPaymentRow,
  'status' | 'paid_amount' | 'paid_currency' | 'received_amount' | 'received_currency'
>;

export function newestPaymentsOf(
  sql: Sql,
  projectId: string,
  { customerId, limit }: { customerId: string; limit: number },
): Promise<Brought[]> {
  return sql.query<Brought>(
    `select status, paid_amount, paid_currency, received_amount, received_currency from channel_payments
     where project_id = $1 and customer_id = $2 order by id desc limit $3`,
    [projectId, customerId, limit],
  );
}

/** Whether any channel, even without payments, belongs to the customer. */
export async function hasChannelOf(
  sql: Sql,
  projectId: string,
  customerId: string,
): Promise<boolean> {
  const rows = await sql.query(
    'select 1 from channels where project_id = $1 and customer_id = $2 limit 1',
    [projectId, customerId],
  );
  return rows.length > 0;
}
