// Advances checkouts: at their expiry, and when an invoice of theirs has moved.
import type { App } from '../app.ts';
import type { EventOf } from '../contract/callback-events.ts';
import { defined } from '../core/assert.ts';
import { AppError, apiError, notFound } from '../core/errors.ts';
import type { Tx } from '../db/tx.ts';
import { isSettled } from '../deposits/deposit.ts';
import { endRequests } from '../invoices/end-requests.ts';
import { recalculateWithin } from '../invoices/recalculate.ts';
import { lockLedger } from '../ledger/post.ts';
import { loadProject, type Project } from '../projects/project.ts';
import { RESCHEDULED_FOR } from '../workers/apart.ts';
import type { CheckoutDecision } from './decide-checkout.ts';
import { type Progress, progressOf } from './progress.ts';
import { mailReceipts } from './receipt-mail.ts';
import { reportMoved } from './report.ts';
import { settleParts } from './settle-parts.ts';
import {
  type CheckoutRow,
  lockCheckouts,
  rescheduleCheckout,
  updateCheckouts,
} from './store-checkouts.ts';

/** A payment to an invoice that is finished already, of a checkout that is still open. */
export interface Unattached {
  readonly checkoutId: string;
  readonly depositId: string;
  readonly coin: string;
}

/** Returns the payments that wait for another invoice. */
export function advanceCheckouts(
  app: App,
  projectId: string,
  ids: readonly string[],
): Promise<readonly Unattached[]> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    const rows = await lockCheckouts(tx, projectId, ids);
    const seen = await progressOf(tx, tx.instance, rows);
    let isLate = false;
    for (const one of seen) if (await acceptLate(tx, one)) isLate = true;
    const counted = isLate ? await progressOf(tx, tx.instance, rows) : seen;
    const isSettled = await settleParts(tx, projectId, counted);
    const all = isSettled ? await progressOf(tx, tx.instance, rows) : counted;
    await moveAll(
      tx,
      projectId,
      all.map((progress) => ({ progress, to: progress.decision })),
    );
    const unattached = all.flatMap(unattachedOf);
    // If the process ends before they are attached, they are found again.
    const dueAt = new Date(tx.now.getTime() + RESCHEDULED_FOR);
    for (const { checkoutId: id } of unattached)
      await rescheduleCheckout(tx, { projectId, id, dueAt });
    return unattached;
  });
}

/** High-risk money waits for the operator. */
function unattachedOf({ checkout, decision, invoices, deposits }: Progress): Unattached[] {
  if (decision.status !== 'open' || decision.remaining === 0n) return [];
  const own = invoices.flatMap(({ id }) => deposits.get(id) ?? []);
  const waiting = own.filter(
    (deposit) =>
      deposit.is_unmatched &&
      deposit.credited_at === null &&
      isSettled(deposit) &&
      deposit.risk?.level !== 'high',
  );
  return waiting.map(({ id, coin }) => ({ checkoutId: checkout.id, depositId: id, coin }));
}

/**
 * While a checkout is open, a payment that missed its quote counts at the rate of the moment. True when there was one.
 * One that cannot be accepted now waits for its invoice to move, or for the merchant.
 */
