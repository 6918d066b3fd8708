// One project with an object of every kind, and for each operation a request that is right. A new
// operation needs an example here before any test of the API passes. Used by the tests in this folder.
import type { OperationId } from '../../src/contract/operations.ts';
import { known } from '../../src/core/assert.ts';
import { DAY, MINUTE, wallNow } from '../../src/core/clock.ts';
import { credit } from '../support/funds.ts';
import type { Credentials } from '../support/signed-call.ts';
import type { Merchant, World } from '../support/world.ts';

export interface Example {
  readonly method: string;
  /** The path's parameters, by name. */
  readonly params: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Furnished {
  readonly merchant: Merchant;
  readonly key: Credentials;
  readonly accountId: string;
  readonly channelId: string;
  readonly paymentId: string;
  readonly invoiceId: string;
  /** Unresolved, for one recalculation with its commit and one refund. */
  readonly unresolved: {
    readonly recalculate: string;
    readonly commit: string;
    readonly refund: string;
  };
  readonly recalculationId: string;
  /** In the inbox: each for one thing. */
  readonly deposits: Readonly<Record<'show' | 'credit' | 'refund' | 'attach', string>>;
  /** Uncommitted: one to show, one to commit; their quotes stand 30 seconds. */
  readonly withdrawal: { readonly show: string; readonly commit: string; readonly cancel: string };
  readonly exchange: { readonly show: string; readonly commit: string };
  readonly subscriptionId: string;
  /** For one cancellation. */
  readonly endingSubscriptionId: string;
}

/** Of the simulated test network. */
export const LTC_ADDRESS = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';

/** A merchant who has a customer, a paid channel, an open invoice and three underpaid ones. */
export async function furnish(world: World): Promise<Furnished> {
  const [first] = await furnishSeveral(world, 1);
  return known(first, 'one was asked for');
}

/** Several at once: the offers of recalculation must outlive no other project's passing of time. */
export async function furnishSeveral(world: World, count: number): Promise<Furnished[]> {
  const beginnings: Beginning[] = [];
  for (let n = 0; n < count; n++) beginnings.push(await begin(world));
  await expireUnderpaid(world);
  return Promise.all(beginnings.map(finish));
}

type Beginning = Omit<
  Furnished,
  'accountId' | 'paymentId' | 'deposits' | 'recalculationId' | 'withdrawal' | 'exchange'
>;

async function begin(world: World): Promise<Beginning> {
  const merchant = await world.merchant();
  const { api } = merchant;
  await api.customers.create({ id: 'customer 1', currency: 'EUR' });
  const channel = await api.channels.create({
    name: 'Channel',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    custom_id: 'channel 1',
  });
  await credit(world, merchant, { EUR: '1000' });
  await world.pay({ channel_id: channel.id, amount: '0.5' });
  const invoice = await newInvoice(merchant, 'invoice 1');
  await paySurplus(world, merchant);
  const unresolved = {
    recalculate: await payLittle(world, merchant),
    commit: await payLittle(world, merchant),
    refund: await payLittle(world, merchant),
  };
  const subscription = await api.subscriptions.create(newSubscription('subscription 1'));
  const ending = await api.subscriptions.create(newSubscription('subscription 2'));
  return {
    merchant,
    key: merchant.key,
    channelId: channel.id,
    invoiceId: invoice.id,
    unresolved,
    subscriptionId: subscription.id,
    endingSubscriptionId: ending.id,
  };
}

/** A completed invoice that is paid four times more. */
async function paySurplus(world: World, merchant: Merchant): Promise<void> {
  const { id } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC');
  for (let n = 1; n <= 4; n++)
    await world.pay({ invoice_id: id, amount: `0.2${n}`, risk_level: 'low' });
}

async function inbox({ api }: Merchant): Promise<Furnished['deposits']> {
  const { data } = await api.coinDeposits.list({ status: 'on_hold' });
  const [show, credit, refund, attach] = data.map(({ id }) => id);
  const id = (given: string | undefined) => known(given, 'a deposit in the inbox');
  return { show: id(show), credit: id(credit), refund: id(refund), attach: id(attach) };
}

async function finish(beginning: Beginning): Promise<Furnished> {
  const { api } = beginning.merchant;
  const { data: accounts } = await api.accounts.list();
  const { data: payments } = await api.channelPayments.list(beginning.channelId);
  return {
    ...beginning,
    accountId: known(
      accounts.find((account) => account.currency === 'EUR'),
      'EUR',
    ).id,
    paymentId: known(payments[0], 'a payment').id,
    deposits: await inbox(beginning.merchant),
    recalculationId: (await api.invoices.recalculate(beginning.unresolved.commit)).id,
    withdrawal: {
      show: (await newWithdrawal(beginning.merchant, 'withdrawal 1')).id,
      commit: (await newWithdrawal(beginning.merchant)).id,
      cancel: (await newWithdrawal(beginning.merchant, 'withdrawal 2', true)).id,
    },
    exchange: {
      show: (await newExchange(beginning.merchant)).id,
      commit: (await newExchange(beginning.merchant)).id,
    },
  };
}

function newWithdrawal({ api }: Merchant, customId?: string, isCommitted = false) {
  return api.coinWithdrawals.create({
    address: LTC_ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '10.00',
    custom_id: customId,
    force_commit: isCommitted,
  });
}

function newExchange({ api }: Merchant) {
  return api.exchangeTransfers.create({
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '10.00',
  });
}

function newSubscription(customId: string) {
  return {
    name: 'Membership',
    amount: '10.00',
    currency: 'EUR',
    period: 'month' as const,
    period_quantity: 1,
    starts_at: new Date(wallNow() + 10 * DAY).toISOString(),
    payer_email: 'payer@example.com',
    payer_name: 'Payer',
    custom_id: customId,
    product_name: 'Membership',
    product_description: 'Of the club',
    success_redirect_url: 'https://shop.example/thanks',
    unsuccess_redirect_url: 'https://shop.example/sorry',
  };
}

export function newInvoice(merchant: Merchant, customId?: string) {
  return merchant.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    ...(customId === undefined ? {} : { custom_id: customId }),
  });
}

