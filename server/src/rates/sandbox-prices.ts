// The sandbox's fixed prices. The snapshot is rebuilt for each use, so it is never stale, however far the sandbox
// clock is moved.
import { definedCoins } from '../coins/registry.ts';
import { decimal } from '../core/money.ts';
import { divideSignificant, ONE, PIVOT_DIGITS } from './agree-price.ts';
import { PIVOT } from './provider.ts';
import { type Mid, pivotMid, type Snapshot } from './snapshot.ts';

/** Price of one coin in EUR. */
export const SANDBOX_COINS: Readonly<Record<string, string>> = Object.fromEntries(
  [...definedCoins.values()].map(({ asset, rates }) => [asset.code, rates.sandbox]),
);

/** Units of a currency for one EUR, as reference rates are published. */
export const SANDBOX_FIATS: Readonly<Record<string, string>> = {
  USD: '1.16',
  GBP: '0.87',
  AUD: '1.77',
  BRL: '6.2',
  CAD: '1.63',
  CNY: '8.25',
  COP: '4450.0',
  HKD: '9.02',
  HUF: '385.0',
  IDR: '19300.0',
  INR: '103.0',
  JPY: '180.0',
  KRW: '1700.0',
  MXN: '21.3',
  MYR: '4.8',
  NOK: '11.7',
  NZD: '2.04',
  PLN: '4.24',
  RUB: '94.0',
  SEK: '11.0',
  THB: '37.6',
  TRY: '49.0',
  TWD: '36.4',
  VND: '30500.0',

  AED: '4.26',
  CHF: '0.93',
  CZK: '24.2',
  DKK: '7.46',
  ILS: '3.8',
  ISK: '147.0',
  PHP: '68.0',
  RON: '5.09',
  SGD: '1.51',
  UAH: '49.0',
  ZAR: '20.0',
};

export interface FixedPricesRequest {
  readonly now: number;
  /** Prices in EUR that replace the fixed ones, for tests and simulated market moves. */
  readonly coins?: Readonly<Record<string, string>>;
}

export function sandboxSnapshot({ now, coins = {} }: FixedPricesRequest): Snapshot {
  const mids = new Map<string, Mid>([[PIVOT, pivotMid(now)]]);
  const known = { ...pivotMid(now), sources: ['book'] };
  for (const [code, price] of Object.entries(SANDBOX_FIATS)) {
    mids.set(code, { ...known, price: divideSignificant(ONE, decimal(price), PIVOT_DIGITS) });
  }
  for (const [code, price] of Object.entries({ ...SANDBOX_COINS, ...coins })) {
    mids.set(code, { ...known, kind: 'coin', price: decimal(price) });
  }
  return { at: now, mids, withheld: new Map(), refused: [] };
}
