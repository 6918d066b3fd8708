// What shops read about the service and about their store, which is a project.
import type { App } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import { AppError } from '../core/errors.ts';
import { formatDecimal } from '../core/money.ts';
import { checkHealth } from '../operator/check-health.ts';
import { merchantOf, type Project } from '../projects/project.ts';
import { quoteNow } from '../rates/rates.ts';
import { methodOf } from './methods.ts';

/** Plugins refuse older ones, and libraries choose their format by it. Ours is beside it. */
const VERSION = '2.4.1';
const MONITORED_SECONDS = 30 * 24 * 3600;

/** `fullySynched`: every chain is read to its tip. Plugins do not start without. */
export async function serverInfo(app: App): Promise<object> {
  const {
    database,
    clock: _clock,
    workers: _workers,
    rates: _rates,
    ...chains
  } = await checkHealth(app);
  return {
    version: VERSION,
    onion: null,
    supportedPaymentMethods: methodsOf(app),
    fullySynched: database?.ok === true && Object.values(chains).every(({ ok }) => ok),
    syncStatus: [],
    chaintill: true,
  };
}

function methodsOf({ coins }: App): readonly string[] {
  return [...coins.values()].map(methodOf);
}

export function presentStore(app: App, project: Project): object {
  const { name } = merchantOf(project);
  return {
    id: project.id,
    name: name ?? project.name,
    website: null,
    archived: false,
    defaultCurrency: 'EUR',
    defaultLang: 'en',
    defaultPaymentMethod: methodsOf(app)[0] ?? null,
    invoiceExpiration: 3600,
    displayExpirationTimer: 300,
    monitoringExpiration: MONITORED_SECONDS,
    speedPolicy: 'MediumSpeed',
    paymentTolerance: 0.5,
    networkFeeMode: 'Never',
    anyoneCanCreateInvoice: false,
    requiresRefundEmail: false,
    lightningAmountInSatoshi: false,
    payJoinEnabled: false,
  };
}

export function storeMethods(app: App): object[] {
  return [...app.coins.values()].map((coin) => ({
    paymentMethodId: methodOf(coin),
    enabled: true,
    paymentMethod: methodOf(coin),
    cryptoCode: coin.asset.code,
  }));
}

/** A list of version 1 that one plugin still reads. */
export function onChainMethods({ coins }: App): object[] {
  return assetCodes(coins.values()).map((code) => ({ cryptoCode: code, enabled: true }));
}

/** `BTC_EUR`. Without pairs: of all assets in the store's currency. */
export function storeRates(app: App, pairs: readonly string[]): object[] {
  const wanted =
    pairs.length > 0 ? pairs : assetCodes(app.coins.values()).map((code) => `${code}_EUR`);
  return wanted.map((currencyPair) => {
    const [base = '', quote = ''] = currencyPair.toUpperCase().split('_', 2);
    try {
      const { sellRate } = quoteNow(app, { base, quote });
      return { currencyPair, errors: [], rate: formatDecimal(sellRate).replace(/\.0$/, '') };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { currencyPair, errors: ['There is no rate for this pair'], rate: null };
    }
  });
}
