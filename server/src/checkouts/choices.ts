// How often a coin can be chosen for one checkout. Each choice makes an invoice with an address that is watched for
// good, and a payer can ask for a new price for as long as the checkout is open: up to 30 days.
import type { Coin } from '../coins/coin.ts';
import type { Tx } from '../db/tx.ts';
import type { Progress } from './progress.ts';
import type { CheckoutRow } from './store-checkouts.ts';

/** Many times what payers need, who compare twelve coins and let some prices expire. */
const CHOICES_MAX = 50;

/** Of the checkout, whose lock the caller holds. Those that a crash left without an invoice count too. */
export async function hasChoicesLeft(
  tx: Tx,
  { project_id: projectId, id }: CheckoutRow,
): Promise<boolean> {
  const [row] = await tx.query<{ made: number }>(
    'select count(*)::int as made from checkout_invoices where project_id = $1 and checkout_id = $2',
    [projectId, id],
  );
  return (row?.made ?? 0) < CHOICES_MAX;
}

/** Once there are no choices left, those that were made can still be paid until their price expires. */
export function canBeChosen({ invoices, decision }: Progress, { code }: Coin, now: Date): boolean {
  if (invoices.length < CHOICES_MAX) return true;
  const last = invoices.findLast((invoice) => invoice.pay_currency === code);
  if (last?.status !== 'new' || last.expires_at <= now) return false;
  return last.paid_amount > 0n || last.price_amount === decision.remaining;
}

/** Nothing can be chosen anymore, although something remains to be paid. */
export const isExhausted = ({ invoices, checkout, decision }: Progress) =>
  checkout.status === 'open' && decision.remaining > 0n && invoices.length >= CHOICES_MAX;
