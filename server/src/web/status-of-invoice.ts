// Where an invoice stands for its payer. Pure. Finer than the merchant's status: an invoice that is `new`
// is also waiting, partly paid, being confirmed, or out of time (wire.md (d)).
import { known } from '../core/assert.ts';
import type { Decimal } from '../core/decimal.ts';
import { sumOf } from '../core/group.ts';
import { type DepositRow, isSettled } from '../deposits/deposit.ts';
import { isWithinTolerance } from '../invoices/decide.ts';
import type { InvoiceRow } from '../invoices/invoice.ts';
import type { UnresolvedContext } from '../projects/project.ts';
import type { PaymentPageStatus } from './payment-page-status.ts';

export interface StandingFacts {
  readonly invoice: InvoiceRow;
  /** Deposits that have not vanished. */
  readonly live: readonly DepositRow[];
  readonly tolerancePercent: Decimal;
  readonly now: Date;
}

const UNRESOLVED: Readonly<Record<UnresolvedContext, PaymentPageStatus>> = {
  overpaid: 'overpaid',
  underpaid: 'underpaid',
  paid_late: 'late',
  // The payer is not told why.
  illicit_resource: 'on_hold',
};

export function statusOfInvoice(standing: StandingFacts): PaymentPageStatus {
  const { invoice } = standing;
  switch (invoice.status) {
    case 'new':
      return statusOfOpen(standing);
    case 'unresolved':
      return UNRESOLVED[known(invoice.status_context, 'an unresolved invoice has a context')];
    case 'completed':
      return 'paid';
    case 'refunded':
      return 'refunded';
    case 'cancelled':
      return standing.live.some(isSettled) ? 'late' : 'cancelled';
  }
}

function statusOfOpen(standing: StandingFacts): PaymentPageStatus {
  const { invoice, live, now } = standing;
  const inTime = live.filter((deposit) => deposit.first_seen_at <= invoice.expires_at);
  const sum = sumOf(inTime, (deposit) => deposit.amount);
  if (sum >= invoice.pay_amount || isWithinTolerance(standing, sum)) return 'confirming';
  if (inTime.length < live.length) return 'late';
  if (sum > 0n) return 'underpaid';
  return now < invoice.expires_at ? 'waiting' : 'expired';
}
