// The payment method as Vendure calls it. Each payment has one checkout, whose ID is its transaction ID.
import { randomUUID } from 'node:crypto';
import type { Checkout } from '@chaintill/client';
import {
  LanguageCode,
  Logger,
  type Order,
  type Payment,
  PaymentMethodHandler,
  type RequestContext,
} from '@vendure/core';
import { explain } from './explain.ts';
import { newCheckout } from './new-checkout.ts';
import { isPriceOf, isUnpaidForGood, publicMetadata } from './payment-step.ts';
import { createRefund } from './refunds.ts';
import { LOG_CONTEXT, lockOrder, type Services, type Shop, servicesOf } from './shop.ts';

const HANDLER_CODE = 'chaintill';
const NOT_REACHED = 'The payment page cannot be opened now. Try again in a moment.';
const UNDER_WAY = 'A payment of this order is under way.';

export function createHandler(shop: Shop, onStart: (services: Services) => void) {
  return new PaymentMethodHandler({
    code: HANDLER_CODE,
    description: [{ languageCode: LanguageCode.en, value: 'Chaintill: cryptocurrency' }],
    args: {},
    init: (injector) => onStart(servicesOf(injector)),
    createPayment: (ctx, order, amount) => createPayment(shop, ctx, { order, amount }),
    settlePayment: (_ctx, order, payment) => settlePayment(shop, order, payment),
    cancelPayment: (_ctx, _order, payment) => cancelPayment(shop, payment),
    createRefund: (ctx, _input, amount, order, payment) =>
      createRefund(shop, ctx, { amount, order, payment }),
  });
}

interface Due {
  readonly order: Order;
  /** What the payments of the order do not cover yet. Those that are open cover it already. */
  readonly amount: number;
}

/** Paying again cancels the open payments, and their checkouts with them, so that no customer pays twice. */
async function createPayment(shop: Shop, ctx: RequestContext, due: Due) {
  const { order } = due;
  await lockOrder(shop, ctx, order.id);
  const canceled = await cancelOpenPayments(shop, ctx, order);
  const failed = (errorMessage: string) => ({ amount: 0, state: 'Error' as const, errorMessage });
  if (canceled === null) return failed(UNDER_WAY);
  const amount = due.amount + canceled;
  const { precision } = shop.services();
  const attempt = randomUUID().slice(0, 8);
  const { languageCode } = ctx;
  const requested = { order, amount, precision, languageCode, attempt };
  try {
    const checkout = await shop.client.checkouts.create(newCheckout(requested, shop.options));
    return {
      amount,
      state: 'Created' as const,
      transactionId: checkout.id,
      metadata: {
        checkoutId: checkout.id,
        channelId: ctx.channelId,
        public: publicMetadata(checkout),
      },
    };
  } catch (error) {
    Logger.error(`order ${order.code}: no checkout: ${explain(error)}`, LOG_CONTEXT);
    return failed(NOT_REACHED);
  }
}

/** The sum that was open; null if something is paid already. */
export async function cancelOpenPayments(
  shop: Shop,
  ctx: RequestContext,
  order: Order,
): Promise<number | null> {
  const { orders } = shop.services();
  let sum = 0;
  for (const payment of await orders.getOrderPayments(ctx, order.id)) {
    if (!isOurs(payment) || payment.state !== 'Created') continue;
    const result = await orders.cancelPayment(ctx, payment.id);
    if (!('state' in result) || result.state !== 'Cancelled') return null;
    sum += payment.amount;
  }
  return sum;
}

export const isOurs = (payment: Payment) => typeof payment.metadata?.checkoutId === 'string';

/** Also for a person who presses the button: nothing but a completed checkout settles a payment. */
async function settlePayment(shop: Shop, order: Order, payment: Payment) {
  const refuse = (errorMessage: string) => refusal(payment, errorMessage);
  const checkout = await readCheckout(shop, payment);
  if (typeof checkout === 'string') return refuse(checkout);
  if (checkout.status !== 'completed') return refuse(`The checkout is ${stateOf(checkout)}.`);
  const { precision } = shop.services();
  if (!isPriceOf(payment, checkout, { currency: order.currencyCode, precision }))
    return refuse('The price of the checkout is not the amount of the payment.');
  return { success: true as const, metadata: { public: publicMetadata(checkout) } };
}

async function cancelPayment(shop: Shop, payment: Payment) {
  const refuse = (errorMessage: string) => refusal(payment, errorMessage);
  const checkout = await readCheckout(shop, payment);
  if (typeof checkout === 'string') return refuse(checkout);
  if (checkout.status === 'completed') return refuse('It is paid. Refund it instead.');
  const done = (now: Checkout) => ({
    success: true as const,
    metadata: { public: publicMetadata(now) },
  });
  if (isUnpaidForGood(checkout)) return done(checkout);
  if (checkout.status === 'expired')
    return refuse('A part was paid, or it was paid late. Accept or refund it in Chaintill.');
  try {
    return done(await shop.client.checkouts.cancel(checkout.id));
  } catch (error) {
    return refuse(`The checkout is ${stateOf(checkout)} and stays open: ${explain(error)}`);
  }
}

/** A text says why it cannot be read. */
async function readCheckout(shop: Shop, payment: Payment): Promise<Checkout | string> {
  if (!isOurs(payment)) return 'This payment was not made by Chaintill.';
  try {
    return await shop.client.checkouts.get(payment.transactionId);
  } catch (error) {
    return `The checkout cannot be read: ${explain(error)}`;
  }
}

/** The payment stays as it is. Vendure would otherwise give it the state `Error`, which ends it. */
function refusal(payment: Payment, errorMessage: string) {
  return { success: false as const, state: payment.state as 'Created', errorMessage };
}

const stateOf = ({ status, status_context: context }: Checkout) =>
  context === null ? status : `${status} (${context})`;
