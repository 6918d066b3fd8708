// Additions to the state machines of Vendure. A payment or a refund waits, and a payment that was canceled is settled
// when the merchant accepts what arrived late. A customer who changes the order gives up its open payment.
import type {
  OrderProcess,
  PaymentProcess,
  PaymentState,
  RuntimeVendureConfig,
} from '@vendure/core';
import { cancelOpenPayments, hasOpenPayments, UNDER_WAY } from './open-payments.ts';
import { isOurs, lockOrder, type Shop } from './shop.ts';

/** Vendure exports no name for it. */
type RefundProcess = NonNullable<RuntimeVendureConfig['paymentOptions']['refundProcess']>[number];

const LEAVING = ['AddingItems', 'Cancelled'];
const PAID = ['PaymentAuthorized', 'PaymentSettled'];
const CHANGED = 'The order has changed meanwhile. Try again.';
const OPEN = 'A payment of this order is not settled yet. Cancel it first.';

export function createOrderProcess(shop: Shop): OrderProcess<string> {
  return {
    async onTransitionStart(from, to, { ctx, order }) {
      // Vendure counts open payments as paid here, and would let unpaid goods be shipped.
      if (from === 'ArrangingAdditionalPayment' && to !== 'Cancelled')
        return (await hasOpenPayments(shop, ctx, order)) ? OPEN : undefined;
      if (from !== 'ArrangingPayment' || !LEAVING.includes(to)) return undefined;
      // A callback may have settled the order while this waited for its lock.
      if ((await lockOrder(shop, ctx, order.id)).state !== from) return CHANGED;
      return (await cancelOpenPayments(shop, ctx, order)) ? undefined : UNDER_WAY;
    },
    /** Another payment has covered the order. Nobody pays it again, unless money is on its way already. */
    async onTransitionEnd(from, to, { ctx, order }) {
      if (from === 'ArrangingPayment' && PAID.includes(to))
        await cancelOpenPayments(shop, ctx, order);
    },
  };
}

/** Vendure's own states, with two more ways between them for payments of this plugin: waiting, and paid late. */
export function createPaymentProcess(): PaymentProcess<PaymentState> {
  return {
    transitions: {
      Created: { to: ['Created'], mergeStrategy: 'merge' },
      Authorized: { to: [] },
      Settled: { to: [] },
      Declined: { to: [] },
      Error: { to: [] },
      Cancelled: { to: ['Settled'], mergeStrategy: 'merge' },
    },
    onTransitionStart: (from, to, { payment }) =>
      isAdded(from, to) && !isOurs(payment)
        ? `A payment of this method cannot change from ${from} to ${to}.`
        : undefined,
  };
}

const isAdded = (from: PaymentState, to: PaymentState) =>
  (from === 'Created' && to === 'Created') || (from === 'Cancelled' && to === 'Settled');

/** A refund begins as pending, and stays so until its link has ended. */
export function createRefundProcess(): RefundProcess {
  return {
    transitions: {
      Pending: { to: ['Pending'], mergeStrategy: 'merge' },
      Settled: { to: [] },
      Failed: { to: [] },
    },
  };
}
