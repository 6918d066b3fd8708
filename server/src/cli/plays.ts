// How to cause each callback event in the sandbox, playing merchant, payer and miner. The compiler checks the table
// against the list of events: a new event needs an entry.
import type { callbackEvents } from '../contract/callback-events.ts';
import { DAY } from '../core/clock.ts';
import { checkoutPlays } from './checkout-plays.ts';
import { claimPlays } from './claim-plays.ts';
import { until } from './demo-stage.ts';
import {
  COIN,
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

type Catalogue = typeof callbackEvents;
type Plays = {
  readonly [Type in keyof Catalogue]: {
    readonly [Event in keyof Catalogue[Type]['events']]: Play;
  };
};

/** More than requested, but below an amount that needs many blocks. */
const TOO_MUCH = '0.5';
export const plays: Plays = {
  Invoice: {
    created: { setting: 'sends_invoice_created', run: newInvoice },
    transaction_created: { run: async (on) => pay(on, { invoice_id: await newInvoice(on) }) },
    transaction_confirmed: { run: paidInvoice },
    status_changed: { run: paidInvoice },
    recalculated: resolvedInvoice('recalculations', { force_commit: true }),
    refunded: resolvedInvoice('refunds', { address: PAYEE }),
  },
  ChannelPayment: {
    created: { run: (on) => channelPayment(on) },
    completed: { run: async (on) => [await channelPayment(on), await mine(on)] },
    on_hold: { run: heldPayment },
    refunded: {
      async run(on) {
        const channel_payment_id = await heldPayment(on);
        await on.call('channel-payments.refund', { channel_payment_id, to: PAYEE, reason: WHY });
        await mine(on);
      },
    },
    cancelled: {
      async run(on) {
        const channel = await newChannel(on);
        const txid = await pay(on, { channel_id: channel, stuck: true });
        await paymentOf(on, channel);
        await on.sandbox('replacements', { txid, amount: TOO_MUCH });
      },
    },
  },
  CoinDeposit: {
    on_hold: { setting: 'sends_coin_deposits', run: unmatched },
    completed: resolvedDeposit('credit'),
    refunded: resolvedDeposit('refund', () => ({ address: PAYEE })),
    attached: resolvedDeposit('attach', async (on) => ({ channel_id: await newChannel(on) })),
  },
  CoinWithdrawal: {
    created: { run: newWithdrawal },
    status_changed: { run: newWithdrawal },
  },
  Checkout: checkoutPlays,
  RefundClaim: claimPlays,
  Subscription: {
    paid: {
      async run(on) {
        await pay(on, {
          invoice_id: await chosen(on, `subscriptions/${await newSubscription(on)}`),
        });
        await mine(on);
      },
    },
    cancelled: {
      async run(on) {
        await on.merchant('POST', `subscriptions/${await newSubscription(on)}/cancel`, {});
      },
    },
  },
};

function newInvoice(on: PlayStage): Promise<string> {
  const price = { price_amount: '10', price_currency: 'EUR', pay_currency: COIN };
  return make(on, 'invoice', { ...price, name: WHY });
}

async function paidInvoice(on: PlayStage): Promise<string> {
  const id = await newInvoice(on);
  await pay(on, { invoice_id: id });
  await mine(on);
  return id;
}

async function unresolvedInvoice(on: PlayStage): Promise<string> {
  const id = await newInvoice(on);
  await pay(on, { invoice_id: id, amount: TOO_MUCH });
  await mine(on);
  await reached(on, id, 'unresolved');
  return id;
}

function newChannel(on: PlayStage): Promise<string> {
  return make(on, 'channel', { name: WHY, pay_currency: COIN, receiver_currency: 'EUR' });
}

/** The payment's id, once it is detected. */
async function paymentOf(on: PlayStage, channel: string): Promise<string> {
  const found = await until(async () => {
    const payments = await on.merchant<readonly Made[]>('GET', `channels/${channel}/payments`);
    return payments[0] ?? null;
  });
  on.made('channel payment', found.id);
  return found.id;
}

async function channelPayment(on: PlayStage, how: object = {}): Promise<string> {
  const channel = await newChannel(on);
  await pay(on, { channel_id: channel, ...how });
  return paymentOf(on, channel);
}

async function heldPayment(on: PlayStage): Promise<string> {
  const id = await channelPayment(on, { risk_level: 'high' });
  await mine(on);
  // It cannot be returned before it is on hold.
  await until(async () => {
    const { rows } = await on.call('channel-payments.list', { project: on.project, held: 'true' });
    return rows.find((row) => row.id === id) ?? null;
  });
  return id;
}

function resolvedInvoice(resource: string, body: object): Play {
  return {
    run: async (on) =>
      on.merchant('POST', `invoices/${await unresolvedInvoice(on)}/${resource}`, body),
  };
}

function resolvedDeposit(
  verb: string,
  bodyOf: (on: PlayStage) => object | Promise<object> = () => ({}),
): Play {
  return {
    setting: 'sends_coin_deposits',
    async run(on) {
      const path = `coin_deposits/${await unmatched(on)}/${verb}`;
      await on.merchant('POST', path, { ...(await bodyOf(on)), description: WHY });
    },
  };
}

/** An additional payment to an invoice that was already paid. */
async function unmatched(on: PlayStage): Promise<string> {
  const id = await paidInvoice(on);
  await reached(on, id, 'completed');
  const txid = await pay(on, { invoice_id: id });
  await mine(on);
  const deposit = await until(async () => {
    const inbox = await on.merchant<readonly Made[]>('GET', 'coin_deposits?status=on_hold');
    return inbox.find((each) => each.txid === txid) ?? null;
  });
  on.made('coin deposit', deposit.id);
  return deposit.id;
}

function newWithdrawal(on: PlayStage): Promise<string> {
  return make(on, 'coin withdrawal', {
    charged_currency: 'EUR',
    received_currency: COIN,
    charged_amount: '20',
    address: PAYEE,
    force_commit: true,
  });
}

async function newSubscription(on: PlayStage): Promise<string> {
  const { now } = await on.sandbox<{ now: string }>('settings', {});
  return make(on, 'subscription', {
    name: WHY,
    amount: '10',
    currency: 'EUR',
    period: 'month',
    period_quantity: 1,
    starts_at: new Date(Date.parse(now) + STARTS_IN).toISOString(),
    payer_email: 'payer@shop.example',
  });
}

const STARTS_IN = 7 * DAY;
