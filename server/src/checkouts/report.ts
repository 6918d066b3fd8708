// Sends the callbacks of a checkout, with the checkout as the API shows it at that time.
import type { Instance } from '../app.ts';
import type { EventOf } from '../contract/callback-events.ts';
import { defined } from '../core/assert.ts';
import type { Tx } from '../db/tx.ts';
import { emit } from '../events/emit.ts';
import { presentCheckout } from './present.ts';
import { type Progress, progressOf, progressOfNew } from './progress.ts';
import { type CheckoutRow, findCheckout } from './store-checkouts.ts';

interface Moved {
  readonly progress: Progress;
  readonly events: readonly EventOf<'Checkout'>[];
}

/**
 * Of checkouts of one project. Also without an event: a payment may have been confirmed. The caller holds the ledger
 * lock.
 */
export async function reportMoved(
  tx: Tx,
  projectId: string,
  moved: readonly Moved[],
): Promise<void> {
  const all = moved.flatMap(({ progress, events }) => {
    if (events.length === 0) return [];
    const data = presentCheckout(tx.instance, progress);
    const objectId = progress.checkout.id;
    return events.map((event) => ({ type: 'Checkout', event, objectId, data }) as const);
  });
  await emit(tx, projectId, all);
  const checkouts = moved.map(({ progress, events }) => ({
    checkoutId: progress.checkout.id,
    events,
  }));
  await tx.instance.reactions.checkoutsMoved(tx, { projectId, checkouts });
}

/** The callback of a checkout that nothing has happened to yet. */
export function createdEvent(instance: Instance, row: CheckoutRow) {
  return {
    projectId: row.project_id,
    type: 'Checkout',
    event: 'created',
    objectId: row.id,
    data: presentCheckout(instance, progressOfNew(instance, row)),
  } as const;
}

export async function reportCheckout(
  tx: Tx,
  row: CheckoutRow,
  events: readonly EventOf<'Checkout'>[],
): Promise<void> {
  const [progress] = await progressOf(tx, tx.instance, [row]);
  const one = { progress: defined(progress ?? null, 'one for each'), events };
  await reportMoved(tx, row.project_id, [one]);
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
