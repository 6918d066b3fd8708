// Refunds are links: the customer enters an address, a person approves in Chaintill, and the refund is settled when the
// payout is confirmed. Until then it is pending.
import { ChaintillError, type Checkout, type RefundClaim } from '@chaintill/client';
import {
  Logger,
  type Order,
  type Payment,
  Refund,
  type RefundState,
  type RequestContext,
} from '@vendure/core';
import { explain } from './explain.ts';
import { decimalOf, unitsOf } from './money.ts';
import { contextOf } from './payments.ts';
import { asColumn, LOG_CONTEXT, lockOrder, type Shop } from './shop.ts';

interface Requested {
  /** In units of the currency. */
  readonly amount: number;
  readonly order: Order;
  readonly payment: Payment;
}

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

/** A refund that fails keeps its reason in its metadata. */
export async function createRefund(shop: Shop, ctx: RequestContext, requested: Requested) {
  const { order, payment } = requested;
  await lockOrder(shop, ctx, order.id);
  try {
    const checkout = await shop.client.checkouts.get(payment.transactionId);
    const claim = await createClaim(shop, ctx, { ...requested, checkout });
    return { state: 'Pending' as const, transactionId: claim.id, metadata: metadataOf(claim) };
  } catch (error) {
    if (!(error instanceof ChaintillError)) throw error;
    Logger.error(`order ${order.code}: no refund: ${explain(error)}`, LOG_CONTEXT);
    return { state: 'Failed' as const, metadata: { error: explain(error) } };
  }
}

/**
 * A link refunds one invoice of the checkout: the largest that has enough left. The key is the same until this refund
 * is stored, so that an interrupted attempt leaves no second link.
 */
async function createClaim(
  shop: Shop,
  ctx: RequestContext,
  { amount, order, payment, checkout }: Requested & { readonly checkout: Checkout },
): Promise<RefundClaim> {
  const { orders, precision } = shop.services();
  const payments = await orders.getOrderPayments(ctx, order.id);
  const before = payments.find(({ id }) => id === payment.id)?.refunds.length ?? 0;
  let last: unknown = new ChaintillError({
    status: null,
    code: 'nothing_paid',
    message: 'no invoice of the checkout is completed',
  });
  for (const invoice of paidInvoices(checkout, precision)) {
    try {
      return await shop.client.refundClaims.create(
        invoice.id,
        { amount: decimalOf(amount, precision) },
        { idempotencyKey: `vendure-refund-${invoice.id}-${before}-${amount}` },
      );
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

function paidInvoices({ invoices }: Checkout, precision: number) {
  const priceOf = ({ price_amount: price }: Checkout['invoices'][number]) =>
    unitsOf(price, precision) ?? 0;
  return invoices
    .filter(({ status }) => status === 'completed')
    .sort((a, b) => priceOf(b) - priceOf(a));
}

/** Without the link, because anyone who has it can enter the address, and Vendure's Shop API shows all of this. */
const metadataOf = (claim: RefundClaim) => ({
  claimId: claim.id,
  status: claim.status,
});

/** Reads the pending refunds that `isWanted` selects, and ends those whose link has ended. */
export async function syncRefunds(
  shop: Shop,
  isWanted: (refund: Refund) => boolean = () => true,
): Promise<void> {
  const { connection, contexts } = shop.services();
  const ctx = await contexts.create({ apiType: 'admin' });
  const pending = await connection.getRepository(ctx, Refund).find({
    where: { state: 'Pending' },
    relations: ['payment', 'payment.order'],
  });
  const ours = pending.filter(({ metadata }) => typeof metadata?.claimId === 'string');
  for (const refund of ours.filter(isWanted)) await syncRefund(shop, refund);
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
