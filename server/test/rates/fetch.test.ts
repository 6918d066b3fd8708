// Guarantees of querying the sources: each is independent of the others.
import { expect, test } from 'vitest';
import { decimal } from '../../src/core/money.ts';
import { fetchTickers, storeLatest } from '../../src/rates/fetch.ts';
import type { RateProvider, Ticker } from '../../src/rates/provider.ts';
import { NOW, said } from './support.ts';

const ticker: Ticker = { base: 'BTC', quote: 'EUR', price: decimal('84000') };
const provider = (name: string, fetch: RateProvider['fetch']): RateProvider => ({
  name,
  kind: 'coin',
  freshSecondsMax: 60,
  fetch,
});

function fetchFrom(providers: readonly RateProvider[], now: () => number = () => NOW) {
  const warnings: Readonly<Record<string, unknown>>[] = [];
  const log = { warn: (facts: Readonly<Record<string, unknown>>) => void warnings.push(facts) };
  const get = async (url: string) => `answer of ${url}`;
  const requested = fetchTickers(providers, { coins: ['BTC'], fiats: ['EUR'], get, now, log });
  return requested.then((tickers) => ({ tickers, warnings }));
}

test('a source that throws is logged and does not cost the others', async () => {
  const broken = provider('broken', async () => {
    throw new Error('no');
  });
  const broken2 = provider('broken_at_once', () => {
    throw new Error('no');
  });
  const { tickers, warnings } = await fetchFrom([
    broken,
    provider('good', async () => [ticker]),
    broken2,
  ]);
  expect(tickers).toEqual([
    { source: 'good', fetchedAt: NOW, kind: 'coin', freshSecondsMax: 60, ticker },
  ]);
  expect(warnings.map(({ source }) => source).sort()).toEqual(['broken', 'broken_at_once']);
});

test('a source without a usable price is logged', async () => {
  const { tickers, warnings } = await fetchFrom([provider('empty', async () => [])]);
  expect(tickers).toEqual([]);
  expect(warnings).toEqual([{ source: 'empty' }]);
});

test('the sources are queried concurrently', async () => {
  const order: string[] = [];
  let resolve = () => {};
  const secondRequested = new Promise<void>((done) => {
    resolve = done;
  });
  const first = provider('first', async () => {
    order.push('first asked');
    await secondRequested;
    order.push('first answered');
    return [ticker];
  });
  const second = provider('second', async () => {
    order.push('second asked');
    resolve();
    return [ticker];
  });
  await fetchFrom([first, second]);
  expect(order).toEqual(['first asked', 'second asked', 'first answered']);
});

test('a slow response is as old as its request', async () => {
  let time = NOW;
  const slow = provider('slow', async () => {
    time += 50_000;
    return [ticker];
  });
  const { tickers } = await fetchFrom([slow], () => time);
  expect(tickers[0]?.fetchedAt).toBe(NOW);
});

test('a price is as old as its source reports, and never newer than its request', async () => {
  const stated = (statedAt: number) => provider('p', async () => [{ ...ticker, statedAt }]);
  const { tickers } = await fetchFrom([stated(NOW - 1000), stated(NOW + 1000)]);
  expect(tickers.map(({ fetchedAt }) => fetchedAt)).toEqual([NOW - 1000, NOW]);
});

test('a source that did not respond keeps its earlier prices, one that did has only its new ones', () => {
  const earlier = [said('a', 'BTC/EUR', '1'), said('a', 'ETH/EUR', '1'), said('b', 'BTC/EUR', '2')];
  const fetched = [said('a', 'BTC/EUR', '3')];
  expect(storeLatest(earlier, fetched)).toEqual([earlier[2], fetched[0]]);
});
