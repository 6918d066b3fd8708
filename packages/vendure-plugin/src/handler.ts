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
import { createCheckout } from './create-checkout.ts';
import { explain } from './explain.ts';
import { newCheckout } from './new-checkout.ts';
import { cancelOpenPayments, coveredBy, UNDER_WAY } from './open-payments.ts';
import { isPriceOf, isUnpaidForGood, publicMetadata } from './payment-step.ts';
import { createRefund } from './refunds.ts';
import {
  isOurs,
  LOG_CONTEXT,
  lockOrder,
  lockPayment,
  NOT_OURS,
  type Services,
  type Shop,
  servicesOf,
} from './shop.ts';

const HANDLER_CODE = 'chaintill';
const NOT_REACHED = 'The payment page cannot be opened now. Try again in a moment.';
const CHANGED = 'The order has changed meanwhile. Try again.';
const NOTHING_DUE = 'Nothing of this order is left to pay.';

export function createHandler(shop: Shop, onStart: (services: Services) => void) {
  return new PaymentMethodHandler({
    code: HANDLER_CODE,
    description: [{ languageCode: LanguageCode.en, value: 'Chaintill: cryptocurrency' }],
    args: {},
    init: (injector) => onStart(servicesOf(injector)),
    createPayment: (ctx, order) => createPayment(shop, ctx, order),
    settlePayment: (ctx, _order, payment) => settlePayment(shop, ctx, payment),
    cancelPayment: (ctx, _order, payment) => cancelPayment(shop, ctx, payment),
    createRefund: (ctx, _input, amount, order, payment) =>
      createRefund(shop, ctx, { amount, order, payment }),
  });
}

/** Paying again cancels the open payments, and their checkouts with them, so that no customer pays twice. */
async function createPayment(shop: Shop, ctx: RequestContext, order: Order) {
  const failed = (errorMessage: string) => ({ amount: 0, state: 'Error' as const, errorMessage });
  const now = await lockOrder(shop, ctx, order.id);
  if (now.state !== order.state || now.totalWithTax !== order.totalWithTax) return failed(CHANGED);
  if (!(await cancelOpenPayments(shop, ctx, order))) return failed(UNDER_WAY);
  // Vendure's amount is from before the lock: two clicks at the same moment would pay for two.
  const amount = order.totalWithTax - (await coveredBy(shop, ctx, order));
  if (amount <= 0) return failed(NOTHING_DUE);
  const { precision } = shop.services();
  const attempt = randomUUID().slice(0, 8);
  const { languageCode } = ctx;
  const requested = { order, amount, precision, languageCode, attempt };
  try {
    const checkout = await createCheckout(shop.client, newCheckout(requested, shop.options));
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

/** Also for a person who presses the button: nothing but a completed checkout settles a payment. */
async function settlePayment(shop: Shop, ctx: RequestContext, payment: Payment) {
  await lockPayment(shop, ctx, payment);
  const refuse = (errorMessage: string) => refusal(payment, errorMessage);
  const checkout = await readCheckout(shop, payment);
  if (typeof checkout === 'string') return refuse(checkout);
  if (checkout.status !== 'completed') return refuse(`The checkout is ${stateOf(checkout)}.`);
  const { precision } = shop.services();
  if (!isPriceOf(payment, checkout, { order: payment.order, precision }))
    return refuse('The price of the checkout is not the amount of the payment.');
  return { success: true as const, metadata: { public: publicMetadata(checkout) } };
}

async function cancelPayment(shop: Shop, ctx: RequestContext, payment: Payment) {
  await lockPayment(shop, ctx, payment);
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
  if (!isOurs(payment)) return NOT_OURS;
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
