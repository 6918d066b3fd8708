// Queries of the transaction screens, and the URLs of their files.
import type { TransactionQuery } from '@chaintill/client';
import type { LinkProps } from '@tanstack/react-router';
import { toChannel, toDeposit, toInvoice, toWithdrawal } from '../../shared/links.ts';
import { requestedTimeOrder } from '../../shared/list-orders.ts';
import { listOptions, merchantPages, type TextSearch } from '../../shared/queries.ts';
import { adminApi } from '../../shared/site-path.ts';
import { referenceTypes } from '../../shared/statuses.tsx';
import type { Trace } from '../../shared/trace.tsx';
import { dayEnd, dayStart } from '../../shared/ui/filters.tsx';

export type TransactionFilter = TextSearch<
  'type' | 'currency' | 'status' | 'risk' | 'customer_id' | 'from' | 'to' | 'sort'
>;

export const RISKS = ['low', 'medium', 'high'] as const;

function requested(filter: TransactionFilter): TransactionQuery {
  return {
    reference_type: referenceTypes.find((known) => known === filter.type),
    currency: filter.currency,
    status: filter.status,
    risk_level: RISKS.find((known) => known === filter.risk),
    customer_id: filter.customer_id,
    created_at_from: dayStart(filter.from),
    created_at_to: dayEnd(filter.to),
    order: requestedTimeOrder(filter.sort),
  };
}

export function transactionList(project: string, filter: TransactionFilter) {
  const key = ['transaction', project, 'list', filter];
  return listOptions(key, merchantPages(project, 'listTransactions', requested(filter)));
}

export function exportAddress(
  project: string,
  filter: TransactionFilter,
  form: 'csv' | 'xlsx',
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(requested(filter)))
    if (value !== undefined) query.set(name, String(value));
  return `${adminApi}/exports/projects/${project}/listTransactions.${form}?${query}`;
}

/** The object behind it, if it has a screen. */
export function objectOf(
  project: string,
  { reference_type: type, reference_id: id, belongs_to: owner }: Trace,
): LinkProps | null {
  if (type === 'Invoice') return toInvoice(project, id);
  if (type === 'InvoiceRefund' && owner !== null) return toInvoice(project, owner.id);
  if (type === 'ChannelPayment' && owner !== null) return toChannel(project, owner.id);
  if (type === 'CoinWithdrawal') return toWithdrawal(project, id);
  if (type === 'CoinDeposit') return toDeposit(project, id);
  return null;
}
