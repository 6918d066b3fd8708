// A project with an object of every kind, for the tests of all operations.
import type { NewCheckout } from '../../../client/src/types.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE, wallNow } from '../../src/core/clock.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { findLink } from '../../src/payment-links/links.ts';
import { openCheckout } from '../../src/payment-links/open-checkout.ts';
import { credit } from '../support/funds.ts';
import type { Credentials } from '../support/signed-call.ts';
import type { Merchant, World } from '../support/world.ts';

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
  /** Of a completed invoice: open ones, and two with an address. */
  readonly claims: Readonly<Record<'invoice' | 'show' | 'approve' | 'decline' | 'revoke', string>>;
  readonly recalculationId: string;
  /** Unmatched deposits, each for one purpose. */
  readonly deposits: Readonly<Record<'show' | 'credit' | 'refund' | 'attach', string>>;
  /** Uncommitted: one to show, one to commit; their quotes last 30 seconds. */
  readonly withdrawal: { readonly show: string; readonly commit: string; readonly cancel: string };
  readonly exchange: { readonly show: string; readonly commit: string };
  readonly subscriptionId: string;
  /** `accept`: paid in part, and expired. */
  readonly checkouts: Readonly<Record<'show' | 'cancel' | 'accept', string>>;
  readonly paymentLinkId: string;
  readonly donation: { readonly linkId: string; readonly id: string };
  /** For a single cancellation. */
  readonly endingSubscriptionId: string;
}

/** An address on the simulated test network. */
export const LTC_ADDRESS = 'tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0';

/** A merchant with a customer, a paid channel, an open invoice and three underpaid ones. */
export async function furnish(world: World): Promise<Furnished> {
  const [first] = await furnishSeveral(world, 1);
  return defined(first, 'one was asked for');
}

/** Several together: recalculation offers must not expire while the clock advances for another project. */
export async function furnishSeveral(world: World, count: number): Promise<Furnished[]> {
  const beginnings: Beginning[] = [];
  for (let n = 0; n < count; n++) beginnings.push(await begin(world));
  await expireUnderpaid(world);
  return Promise.all(beginnings.map((beginning) => finish(world, beginning)));
}

type Beginning = Omit<
  Furnished,
  'accountId' | 'paymentId' | 'deposits' | 'claims' | 'recalculationId' | 'withdrawal' | 'exchange'
> & { readonly surplusId: string };

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
  const surplusId = await paySurplus(world, merchant);
  const unresolved = {
    recalculate: await payLittle(world, merchant),
    commit: await payLittle(world, merchant),
    refund: await payLittle(world, merchant),
  };
  const checkouts = {
    show: (await newCheckout(merchant, { custom_id: 'checkout 1' })).id,
    cancel: (await newCheckout(merchant)).id,
    accept: await payCheckoutInPart(world, merchant),
  };
  const subscription = await api.subscriptions.create(newSubscription('subscription 1'));
  const ending = await api.subscriptions.create(newSubscription('subscription 2'));
  const link = await api.paymentLinks.create({
    name: 'Tea',
    price_amount: '5',
    price_currency: 'EUR',
  });
  return {
    merchant,
    key: merchant.key,
    channelId: channel.id,
    invoiceId: invoice.id,
    surplusId,
    unresolved,
    checkouts,
    subscriptionId: subscription.id,
    endingSubscriptionId: ending.id,
    paymentLinkId: link.id,
    donation: await payDonation(world, merchant),
  };
}

async function payDonation(world: World, merchant: Merchant): Promise<Furnished['donation']> {
  const terms = { name: 'Roof', price_currency: 'EUR', donation: {} };
  const { id: linkId } = await merchant.api.paymentLinks.create(terms);
  const found = await findLink(world.app.db, merchant.project.id, linkId);
  const donor = { name: 'Ada', message: null, isPublic: true, reminder: null };
  const answers = { quantity: 1, amount: '5', email: null, fields: [], address: null, donor };
  const click = {
    answers,
    reference: null,
    nonce: null,
    client: '198.51.100.1',
    language: 'en',
  } as const;
  const checkout = await openCheckout(world.app, defined(found, 'a link'), click);
  if (typeof checkout === 'string') throw new Error(checkout);
  const { id } = checkout;
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'it is open');
  await world.pay({ invoice_id: invoice, risk_level: 'low' });
  await world.mine('LTC');
  return { linkId, id };
}

/** A completed invoice with four more payments. */
async function paySurplus(world: World, merchant: Merchant): Promise<string> {
  const { id } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC');
  for (let n = 1; n <= 4; n++)
    await world.pay({ invoice_id: id, amount: `0.2${n}`, risk_level: 'low' });
  return id;
}

async function claims(world: World, beginning: Beginning): Promise<Furnished['claims']> {
  const { merchant, surplusId: invoice } = beginning;
  const create = () => merchant.api.refundClaims.create(invoice, { amount: '1.00' });
  const claimed = async () => {
    const { id, url } = await create();
    const token = defined(url, 'a link').split('/').at(-1);
    await takeClaim(world.app, defined(token, 'a token'), LTC_ADDRESS);
    return id;
  };
  return {
    invoice,
    show: (await create()).id,
    approve: await claimed(),
    decline: await claimed(),
    revoke: (await create()).id,
  };
}

async function inbox({ api }: Merchant): Promise<Furnished['deposits']> {
  const { data } = await api.coinDeposits.list({ status: 'on_hold' });
  const [show, credit, refund, attach] = data.map(({ id }) => id);
  const id = (given: string | undefined) => defined(given, 'a deposit in the inbox');
  return { show: id(show), credit: id(credit), refund: id(refund), attach: id(attach) };
}

async function finish(world: World, beginning: Beginning): Promise<Furnished> {
  const { api } = beginning.merchant;
  const { data: accounts } = await api.accounts.list();
  const { data: payments } = await api.channelPayments.list(beginning.channelId);
  return {
    ...beginning,
    accountId: defined(
      accounts.find((account) => account.currency === 'EUR'),
      'EUR',
    ).id,
    paymentId: defined(payments[0], 'a payment').id,
    deposits: await inbox(beginning.merchant),
    claims: await claims(world, beginning),
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

export function newSubscription(customId: string) {
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

function newCheckout({ api }: Merchant, more: Partial<NewCheckout> = {}) {
  return api.checkouts.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currencies: [{ currency: 'LTC' }, { currency: 'BTC' }],
    expires_in: 86_400,
    ...more,
  });
}

async function payCheckoutInPart(world: World, merchant: Merchant): Promise<string> {
  const { id } = await newCheckout(merchant, { expires_in: 300, quote_minutes: 5 });
  const invoice = defined(await chooseCoin(world.app, id, { coin: 'LTC' }), 'it is open');
  await world.pay({ invoice_id: invoice, amount: '0.05', risk_level: 'low' });
  return id;
}

/** Returns the id of a new, underpaid invoice. */
export async function payLittle(world: World, merchant: Merchant): Promise<string> {
  const { id } = await newInvoice(merchant);
  await world.pay({ invoice_id: id, amount: '0.05' });
  return id;
}

/** Confirms the payments and lets the invoices expire: underpaid ones become unresolved. */
export async function expireUnderpaid(world: World): Promise<void> {
  await world.mine('LTC', 6);
  await world.advance(11 * MINUTE);
}
