// The merchant accepts what was paid too late, or too little, as the payment of a checkout.
import type { App } from '../app.ts';
import { apiError, notFound } from '../core/errors.ts';
import { recalculateWithin } from '../invoices/recalculate.ts';
import { lockLedger } from '../ledger/post.ts';
import type { Project } from '../projects/project.ts';
import { move } from './advance.ts';
import { progressOf } from './progress.ts';
import { type CheckoutRow, lockCheckouts } from './store-checkouts.ts';

interface Caller {
  readonly project: Project;
  /** The public part of the key. Omitted for the operator, who may also accept high-risk payments. */
  readonly apiKey?: string;
}

/**
 * Late and short payments are settled at the current rate, and the checkout is complete. Repeating it changes nothing.
 * Errors: 404; 422 `invalid_status` when nothing was paid, a payment is still to be confirmed or counted, or the
 * checkout has ended; 503 `rates_unavailable`.
 */
export function acceptCheckout(app: App, caller: Caller, id: string): Promise<CheckoutRow> {
  const { project } = caller;
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [row] = await lockCheckouts(tx, project.id, [id]);
    if (row === undefined) throw notFound();
    if (row.status_context === 'accepted') return row;
    const { status } = row;
    if (status === 'completed' || status === 'cancelled')
      throw apiError('invalid_status.checkout_ended', { status });
    const [before] = await progressOf(tx, tx.instance, [row]);
    for (const invoice of before?.invoices ?? []) {
      if (invoice.status !== 'unresolved') continue;
      const one = { ...caller, objectId: tx.newId() };
      await recalculateWithin(tx, one, { invoice_id: invoice.id, force_commit: true });
    }
    const [progress] = await progressOf(tx, tx.instance, [row]);
    if (progress === undefined || progress.decision.expected === 0n)
      throw apiError('invalid_status.checkout_unpaid');
    const { paid, expected } = progress.decision;
    if (expected > paid) throw apiError('invalid_status.checkout_counting');
    return move(tx, { progress, to: { status: 'completed', context: 'accepted' } });
  });
}
