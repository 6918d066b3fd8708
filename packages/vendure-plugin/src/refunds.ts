// Refunds are links: the customer enters an address, a person approves in Chaintill, and the refund is settled when the
// payout is confirmed. Until then it is pending.
import type { RefundClaim } from '@chaintill/client';
import {
  Logger,
  type Order,
  type Payment,
  Refund,
  type RefundState,
  type RequestContext,
} from '@vendure/core';
import { createClaim, isRefused } from './create-claim.ts';
import { explain } from './explain.ts';
import { decimalOf } from './money.ts';
import { contextOf } from './payments.ts';
import { asColumn, isOurs, LOG_CONTEXT, lockOrder, NOT_OURS, type Shop } from './shop.ts';
import type { Turns } from './turns.ts';

interface Requested {
  /** In units of the currency. */
  readonly amount: number;
  readonly order: Order;
  readonly payment: Payment;
}

const NOTHING_LEFT = 'Less than this amount is left of the payment.';

const ENDS: Readonly<Record<RefundClaim['status'], RefundState>> = {
  open: 'Pending',
  claimed: 'Pending',
  approved: 'Pending',
  sent: 'Pending',
  completed: 'Settled',
  declined: 'Failed',
  expired: 'Failed',
  revoked: 'Failed',
  failed: 'Failed',
};

const refundStateOf = (claim: Pick<RefundClaim, 'status'>): RefundState =>
  ENDS[claim.status] ?? 'Pending';

/**
 * A refund that is refused keeps its reason in its metadata. After a timeout it throws, so that Vendure stores nothing
 * and the next attempt returns the link that may have been made.
 */
export async function createRefund(shop: Shop, ctx: RequestContext, requested: Requested) {
  const { amount, order, payment } = requested;
  const { orders, precision } = shop.services();
  await lockOrder(shop, ctx, order.id);
  const failed = (error: string) => {
    Logger.error(`order ${order.code}: no refund: ${error}`, LOG_CONTEXT);
    return { state: 'Failed' as const, metadata: { error } };
  };
  if (!isOurs(payment)) return failed(NOT_OURS);
  const payments = await orders.getOrderPayments(ctx, order.id);
  const before = payments.find(({ id }) => id === payment.id)?.refunds ?? [];
  if (sumOf(before) + amount > payment.amount) return failed(NOTHING_LEFT);
  try {
    const checkout = await shop.client.checkouts.get(payment.transactionId);
    const claim = await createClaim(shop.client, {
      checkout,
      amount: decimalOf(amount, precision),
      precision,
      refundsBefore: before.length,
    });
    return { state: 'Pending' as const, transactionId: claim.id, metadata: metadataOf(claim) };
  } catch (error) {
    if (!isRefused(error)) throw error;
    return failed(explain(error));
  }
}

/** Vendure compared the sum before it called the plugin. Another refund may have been stored since. */
const sumOf = (refunds: readonly Refund[]) =>
  refunds.reduce((sum, { state, total }) => (state === 'Failed' ? sum : sum + total), 0);

/** Without the link, because anyone who has it can enter the address, and Vendure's Shop API shows all of this. */
const metadataOf = (claim: RefundClaim) => ({
  claimId: claim.id,
  status: claim.status,
});

/** For a callback about its link. */
export async function syncRefundOf(shop: Shop, claimId: string): Promise<void> {
  for (const refund of await findPending(shop, { transactionId: claimId }))
    await syncRefund(shop, refund);
}

/** For callbacks that never arrived. */
export async function syncRefunds(shop: Shop, turns: Turns): Promise<void> {
  await turns(await findPending(shop), (refund) => syncRefund(shop, refund));
}

async function findPending(shop: Shop, where: object = {}): Promise<Refund[]> {
  const { connection, contexts } = shop.services();
  const ctx = await contexts.create({ apiType: 'admin' });
  const pending = await connection.getRepository(ctx, Refund).find({
    where: { ...where, state: 'Pending' },
    relations: ['payment', 'payment.order'],
  });
  return pending.filter(({ metadata }) => typeof metadata?.claimId === 'string');
}

async function syncRefund(shop: Shop, { id, payment }: Refund): Promise<void> {
  const { connection, orders } = shop.services();
  await connection.withTransaction(await contextOf(shop, payment), async (ctx) => {
    await lockOrder(shop, ctx, payment.order.id);
    const refund = await connection.getRepository(ctx, Refund).findOne({ where: { id } });
    if (refund?.state !== 'Pending') return;
    const claim = await shop.client.refundClaims.get(refund.metadata.claimId);
    const metadata = asColumn({ ...refund.metadata, ...metadataOf(claim) });
    await connection.getRepository(ctx, Refund).update(id, { metadata });
    const state = refundStateOf(claim);
    if (state !== 'Pending') await orders.transitionRefundToState(ctx, id, state);
  });
}
