// Keeps the rates of live mode fresh: one process at a time fetches from the sources and stores the agreed prices.
import { join } from 'node:path';
import type { App } from '../app.ts';
import { assetCodes } from '../coins/choose.ts';
import { SECOND } from '../core/clock.ts';
import { ConfigError } from '../core/config/config.ts';
import { loadDir } from '../core/load-dir.ts';
import { decimal } from '../core/money.ts';
import { codeFolder } from '../core/places.ts';
import { readSetting, storeSetting } from '../db/settings.ts';
import { recurring } from '../workers/schedule.ts';
import { notifyWorker, type Worker } from '../workers/worker.ts';
import { fetchText, fetchTickers, storeLatest } from './fetch.ts';
import { readRatesFile } from './file-provider.ts';
import type { RateProvider, TimedTicker } from './provider.ts';
import { fiatCodes } from './rates.ts';
import {
  buildSnapshot,
  decodeSnapshot,
  encodeSnapshot,
  type Snapshot,
  type SnapshotJson,
} from './snapshot.ts';

const RATES_TASK = 'rates';
export const RATES_CHANGED = 'rates-changed';

const NO_SOURCE = 'none';
const SETTING = 'rates';
const EVERY = 30 * SECOND;
const LEASE = 60 * SECOND;
/** The maximum accepted deviation of a source from the median, and of a price from the previous one. */
const BAND_PERCENT = decimal('10');
const FOLDER = join(codeFolder, 'rates/providers');

/** Empty when the file is the only source. Throws ConfigError for an unknown name. */
export async function loadRateProviders(
  names: readonly string[],
): Promise<readonly RateProvider[]> {
  const providers = await loadDir<RateProvider>(FOLDER);
  if (names.length === 1 && names[0] === NO_SOURCE) return [];
  const unknown = names.filter((name) => !providers.some((provider) => provider.name === name));
  if (unknown.length > 0) {
    const known = providers.map((provider) => provider.name).join(', ');
    throw new ConfigError([
      `CHAINTILL_RATE_SOURCES names ${unknown.join(', ')}; there are: ${known}`,
    ]);
  }
  return names.length === 0
    ? providers
    : providers.filter((provider) => names.includes(provider.name));
}

export function ratesWorker(providers: readonly RateProvider[]): Worker {
  let latest: readonly TimedTicker[] = [];
  return recurring({
    name: RATES_TASK,
    everyMilliseconds: EVERY,
    leaseMilliseconds: LEASE,
    async run(app) {
      await loadRates(app);
      latest = storeLatest(latest, await requestAll(app, providers));
      const snapshot = buildSnapshot({
        tickers: latest,
        now: app.clock.now(),
        coins: assetCodes(app.coins.values()),
        fiats: fiatCodes(app),
        settings: {
          sourcesMin: app.config.rateSourcesMin,
          bandPercent: BAND_PERCENT,
          previous: app.rates.snapshot,
        },
      });
      await store(app, snapshot);
      return false;
    },
  });
}

async function requestAll(app: App, providers: readonly RateProvider[]): Promise<TimedTicker[]> {
  const now = () => app.clock.now();
  const coins = assetCodes(app.coins.values());
  const fetched = await fetchTickers(providers, {
    coins,
    fiats: fiatCodes(app),
    get: fetchText,
    now,
    log: app.log,
  });
  const path = app.config.ratesFile;
  if (path === null) return [...fetched];
  try {
    const freshSecondsMax = app.config.ratesFreshSeconds;
    const own = await readRatesFile(path, { coins: new Set(coins), freshSecondsMax });
    return [...fetched, ...own];
  } catch (error) {
    app.log.warn({ source: 'file', err: error }, 'rate source failed');
    return [...fetched];
  }
}

async function store(app: App, snapshot: Snapshot): Promise<void> {
  for (const refusal of snapshot.refused) app.log.warn({ ...refusal }, 'implausible rate ignored');
  await storeSetting(app.db, SETTING, encodeSnapshot(snapshot));
  app.rates.snapshot = snapshot;
  await notifyWorker(app.db, RATES_CHANGED);
}

export async function loadRates(app: App): Promise<void> {
  const json = await readSetting<SnapshotJson>(app.db, SETTING);
  const stored = json === undefined ? null : decodeSnapshot(json);
  if (stored !== null && stored.at > (app.rates.snapshot?.at ?? 0)) app.rates.snapshot = stored;
}
