// Invoices: requests for payment in one coin, with an address, an amount and an expiry. Statuses and contexts: wire.md
// (d). Terms (10 minutes; 120 when the currencies are equal; 14 days): (g).
import { DAY, MINUTE } from '../core/clock.ts';
import { defineStatuses } from '../core/statuses.ts';
import type { UnresolvedContext } from '../projects/project.ts';

export type InvoiceStatus = 'new' | 'completed' | 'unresolved' | 'refunded' | 'cancelled';

export const invoiceStatuses = defineStatuses<InvoiceStatus>('invoice', {
  new: ['completed', 'unresolved', 'cancelled'],
  // Canceled when a deep reorganization removed all of its payments.
  unresolved: ['completed', 'refunded', 'cancelled'],
  completed: [],
  refunded: [],
  cancelled: [],
});

export const CONVERTED_VALIDITY = 10 * MINUTE;
export const SAME_CURRENCY_VALIDITY = 120 * MINUTE;
export const CANCEL_AFTER = 14 * DAY;
/** An invoice can still be paid at the exact time of its expiry. */
export const EXPIRY_CHECK_AFTER = 1;

export interface InvoiceRow {
  readonly project_id: string;
  readonly id: string;
  readonly custom_id: string | null;
  readonly customer_id: string | null;
  readonly subscription_id: string | null;
  readonly status: InvoiceStatus;
  readonly status_context: UnresolvedContext | null;
  readonly network: string;
  readonly address: string;
  readonly tag: number | null;
  readonly price_amount: bigint;
  readonly price_currency: string;
  readonly pay_amount: bigint;
  readonly pay_currency: string;
  readonly fee: bigint;
  readonly fee_percent: string;
  readonly rate: string | null;
  readonly paid_amount: bigint;
  readonly name: string | null;
  readonly description: string | null;
  /** The JSON object as the merchant wrote it. */
  readonly metadata: string | null;
  readonly success_redirect_url: string | null;
  readonly unsuccess_redirect_url: string | null;
  readonly payer_email: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly due_at: Date | null;
}

export function isFinal(status: InvoiceStatus): boolean {
  return invoiceStatuses.moves[status].length === 0;
}
