// Pays an invoice, a channel or an address on the simulated network, as a payer would.
import type { App } from '../app.ts';
import { payMany, payOnce } from '../chains/simulated/pay.ts';
import type { Simulation } from '../chains/simulated/simulation.ts';
import { findChannelById } from '../channels/store-channels.ts';
import { chooseAmount, chooseCoin } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { addressProblem } from '../coins/payee.ts';
import type { Input } from '../contract/fields.ts';
import { defined } from '../core/assert.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { amountOf } from '../core/money.ts';
import { wakeWatcher } from '../deposits/listen-for-blocks.ts';
import { findInvoiceById } from '../invoices/store-invoices.ts';
import type { sandboxRequests } from './requests.ts';
import { instructRisk, type Simulations, simulationOf } from './sandbox.ts';

type Payment = Partial<Input<typeof sandboxRequests.payments.input>>;
/** By the code of the coin instead of its currency and network. */
export type PaymentRequest = Omit<Payment, 'network'>;

interface Target {
  readonly coin: Coin;
  readonly address: string;
  readonly tag: number | null;
  /** In the smallest unit. */
  readonly due: bigint | null;
}

/** Errors: 404 for an unknown invoice or channel, 422 `invalid`. */
export async function paySimulated(
  app: App,
  simulations: Simulations,
  requested: PaymentRequest,
): Promise<{ txid: string; currency: string; amount: bigint }> {
  const target = await chooseTarget(app, requested);
  const { coin } = target;
  const problems: ErrorDetail[] = [];
  // Payers may send more decimals than the API's precision.
  const payer = { ...coin.asset, precision: coin.scale };
  const read = (target: 'amount' | 'delivered_amount') =>
    chooseAmount(payer, { value: requested[target], target }, problems);
  const amount = read('amount') ?? target.due;
  const delivered = read('delivered_amount');
  if (amount === null) problems.push(rule.filled('amount'));
  const { token_category: category } = requested;
  if (category !== undefined && !/^[0-9a-f]{64}$/.test(category))
    problems.push(rule.form('token_category', 'token_category'));
  if (amount === null || problems.length > 0) throw invalid(...problems);
  const output = {
    address: target.address,
    tag: requested.without_tag === true ? null : target.tag,
    amount,
    ...(delivered !== null && { delivered }),
    ...(category !== undefined && { token: { category, amount: '1', nft: null } }),
  };
  const simulation = simulationOf(simulations, coin.code);
  const payment = {
    outputs: [output],
    hasFailed: requested.fails ?? false,
    isStuck: requested.stuck ?? false,
  };
  const made =
    requested.reference === undefined
      ? defined((await payMany(simulation, [payment]))[0], 'one payment was made')
      : await payOnce(simulation, requested.reference, payment);
  if (requested.risk_level !== undefined) {
    await instructRisk(app, { coin: coin.code, txid: made, level: requested.risk_level });
  }
  await wakeWatcher(app, coin.code);
  return { txid: made, currency: coin.code, amount };
}

async function chooseTarget(app: App, requested: PaymentRequest): Promise<Target> {
  const input = (['invoice_id', 'channel_id', 'address'] as const).filter(
    (name) => requested[name] !== undefined,
  );
  if (input.length !== 1)
    throw invalid(rule.exactlyOneOf('invoice_id', ['invoice_id', 'channel_id', 'address']));
  if (requested.invoice_id !== undefined) return invoiceTarget(app, requested.invoice_id);
  if (requested.channel_id !== undefined) return channelTarget(app, requested.channel_id);
  return addressTarget(app, requested);
}

async function invoiceTarget(app: App, id: string): Promise<Target> {
  const invoice = await findInvoiceById(app.db, id);
  if (invoice === null) throw notFound();
  const coin = defined(app.coins.get(invoice.pay_currency), 'coin is registered');
  const open = invoice.pay_amount - invoice.paid_amount;
  return {
    coin,
    address: invoice.address,
    tag: invoice.tag,
    due: open > 0n ? open : invoice.pay_amount,
  };
}

async function channelTarget(app: App, id: string): Promise<Target> {
  const channel = await findChannelById(app.db, id);
  if (channel === null) throw notFound();
  const coin = defined(app.coins.get(channel.pay_currency), 'coin is registered');
  return {
    coin,
    address: channel.address,
    tag: channel.tag,
    due: amountOf(coin.demo.channelPayment, coin),
  };
}

function addressTarget(app: App, requested: PaymentRequest): Target {
  const coin = app.coins.get(requested.currency ?? '');
  if (coin === undefined) throw invalid(rule.oneOf('currency', [...app.coins.keys()]));
  const text = requested.address ?? '';
  const destination = coin.parseAddress(text, app.config.network);
  if (destination === null) throw invalid(addressProblem(app, coin, { text, target: 'address' }));
  return { coin, address: destination.address, tag: destination.tag, due: null };
}

// The sandbox API identifies a coin by its currency and network, as the merchant API does.

interface NamedCoin {
  readonly currency: string;
  readonly network?: string | undefined;
}

export async function payNamed(
  app: App,
  simulations: Simulations,
  { network, ...requested }: Payment,
) {
  const { currency: asset } = requested;
  const currency = asset && coinOf(app, { currency: asset, network }).code;
  return shownPayment(app, await paySimulated(app, simulations, { ...requested, currency }));
}

/** Errors: 422 `invalid`. */
export function simulationNamed(app: App, simulations: Simulations, named: NamedCoin): Simulation {
  return simulationOf(simulations, coinOf(app, named).code);
}

function coinOf(app: App, { currency, network }: NamedCoin): Coin {
  const problems: ErrorDetail[] = [];
  const coin = chooseCoin(app, { value: currency, target: 'currency', network }, problems);
  if (coin === null || problems.length > 0) throw invalid(...problems);
  return coin;
}

export function shownPayment(
  { coins }: App,
  { txid, currency: code }: { txid: string; currency: string },
) {
  const { asset, network } = defined(coins.get(code), 'a coin that was paid');
  return { txid, currency: asset.code, network };
}
