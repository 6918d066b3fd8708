// The payments of an order that wait for their checkout, and what the order's other payments cover.
import type { Order, Payment, RequestContext } from '@vendure/core';
import { isOurs, type Shop } from './shop.ts';

export const UNDER_WAY = 'A payment of this order is under way.';

/** As Vendure counts them. */
const COVERS_NOTHING: readonly Payment['state'][] = ['Error', 'Declined', 'Cancelled'];

/** Cancels their checkouts too. False if something is paid already; that payment stays open. */
export async function cancelOpenPayments(
  shop: Shop,
  ctx: RequestContext,
  order: Order,
): Promise<boolean> {
  const { orders } = shop.services();
  for (const { id } of await openPayments(shop, ctx, order)) {
    const result = await orders.cancelPayment(ctx, id);
    if (!('state' in result) || result.state !== 'Cancelled') return false;
  }
  return true;
}

export const hasOpenPayments = async (shop: Shop, ctx: RequestContext, order: Order) =>
  (await openPayments(shop, ctx, order)).length > 0;

async function openPayments(shop: Shop, ctx: RequestContext, { id }: Order): Promise<Payment[]> {
  const payments = await shop.services().orders.getOrderPayments(ctx, id);
  return payments.filter((payment) => isOurs(payment) && payment.state === 'Created');
}

/** In units of the currency, less what was refunded. */
export async function coveredBy(shop: Shop, ctx: RequestContext, { id }: Order): Promise<number> {
  const payments = await shop.services().orders.getOrderPayments(ctx, id);
  const refundsOf = ({ refunds }: Payment) =>
    refunds
      .filter(({ state }) => state === 'Settled')
      .reduce((sum, { total }) => sum + Math.abs(total), 0);
  return payments
    .filter(({ state }) => !COVERS_NOTHING.includes(state))
    .reduce((sum, payment) => sum + payment.amount - refundsOf(payment), 0);
}
