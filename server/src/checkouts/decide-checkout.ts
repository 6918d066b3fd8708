// Decides what the facts of a checkout imply (docs/decisions/0211-checkouts-make-invoices.md). Pure and idempotent.
import { sumOf } from '../core/group.ts';
import type { Decimal } from '../core/money.ts';
import { shareOf } from '../core/pricing/payment.ts';
import type { InvoiceRow } from '../invoices/store-invoices.ts';

export type CheckoutStatus = 'open' | 'processing' | 'completed' | 'expired' | 'cancelled';
export type CheckoutContext =
  | 'partially_paid'
  | 'overpaid'
  | 'paid_late'
  | 'illicit_resource'
  | 'accepted';

/** One invoice of a checkout. */
export interface CheckoutInvoice
  extends Pick<InvoiceRow, 'status' | 'status_context' | 'price_amount' | 'pay_amount'> {
  /** Payments to it that were seen before its quote expired, confirmed or not, in the coin. */
  readonly seen: bigint;
}

export interface CheckoutFacts {
  readonly checkout: {
    readonly status: CheckoutStatus;
    readonly status_context: CheckoutContext | null;
    /** In the price currency. */
    readonly price_amount: bigint;
    readonly expires_at: Date;
  };
  readonly invoices: readonly CheckoutInvoice[];
  /** A checkout that is short by at most this share of its price is paid. */
  readonly tolerancePercent: Decimal;
  readonly now: Date;
}

export interface CheckoutDecision {
  readonly status: CheckoutStatus;
  readonly context: CheckoutContext | null;
  /** In the price currency: what completed invoices credited, before fees. */
  readonly paid: bigint;
  /** Also what arrived on invoices that are not completed yet. */
  readonly expected: bigint;
  /** What the next choice of a coin asks for. 0 when nothing is missing. */
  readonly remaining: bigint;
}

export function decideCheckout(facts: CheckoutFacts): CheckoutDecision {
  const { checkout, invoices } = facts;
  const completed = invoices.filter((invoice) => invoice.status === 'completed');
  const paid = sumOf(completed, (invoice) => invoice.price_amount);
  const open = invoices.filter((invoice) => invoice.status === 'new');
  const expected = paid + sumOf(open, (invoice) => shareOf(invoice, invoice.seen));
  const remaining = expected < checkout.price_amount ? checkout.price_amount - expected : 0n;
  return { ...statusOf(facts, { paid, expected }), paid, expected, remaining };
}

interface Priced {
  readonly checkout: Pick<CheckoutFacts['checkout'], 'price_amount'>;
}

interface Sums {
  readonly paid: bigint;
  readonly expected: bigint;
}

function statusOf(
  facts: CheckoutFacts,
  { paid, expected }: Sums,
): Pick<CheckoutDecision, 'status' | 'context'> {
  const { checkout, invoices, now } = facts;
  const { price_amount: price, status, status_context: context } = checkout;
  // A completed checkout stays so: what arrives later is the merchant's to decide.
  if (status === 'completed' || status === 'cancelled') return { status, context };
  if (isEnough(facts, paid)) {
    return { status: 'completed', context: paid > price ? 'overpaid' : null };
  }
  const waits = (of: CheckoutInvoice['status_context']) =>
    invoices.some((invoice) => invoice.status === 'unresolved' && invoice.status_context === of);
  if (isEnough(facts, expected)) return { status: 'processing', context: null };
  const partially = expected > 0n ? 'partially_paid' : null;
  const isOpen = now < checkout.expires_at;
  const late = !isOpen && waits('paid_late') ? 'paid_late' : null;
  const held = waits('illicit_resource') ? 'illicit_resource' : null;
  return { status: isOpen ? 'open' : 'expired', context: held ?? late ?? partially };
}

/** `sum` reaches the price, less the tolerance. */
export function isEnough(
  { checkout, tolerancePercent }: Pick<CheckoutFacts, 'tolerancePercent'> & Priced,
  sum: bigint,
): boolean {
  const { digits, scale } = tolerancePercent;
  const whole = 100n * 10n ** BigInt(scale);
  return sum * whole >= checkout.price_amount * (whole - digits);
}
