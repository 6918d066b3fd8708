// Brings a payment to what its checkout is now. Called for each callback and by the scheduled task, under the lock of
// the order, so that a payment is settled once however often and from wherever it is called.
import type { Checkout } from '@chaintill/client';
import { Channel, Logger, Payment, type RequestContext } from '@vendure/core';
import { decideStep, publicMetadata } from './payment-step.ts';
import { asColumn, isFailure, isOurs, LOG_CONTEXT, lockOrder, type Shop } from './shop.ts';
import type { Turns } from './turns.ts';

/** False when no payment has this checkout. */
export async function syncCheckout(shop: Shop, checkoutId: string): Promise<boolean> {
  const { connection, contexts } = shop.services();
  const ctx = await contexts.create({ apiType: 'admin' });
  const payments = await connection.getRepository(ctx, Payment).find({
    where: { transactionId: checkoutId },
    relations: ['order'],
  });
  // A payment of another method may have the same transaction ID.
  const payment = payments.find(({ metadata }) => metadata?.checkoutId === checkoutId);
  if (payment === undefined) return false;
  await syncPayment(shop, payment);
  return true;
}

/** For callbacks that never arrived. */
export async function syncOpenPayments(shop: Shop, turns: Turns): Promise<void> {
  const { connection, contexts } = shop.services();
  const ctx = await contexts.create({ apiType: 'admin' });
  const open = await connection.getRepository(ctx, Payment).find({
    where: { state: 'Created' },
    relations: ['order'],
  });
  await turns(open.filter(isOurs), (payment) => syncPayment(shop, payment));
}

async function syncPayment(shop: Shop, found: Payment): Promise<void> {
  const { connection } = shop.services();
  await connection.withTransaction(await contextOf(shop, found), async (ctx) => {
    await lockOrder(shop, ctx, found.order.id);
    const payment = await connection.getRepository(ctx, Payment).findOne({
      where: { id: found.id },
      relations: ['order'],
    });
    if (payment === null) return;
    const checkout = await shop.client.checkouts.get(payment.transactionId);
    await apply(shop, ctx, { payment, checkout });
  });
}

/** Vendure's methods show only the orders of the channel that the context names. */
export async function contextOf(shop: Shop, payment: Payment): Promise<RequestContext> {
  const { connection, contexts } = shop.services();
  const ctx = await contexts.create({ apiType: 'admin' });
  const id = payment.metadata?.channelId;
  const channel = await connection.getRepository(ctx, Channel).findOne({ where: { id } });
  return channel === null
    ? ctx
    : await contexts.create({ apiType: 'admin', channelOrToken: channel.token });
}

async function apply(
  shop: Shop,
  ctx: RequestContext,
  { payment, checkout }: { readonly payment: Payment; readonly checkout: Checkout },
): Promise<void> {
  const { connection, orders, precision } = shop.services();
  const { order } = payment;
  const show = () =>
    connection.getRepository(ctx, Payment).update(payment.id, {
      metadata: asColumn({ ...payment.metadata, public: publicMetadata(checkout) }),
    });
  const step = decideStep(payment, checkout, { order, precision });
  if (step === 'settle') demand(await orders.settlePayment(ctx, payment.id));
  else if (step === 'cancel') demand(await orders.cancelPayment(ctx, payment.id));
  else if (step === 'show') await show();
  else if (step === 'mismatch')
    Logger.error(
      `order ${order.code}: checkout ${checkout.id} is of another order, or its price is not the amount of the payment`,
      LOG_CONTEXT,
    );
}

/** Rolls back, and the callback is repeated. */
function demand(result: object): void {
  if (isFailure(result)) throw new Error(result.message);
}
