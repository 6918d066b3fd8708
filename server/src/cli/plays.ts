// How to cause each callback event in the sandbox, playing merchant, payer and miner. The compiler checks the table
// against the list of events: a new event needs an entry.
import { definedCoin } from '../coins/registry.ts';
import type { callbackEvents } from '../contract/callback-events.ts';
import { DAY } from '../core/clock.ts';
import { isUuid } from '../core/ids.ts';
import { systemRandom } from '../core/random.ts';
import type { CallOperation } from './adapter.ts';
import { until } from './demo-stage.ts';

export interface PlayStage {
  readonly project: string;
  readonly call: CallOperation;
  /** Calls the API as the merchant; returns the data of the response. */
  merchant<T = Made>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  sandbox<T = Made>(route: string, body: object): Promise<T>;
  /** Chooses a coin on the page of a subscription or a checkout; returns where the page redirects the payer. */
  choose(page: `${'subscriptions' | 'checkouts'}/${string}`, coin: string): Promise<string>;
  /** Reports the object of this play, which the event is about. */
  made(what: string, id: string): void;
}

export interface Made {
  readonly id: string;
  readonly status: string;
  readonly txid: string;
}

export interface Play {
  /** The event is sent only if the project has this setting. */
  readonly setting?: 'sends_invoice_created' | 'sends_coin_deposits';
  run(stage: PlayStage): Promise<unknown>;
}

type Catalogue = typeof callbackEvents;
type Plays = {
  readonly [Type in keyof Catalogue]: {
    readonly [Event in keyof Catalogue[Type]['events']]: Play;
  };
};

const COIN = 'LTC';
const PAYEE = definedCoin(COIN).demo.payee;
const WHY = 'chaintill trigger';
/** More than requested, but below an amount that needs many blocks. */
const TOO_MUCH = '0.5';
/** Less than requested. */
const A_PART = '0.01';

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
  Checkout: {
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
  },
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

const REFERENCE_BYTES = 8;

async function make(on: PlayStage, what: string, body: object): Promise<string> {
  // Without it, two requests signed within one second would be identical.
  const custom_id = `trigger-${systemRandom.bytes(REFERENCE_BYTES).toString('hex')}`;
  const path = `${what.replaceAll(' ', '_')}s`;
  const { id } = await on.merchant('POST', path, { ...body, custom_id });
  on.made(what, id);
  return id;
}

function newInvoice(on: PlayStage): Promise<string> {
  const price = { price_amount: '10', price_currency: 'EUR', pay_currency: COIN };
  return make(on, 'invoice', { ...price, name: WHY });
}

async function pay(on: PlayStage, how: object): Promise<string> {
  const { txid } = await on.sandbox('payments', { risk_level: 'low', ...how });
  return txid;
}

async function mine(on: PlayStage): Promise<void> {
  const count = definedCoin(COIN).confirmationTiers[0]?.confirmations ?? 1;
  await on.sandbox('blocks', { currency: COIN, count });
}

interface Paid extends Made {
  readonly paid_amount: string;
}

async function reached(on: PlayStage, id: string, status: string): Promise<void> {
  await until(async () => {
    const invoice = await on.merchant('GET', `invoices/${id}`);
    return invoice.status === status ? invoice : null;
  });
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

/** Chooses the coin; returns the invoice. */
async function chosen(on: PlayStage, page: Parameters<PlayStage['choose']>[0]): Promise<string> {
  const target = await on.choose(page, COIN);
  return target.split(/[^0-9a-f-]/).find(isUuid) ?? '';
}

/** Past the expiry of a checkout. */
async function expire(on: PlayStage): Promise<void> {
  await on.sandbox('clock', { advance_seconds: EXPIRES_IN });
}

const EXPIRES_IN = 3601;

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
