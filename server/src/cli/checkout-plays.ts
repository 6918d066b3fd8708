// How to cause each event of a checkout.
import type { EventOf } from '../contract/callback-events.ts';
import { until } from './demo-stage.ts';
import {
  chosen,
  type Made,
  make,
  mine,
  PAYEE,
  type Play,
  type PlayStage,
  pay,
  reached,
  WHY,
} from './play-steps.ts';

/** Less than requested. */
const A_PART = '0.01';

export const checkoutPlays: Readonly<Record<EventOf<'Checkout'>, Play>> = {
  created: { run: newCheckout },
  payment_received: { run: paidCheckout },
  processing: { run: paidCheckout },
  completed: { run: async (on) => [await paidCheckout(on), await mine(on)] },
  expired: { run: async (on) => [await newCheckout(on), await expire(on)] },
  partially_paid_expired: {
    run: async (on) => [
      await paidCheckout(on, { amount: A_PART }),
      await mine(on),
      await expire(on),
    ],
  },
  paid_late: { run: lateInvoice },
  refunded: {
    run: async (on) =>
      on.merchant('POST', `invoices/${await lateInvoice(on)}/refunds`, { address: PAYEE }),
  },
  invalid: { run: vanishedPayment },
};

const EXPIRES_IN = 3601;

interface Paid extends Made {
  readonly paid_amount: string;
}

function newCheckout(on: PlayStage): Promise<string> {
  return make(on, 'checkout', { price_amount: '10', price_currency: 'EUR', name: WHY });
}

async function chosenInvoice(on: PlayStage): Promise<string> {
  return chosen(on, `checkouts/${await newCheckout(on)}`);
}

/** The transaction. */
async function paidCheckout(on: PlayStage, how: object = {}): Promise<string> {
  return pay(on, { invoice_id: await chosenInvoice(on), ...how });
}

/** Double-spent before it was mined. */
async function vanishedPayment(on: PlayStage): Promise<void> {
  const invoice = await chosenInvoice(on);
  const txid = await pay(on, { invoice_id: invoice, stuck: true });
  await until(async () => {
    const { paid_amount: paid } = await on.merchant<Paid>('GET', `invoices/${invoice}`);
    return paid === '0.0' ? null : paid;
  });
  await on.sandbox('replacements', { txid, amount: '0' });
}

/** Paid after its checkout has expired. */
async function lateInvoice(on: PlayStage): Promise<string> {
  const invoice = await chosenInvoice(on);
  await expire(on);
  await pay(on, { invoice_id: invoice });
  await mine(on);
  await reached(on, invoice, 'unresolved');
  return invoice;
}

/** Past the expiry of a checkout. */
async function expire(on: PlayStage): Promise<void> {
  await on.sandbox('clock', { advance_seconds: EXPIRES_IN });
}
