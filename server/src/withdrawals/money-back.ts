// Money returned to the payer of an invoice or channel, for the hosted pages.
import type { Sql } from '../db/database.ts';
import type { WithdrawalStatus } from './withdrawal.ts';

export interface MoneyBackRow {
  /** Before fees, in the coin's smallest unit. */
  readonly amount: bigint;
  /** Null, like all following fields, when the money went to the merchant's account. */
  readonly status: WithdrawalStatus | null;
  /** The amount that arrives at the address. */
  readonly received_amount: bigint | null;
  readonly address: string | null;
  readonly tag: number | null;
  readonly txid: string | null;
  /** Paid from the merchant's account after the invoice was completed. */
  readonly is_after_completion: boolean;
}

const SHOWN_MAX = 20;

/**
 * Oldest first. Excludes a deposit whose return was canceled, because its money waits for a person again, and a
 * canceled refund of a completed invoice, because the merchant may make another.
 */
export function moneyBackOf(
  sql: Sql,
  about: { projectId: string; invoiceId: string | null; depositIds: readonly string[] },
): Promise<MoneyBackRow[]> {
  return sql.query<MoneyBackRow>(
    `select amount, status, received_amount, address, tag, txid, is_after_completion
     from (
       select r.id, r.amount, w.status, w.received_amount, w.address, w.tag, w.txid,
         r.paid_share is not null as is_after_completion
       from invoice_refunds r
       left join coin_withdrawals w on w.project_id = r.project_id and w.id = r.withdrawal_id
       where r.project_id = $1 and r.invoice_id = $2 and (r.paid_share is null or w.status <> 'cancelled')
       union all
       select w.id, w.charged_amount, w.status, w.received_amount, w.address, w.tag, w.txid, false
       from coin_withdrawals w
       where w.project_id = $1 and w.deposit_id = any($3::uuid[]) and w.status <> 'cancelled'
     ) back
     order by id limit ${SHOWN_MAX}`,
    [about.projectId, about.invoiceId, about.depositIds],
  );
}
