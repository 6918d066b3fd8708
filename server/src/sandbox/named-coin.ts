// How the sandbox API identifies a coin: by its currency and network, as the merchant API does.
import type { App } from '../app.ts';
import type { Simulation } from '../chains/simulated/simulation.ts';
import { chooseCoin } from '../coins/choose.ts';
import type { Coin } from '../coins/coin.ts';
import { defined } from '../core/assert.ts';
import { type ErrorDetail, invalid } from '../core/errors.ts';
import { type PaymentRequest, paySimulated } from './pay.ts';
import { type Simulations, simulationOf } from './sandbox.ts';

interface NamedCoin {
  readonly currency: string;
  readonly network?: string | undefined;
}

/** Errors: the same as `paySimulated`. */
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

/** Adds the asset and its network, by which the API identifies a coin. */
export function shownPayment(
  { coins }: App,
  { txid, currency: code }: { txid: string; currency: string },
) {
  const { asset, network } = defined(coins.get(code), 'a coin that was paid');
  return { txid, currency: asset.code, network };
}