async function acceptLate(tx: Tx, { checkout, decision, invoices }: Progress): Promise<boolean> {
  if (decision.status !== 'open') return false;
  const late = invoices.filter(
    ({ status, status_context: context }) => status === 'unresolved' && context === 'paid_late',
  );
  let isAccepted = false;
  for (const { id } of late) {
    const project = defined(await loadProject(tx, checkout.project_id), 'its project exists');
    const caller = { project, objectId: tx.newId() };
    try {
      await recalculateWithin(tx, caller, { invoice_id: id, force_commit: true });
      isAccepted = true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return isAccepted;
}

interface Move {
  readonly progress: Progress;
  readonly to: Pick<CheckoutDecision, 'status' | 'context'>;
}

/** Stores what was decided, and reports it. */
export async function move(tx: Tx, one: Move): Promise<CheckoutRow> {
  const [after] = await moveAll(tx, one.progress.checkout.project_id, [one]);
  return defined(after ?? null, 'one for each');
}

/** With as many statements for thousands, which expire at the same time, as for one. */
async function moveAll(
  tx: Tx,
  projectId: string,
  moves: readonly Move[],
): Promise<readonly CheckoutRow[]> {
  const changes = moves.map(({ progress, to }) => {
    const { checkout: before } = progress;
    const after = movedTo(tx, progress, to);
    return { progress, before, after, dueAt: dueAt(after, tx.now) };
  });
  await updateCheckouts(tx, changes);
  await reportMoved(
    tx,
    projectId,
    changes.map(({ progress, before, after }) => ({
      progress: { ...progress, checkout: after },
      events: eventsOf(before, after),
    })),
  );
  const completed = changes.filter(
    ({ before, after }) => after.status === 'completed' && before.status !== 'completed',
  );
  // The merchant has accepted what payers asked back, or the rest has arrived.
  const ids = completed.flatMap(({ progress }) => progress.invoices.map(({ id }) => id));
  if (ids.length > 0) await endRequests(tx, { projectId, ids });
  await mailReceipts(
    tx,
    projectId,
    completed.map(({ progress, after }) => ({ ...progress, checkout: after })),
  );
  return changes.map(({ after }) => after);
}

function movedTo(
  tx: Tx,
  { checkout, payments }: Progress,
  { status, context }: Move['to'],
): CheckoutRow {
  return {
    ...checkout,
    status,
    status_context: context,
    completed_at: status === 'completed' ? (checkout.completed_at ?? tx.now) : null,
    payments_reported: Math.max(checkout.payments_reported, payments),
  };
}

/** From its expiry on, only its invoices change a checkout. */
function dueAt({ status, expires_at: expiresAt }: CheckoutRow, now: Date): Date | null {
  const isOpen = status === 'open' || status === 'processing';
  return isOpen && expiresAt > now ? expiresAt : null;
}

/** In the order of sending. */
function eventsOf(before: CheckoutRow, after: CheckoutRow): EventOf<'Checkout'>[] {
  const hasMore = after.payments_reported > before.payments_reported;
  return [...(hasMore ? (['payment_received'] as const) : []), ...moveOf(before, after)];
}

function moveOf(before: CheckoutRow, after: CheckoutRow): EventOf<'Checkout'>[] {
  const { status, status_context: context } = after;
  if (status === before.status && context === before.status_context) return [];
  if (status === 'processing' || status === 'completed')
    return status === before.status ? [] : [status];
  if (status === 'expired') {
    if (context === 'paid_late') return ['paid_late'];
    // What was late has been refunded, or a decision about risk was made.
    if (before.status === 'expired' && context !== 'partially_paid') return [];
    return [context === 'partially_paid' ? 'partially_paid_expired' : 'expired'];
  }
  // The payment left the chain before it was confirmed.
  return before.status === 'processing' ? ['invalid'] : [];
}

/** Errors: 404; 422 `invalid_status` when something was paid, or the checkout has ended. */
export function cancelCheckout(app: App, project: Project, id: string): Promise<CheckoutRow> {
  return app.db.transaction(async (tx) => {
    await lockLedger(tx, project.id);
    const [before] = await lockCheckouts(tx, project.id, [id]);
    if (before === undefined) throw notFound();
    const after = await cancelUnpaid(tx, before);
    if (after === null)
      throw apiError('invalid_status.checkout_not_open', { status: before.status });
    return after;
  });
}

/** Null when something was paid, or the checkout has ended. The caller holds the locks. */
export async function cancelUnpaid(tx: Tx, before: CheckoutRow): Promise<CheckoutRow | null> {
  const [progress] = await progressOf(tx, tx.instance, [before]);
  if (before.status !== 'open' || (progress?.decision.expected ?? 0n) > 0n) return null;
  const after: CheckoutRow = { ...before, status: 'cancelled', status_context: null };
  await updateCheckouts(tx, [{ before, after, dueAt: null }]);
  return after;
}
