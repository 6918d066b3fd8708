// Pays an invoice, a channel or an address on the simulated network, as a payer would.
import type { App } from '../app.ts';
import { payMany, payOnce } from '../chains/simulated/pay.ts';
import type { Simulation } from '../chains/simulated/simulation.ts';
import { findChannelById } from '../channels/store-channels.ts';
import { chooseAmount, chooseCoin } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { addressProblem } from '../coins/payee.ts';
import { defined } from '../core/assert.ts';
import { type ErrorDetail, invalid, notFound, rule } from '../core/errors.ts';
import { amountOf } from '../core/money.ts';
import { wakeWatcher } from '../deposits/listen-for-blocks.ts';
import { findInvoiceById } from '../invoices/store-invoices.ts';
import { instructRisk, type Simulations, simulationOf } from './sandbox.ts';

export interface PaymentRequest {
  readonly invoice_id?: string | undefined;
  readonly channel_id?: string | undefined;
  readonly address?: string | undefined;
  readonly currency?: string | undefined;
  readonly amount?: string | undefined;
  /** XRP: a partial payment delivers less than the amount. */
  readonly delivered_amount?: string | undefined;
  readonly risk_level?: 'low' | 'medium' | 'high' | undefined;
  /** ETH: mined, but nothing arrives. */
  readonly fails?: boolean | undefined;
  /** No block includes the payment until it is released. */
  readonly stuck?: boolean | undefined;
  readonly without_tag?: boolean | undefined;
  /** BCH: adds 1 token with this category (64 hexadecimal digits) to the same output. */
  readonly token_category?: string | undefined;
  /** Idempotency key: pays only once, for scripts that retry after a lost response. */
  readonly reference?: string | undefined;
}

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
): Promise<{ txid: string; currency: string }> {
  const target = await chooseTarget(app, requested);
  const { coin } = target;
  const problems: ErrorDetail[] = [];
  const amount =
    readAmount(coin, { value: requested.amount, target: 'amount' }, problems) ?? target.due;
  const delivered = readAmount(
    coin,
    { value: requested.delivered_amount, target: 'delivered_amount' },
    problems,
  );
  if (amount === null) problems.push(rule.filled('amount'));
  const { token_category: category } = requested;
  if (category !== undefined && !/^[0-9a-f]{64}$/.test(category))
    problems.push(rule.form('token_category', 'token_category'));
  if (amount === null || problems.length > 0) throw invalid(...problems);
  const output = {
    address: target.address,
    tag: requested.without_tag === true ? null : target.tag,
    amount,
    ...(delivered === null ? {} : { delivered }),
    ...(requested.token_category === undefined
      ? {}
      : { token: { category: requested.token_category, amount: '1', nft: null } }),
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
  return { txid: made, currency: coin.code };
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

function readAmount(
  coin: Coin,
  field: { value: string | undefined; target: string },
  problems: ErrorDetail[],
): bigint | null {
  if (field.value === undefined) return null;
  // Payers may send more decimals than the API's precision.
  const payer = { ...coin.asset, precision: coin.scale };
  return chooseAmount(payer, { value: field.value, target: field.target }, problems);
}

// The sandbox API identifies a coin by its currency and network, as the merchant API does.

interface NamedCoin {
  readonly currency: string;
  readonly network?: string | undefined;
}

export async function payNamed(
  app: App,
  simulations: Simulations,
  { network, ...requested }: PaymentRequest & { readonly network?: string | undefined },
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
