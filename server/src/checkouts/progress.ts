// What a checkout has received so far: its invoices, the payments to them, and what they imply.
import type { Instance } from '../app.ts';
import { groupBy, sumOf } from '../core/group.ts';
import { decimal } from '../core/money.ts';
import type { Sql } from '../db/database.ts';
import { type DepositRow, depositsOfOwners, isLive } from '../deposits/deposit.ts';
import { type RefundRow, refundsOfInvoices } from '../invoices/refund-row.ts';
import { type CheckoutDecision, decideCheckout } from './decide-checkout.ts';
import { type CheckoutRow, type ChosenInvoice, invoicesOf } from './store-checkouts.ts';

export interface Progress {
  readonly checkout: CheckoutRow;
  /** In the order of choice. */
  readonly invoices: readonly ChosenInvoice[];
  /** Newest first. */
  readonly refunds: readonly RefundRow[];
  /** By invoice. */
  readonly deposits: ReadonlyMap<string | null, readonly DepositRow[]>;
  readonly decision: CheckoutDecision;
  /** Payments that are on the chain or about to be. */
  readonly payments: number;
}

/** Of checkouts of one project, in their order. `sql` must read in one snapshot, or hold the ledger lock. */
export async function progressOf(
  sql: Sql,
  { clock }: Pick<Instance, 'clock'>,
  checkouts: readonly CheckoutRow[],
): Promise<Progress[]> {
  const [first] = checkouts;
  if (first === undefined) return [];
  const ids = checkouts.map(({ id }) => id);
  const invoices = await invoicesOf(sql, first.project_id, ids);
  const found = await depositsOfOwners(
    sql,
    invoices.map(({ id }) => id),
  );
  const deposits = groupBy(found, ({ owner_id: id }) => id);
  const refunds = groupBy(
    await refundsOfInvoices(sql, first.project_id, invoices),
    (refund) => refund.invoice_id,
  );
  const byCheckout = groupBy(invoices, ({ of_checkout: id }) => id);
  return checkouts.map((checkout) => {
    const own = byCheckout.get(checkout.id) ?? [];
    const decision = decideCheckout({
      checkout,
      invoices: own.map((invoice) => ({ ...invoice, seen: seenOf(invoice, deposits) })),
      tolerancePercent: decimal(checkout.tolerance_percent),
      now: new Date(clock.now()),
    });
    const live = own.flatMap(({ id }) => (deposits.get(id) ?? []).filter(isLive));
    const returned = own.flatMap(({ id }) => refunds.get(id) ?? []);
    return {
      checkout,
      invoices: own,
      deposits,
      refunds: returned,
      decision,
      payments: live.length,
    };
  });
}

/** Without invoices. */
export function progressOfNew({ clock }: Pick<Instance, 'clock'>, checkout: CheckoutRow): Progress {
  const decision = decideCheckout({
    checkout,
    invoices: [],
    tolerancePercent: decimal(checkout.tolerance_percent),
    now: new Date(clock.now()),
  });
  return { checkout, invoices: [], refunds: [], deposits: new Map(), decision, payments: 0 };
}

/** In the coin: payments that were seen before the quote expired. High-risk money waits for a decision. */
function seenOf(invoice: ChosenInvoice, deposits: Progress['deposits']): bigint {
  const own = deposits.get(invoice.id) ?? [];
  const inTime = own.filter(
    (deposit) =>
      isLive(deposit) &&
      deposit.first_seen_at <= invoice.expires_at &&
      deposit.risk?.level !== 'high',
  );
  return sumOf(inTime, ({ amount }) => amount);
}