/** Id of a new invoice that is paid too little. */
export async function payLittle(world: World, merchant: Merchant): Promise<string> {
  const { id } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, amount: '0.05' });
  return id;
}

/** Confirms what was paid and lets the invoices expire: underpaid ones become unresolved. */
export async function expireUnderpaid(world: World): Promise<void> {
  await world.mine('LTC', 6);
  await world.advance(11 * MINUTE);
}

let counter = 0;

/** A right request for every operation on the objects of a furnished project. */
export function examplesOf(facts: Furnished): Readonly<Record<OperationId, Example>> {
  const get = (params: Record<string, string> = {}) => ({ method: 'GET', params });
  const channel = { channel_id: facts.channelId };
  const invoice = { invoice_id: facts.invoiceId };
  counter += 1;
  return {
    listAccounts: get(),
    listAccountTransactions: get({ account_id: facts.accountId }),
    listTransactions: get(),
    createChannel: {
      method: 'POST',
      params: {},
      body: {
        name: 'Channel',
        pay_currency: 'BTC',
        receiver_currency: 'EUR',
        network: 'bitcoin',
        description: 'A channel',
        custom_id: `channel example ${counter}`,
        customer_id: 'customer 1',
      },
    },
    listChannels: get(),
    showChannelByCustomId: get({ custom_id: 'channel 1' }),
    showChannel: get(channel),
    updateChannel: {
      method: 'PATCH',
      params: channel,
      body: { name: 'Renamed', description: 'x', status: 'enabled', customer_id: 'customer 1' },
    },
    listChannelPayments: get(channel),
    showChannelPayment: get({ ...channel, id: facts.paymentId }),
    listCoinDeposits: get(),
    showCoinDeposit: get({ id: facts.deposits.show }),
    creditCoinDeposit: {
      method: 'POST',
      params: { id: facts.deposits.credit },
      body: { description: 'kept as credit' },
    },
    refundCoinDeposit: {
      method: 'POST',
      params: { id: facts.deposits.refund },
      body: { address: LTC_ADDRESS, description: 'paid twice' },
    },
    attachCoinDeposit: {
      method: 'POST',
      params: { id: facts.deposits.attach },
      body: { invoice_id: facts.invoiceId, description: 'meant for this one' },
    },
    listCoins: get(),
    createCustomer: {
      method: 'POST',
      params: {},
      body: {
        id: `customer example ${counter}`,
        currency: 'EUR',
        addresses: [{ address: LTC_ADDRESS, currency: 'LTC', network: 'litecoin' }],
        refund_addresses: {},
      },
    },
    listCustomers: get(),
    showCustomer: get({ customer_id: 'customer 1' }),
    updateCustomer: {
      method: 'PATCH',
      params: { customer_id: 'customer 1' },
      body: { currency: 'EUR', addresses: [], refund_addresses: { LTC: LTC_ADDRESS } },
    },
    createInvoice: {
      method: 'POST',
      params: {},
      body: {
        price_amount: '10.00',
        price_currency: 'EUR',
        pay_currency: 'LTC',
        network: 'litecoin',
        custom_id: `invoice example ${counter}`,
        customer_id: 'customer 1',
        name: 'Order',
        description: 'An order',
        metadata: { order: '1' },
        success_redirect_url: 'https://shop.example/thanks',
        unsuccess_redirect_url: 'https://shop.example/sorry',
        payer_email: 'payer@example.com',
      },
    },
    listInvoices: get(),
    showInvoiceByCustomId: get({ custom_id: 'invoice 1' }),
    showInvoice: get(invoice),
    createInvoiceRecalculation: {
      method: 'POST',
      params: { invoice_id: facts.unresolved.recalculate },
      body: { force_commit: true },
    },
    commitInvoiceRecalculation: {
      method: 'POST',
      params: { invoice_id: facts.unresolved.commit, recalculation_id: facts.recalculationId },
    },
    createInvoiceRefund: {
      method: 'POST',
      params: { invoice_id: facts.unresolved.refund },
      body: {},
    },
    listInvoiceRefunds: get({ invoice_id: facts.unresolved.refund }),
    listRates: get(),
    showRate: get({ base: 'BTC', quote: 'EUR' }),
    showRateByPair: get({ pair: 'BTCEUR' }),
    createCoinWithdrawal: {
      method: 'POST',
      params: {},
      body: {
        address: LTC_ADDRESS,
        charged_currency: 'EUR',
        received_currency: 'LTC',
        network: 'litecoin',
        charged_amount: '10.00',
        custom_id: `withdrawal example ${counter}`,
        customer_id: 'customer 1',
        network_fee_level: 'fast',
        force_commit: false,
        travel_rule_compliant: true,
        beneficiary: {
          type: 'natural_person',
          name: 'Ada Lovelace',
          address: { country: 'GB', city: 'London' },
        },
      },
    },
    listCoinWithdrawals: get(),
    listNetworkFees: get(),
    showCoinWithdrawalByCustomId: get({ custom_id: 'withdrawal 1' }),
    showCoinWithdrawal: get({ id: facts.withdrawal.show }),
    listCoinWithdrawalAttempts: get({ id: facts.withdrawal.show }),
    commitCoinWithdrawal: { method: 'POST', params: { id: facts.withdrawal.commit } },
    cancelCoinWithdrawal: { method: 'POST', params: { id: facts.withdrawal.cancel } },
    createExchangeTransfer: {
      method: 'POST',
      params: {},
      body: {
        charged_currency: 'EUR',
        received_currency: 'LTC',
        charged_amount: '10.00',
        custom_id: `exchange example ${counter}`,
        force_commit: false,
      },
    },
    showExchangeTransfer: get({ id: facts.exchange.show }),
    commitExchangeTransfer: { method: 'POST', params: { id: facts.exchange.commit } },
    createSubscription: {
      method: 'POST',
      params: {},
      body: newSubscription(`subscription example ${counter}`),
    },
    listSubscriptions: get(),
    showSubscriptionByCustomId: get({ custom_id: 'subscription 1' }),
    showSubscription: get({ id: facts.subscriptionId }),
    cancelSubscription: { method: 'POST', params: { id: facts.endingSubscriptionId } },
    scoreRisk: {
      method: 'POST',
      params: {},
      body: { address: LTC_ADDRESS, currency: 'LTC', type: 'source_of_funds' },
    },
    testAuthentication: { method: 'POST', params: {}, body: { amount: '100' } },
  };
}

/** The operation's path with the parameters in it. */
export function targetOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(known(params[name], `a value of ${name}`)),
  );
}
