// Additions to the state machines of Vendure. A payment or a refund waits, and a payment that was canceled is settled
// when the merchant accepts what arrived late. A customer who changes the order gives up its open payment.
import type {
  OrderProcess,
  PaymentProcess,
  PaymentState,
  RuntimeVendureConfig,
} from '@vendure/core';
import { cancelOpenPayments, isOurs } from './handler.ts';
import type { Shop } from './shop.ts';

/** Vendure exports no name for it. */
type RefundProcess = NonNullable<RuntimeVendureConfig['paymentOptions']['refundProcess']>[number];

const LEAVING = ['AddingItems', 'Cancelled'];

export function createOrderProcess(shop: Shop): OrderProcess<string> {
  return {
    async onTransitionStart(from, to, { ctx, order }) {
      if (from !== 'ArrangingPayment' || !LEAVING.includes(to)) return undefined;
      const canceled = await cancelOpenPayments(shop, ctx, order);
      return canceled === null ? 'A payment of this order is under way.' : undefined;
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
