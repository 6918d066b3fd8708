// Fetches from every rate provider concurrently. A source that fails is logged and omitted.
import { SECOND } from '../core/clock.ts';
import { assertOutsideTransaction } from '../db/outside-calls.ts';
import type { FetchText, RateProvider, TimedTicker } from './provider.ts';

export interface FetchTickersOptions {
  readonly coins: readonly string[];
  readonly fiats: readonly string[];
  readonly get: FetchText;
  readonly now: () => number;
  readonly log: { warn(fields: Readonly<Record<string, unknown>>, message: string): void };
}

const TIMEOUT = 10 * SECOND;
const BYTES_MAX = 5_000_000;

/** A size-limited GET over https that follows no redirects. Throws unless the response is a 200 within the limit. */
export const fetchText: FetchText = async (url) => {
  assertOutsideTransaction();
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
    headers: { accept: 'application/json, text/xml, */*', 'user-agent': 'Chaintill/1' },
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`${url} answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > BYTES_MAX) throw new Error(`${url} answered more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

/** Never throws because of a provider. */
export async function fetchTickers(
  providers: readonly RateProvider[],
  options: FetchTickersOptions,
): Promise<readonly TimedTicker[]> {
  const answers = await Promise.all(providers.map((provider) => requestPrices(provider, options)));
  return answers.flat();
}

async function requestPrices(
  provider: RateProvider,
  options: FetchTickersOptions,
): Promise<readonly TimedTicker[]> {
  const { coins, fiats, get, now, log } = options;
  const { name: source, kind, freshSecondsMax } = provider;
  // The time of the request, not of the response: a slow response must not look fresher than it is.
  const requestedAt = now();
  try {
    const tickers = await provider.fetch({ coins, fiats, get });
    if (tickers.length === 0) log.warn({ source }, 'rate source returned no usable price');
    return tickers.map((ticker) => {
      const fetchedAt = Math.min(requestedAt, ticker.statedAt ?? requestedAt);
      return { source, fetchedAt, kind, freshSecondsMax, ticker };
    });
  } catch (error) {
    log.warn({ source, err: error }, 'rate source failed');
    return [];
  }
}

/** Keeps earlier tickers of sources that did not answer this time. The snapshot drops those that are too old. */
export function storeLatest(
  earlier: readonly TimedTicker[],
  fetched: readonly TimedTicker[],
): readonly TimedTicker[] {
  const answered = new Set(fetched.map(({ source }) => source));
  return [...earlier.filter(({ source }) => !answered.has(source)), ...fetched];
}
