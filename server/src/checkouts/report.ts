// Sends the callbacks of a checkout, with the checkout as the API shows it at that time.
import type { EventOf } from '../contract/callback-events.ts';
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { presentCheckout } from './present.ts';
import { type Progress, progressOf } from './progress.ts';
import { type CheckoutRow, findCheckout } from './store-checkouts.ts';

/** Also without an event: a payment may have been confirmed. The caller holds the ledger lock. */
export async function reportMoved(
  tx: Tx,
  progress: Progress,
  events: readonly EventOf<'Checkout'>[],
): Promise<void> {
  const { project_id: projectId, id } = progress.checkout;
  if (events.length > 0) {
    const data = presentCheckout(tx.instance, progress);
    await emit(
      tx,
      projectId,
      events.map((event) => ({ type: 'Checkout', event, objectId: id, data })),
    );
  }
  await tx.instance.reactions.checkoutMoved(tx, { projectId, checkoutId: id, events });
}

export async function reportCheckout(
  tx: Tx,
  row: CheckoutRow,
  events: readonly EventOf<'Checkout'>[],
): Promise<void> {
  const [progress] = await progressOf(tx, tx.instance, [row]);
  await reportMoved(tx, defined(progress ?? null, 'one for each'), events);
}

/** Of an invoice that belongs to a checkout. The refund is stored. */
export async function reportRefund(
  tx: Tx,
  { project_id: projectId, checkout_id: id }: { project_id: string; checkout_id: string | null },
): Promise<void> {
  if (id === null) return;
  const row = await findCheckout(tx, projectId, id);
  await reportCheckout(tx, defined(row, 'an invoice has its checkout'), ['refunded']);
}
