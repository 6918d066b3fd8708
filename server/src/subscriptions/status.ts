// The payment status of subscriptions' current periods: paid, or paid and unconfirmed.
import { groupBy, sumOf } from '../core/group.ts';
import type { Sql } from '../db/database.ts';
import { type DepositRow, depositsOfOwners, isLive } from '../deposits/deposit.ts';
import { isWithinTolerance } from '../invoices/decide-invoice.ts';
import type { InvoiceRow } from '../invoices/store-invoices.ts';
import { type Project, underpaymentTolerancePercentOf } from '../projects/project.ts';
import type { InvoiceProgress } from './decide-subscription.ts';

type PeriodInvoice = Pick<
  InvoiceRow,
  'id' | 'status' | 'status_context' | 'pay_amount' | 'paid_amount' | 'expires_at'
> & { readonly subscription_id: string };

/** Keyed by subscription ID. A subscription without invoices in its current period has no entry. */
export async function statusesOf(
  sql: Sql,
  project: Project,
  subscriptionIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceProgress>> {
  const invoices = await sql.query<PeriodInvoice>(
    `select s.id as subscription_id, i.id, i.status, i.status_context, i.pay_amount, i.paid_amount, i.expires_at
     from subscriptions s
     join subscription_invoices p on p.project_id = s.project_id and p.subscription_id = s.id
       and p.period_index = s.period_index
     join invoices i on i.project_id = p.project_id and i.id = p.invoice_id
     where s.project_id = $1 and s.id = any($2::uuid[]) order by p.seq`,
    [project.id, subscriptionIds],
  );
  const open = invoices.filter((invoice) => invoice.status === 'new');
  const deposits = groupBy(
    open.length === 0 ? [] : await depositsOfOwners(sql, idsOf(open)),
    (deposit) => deposit.owner_id,
  );
  const progress = new Map<string, InvoiceProgress>();
  for (const [id, own] of groupBy(invoices, (invoice) => invoice.subscription_id)) {
    const incomingInvoice = own.find((invoice) =>
      isIncoming(project, invoice, deposits.get(invoice.id)),
    );
    progress.set(id, { isPaid: own.some(isPaid), incomingInvoice: incomingInvoice?.id ?? null });
  }
  return progress;
}

export const UNPAID: InvoiceProgress = { isPaid: false, incomingInvoice: null };

function idsOf(invoices: readonly PeriodInvoice[]): string[] {
  return invoices.map((invoice) => invoice.id);
}

/** Overpaid also counts as paid, because every way to resolve it credits the price. */
function isPaid({ status, status_context }: PeriodInvoice): boolean {
  return status === 'completed' || status_context === 'overpaid';
}

/** Enough was sent before the invoice expired, but is not confirmed yet. */
function isIncoming(
  project: Project,
  invoice: PeriodInvoice,
  deposits: readonly DepositRow[] = [],
): boolean {
  if (invoice.status !== 'new') return false;
  const inTime = deposits.filter(
    (deposit) => isLive(deposit) && deposit.first_seen_at <= invoice.expires_at,
  );
  const sum = sumOf(inTime, (deposit) => deposit.amount);
  const tolerancePercent = underpaymentTolerancePercentOf(project);
  return sum >= invoice.pay_amount || isWithinTolerance({ invoice, tolerancePercent }, sum);
}
