// The status of a checkout in the words of the Greenfield API. Pure.
import type { CheckoutContext, CheckoutStatus } from '../checkouts/decide-checkout.ts';

export type InvoiceStatus = 'New' | 'Processing' | 'Settled' | 'Expired' | 'Invalid';
export type AdditionalStatus = 'None' | 'PaidPartial' | 'PaidOver' | 'PaidLate' | 'Marked';
/** By the shop or a person: it moves no money. */
export type Mark = 'settled' | 'invalid' | null;

export interface StatusFacts {
  readonly status: CheckoutStatus;
  readonly status_context: CheckoutContext | null;
  readonly marked: Mark;
  /** More was seen than the price. */
  readonly isOver: boolean;
}

export interface ShownStatus {
  readonly status: InvoiceStatus;
  readonly additional: AdditionalStatus;
}

export function shownStatus({
  status,
  status_context: context,
  marked,
  isOver,
}: StatusFacts): ShownStatus {
  if (marked !== null)
    return { status: marked === 'settled' ? 'Settled' : 'Invalid', additional: 'Marked' };
  if (context === 'accepted') return { status: 'Settled', additional: 'Marked' };
  if (status === 'completed')
    return { status: 'Settled', additional: context === 'overpaid' ? 'PaidOver' : 'None' };
  if (status === 'processing')
    return { status: 'Processing', additional: isOver ? 'PaidOver' : 'None' };
  if (status === 'cancelled') return { status: 'Invalid', additional: 'Marked' };
  // A high-risk payment waits for a decision: the shop must not send, and must not give up either.
  if (context === 'illicit_resource') return { status: 'Processing', additional: 'None' };
  const additional =
    context === 'partially_paid' ? 'PaidPartial' : context === 'paid_late' ? 'PaidLate' : 'None';
  return { status: status === 'open' ? 'New' : 'Expired', additional };
}

/** What may be set by hand. */
export function markable({ status, additional }: ShownStatus): readonly ('Settled' | 'Invalid')[] {
  if (status === 'Settled') return additional === 'Marked' ? ['Invalid'] : [];
  return status === 'Invalid' ? ['Settled'] : ['Settled', 'Invalid'];
}
