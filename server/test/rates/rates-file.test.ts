// The operator's price file: as old as its last change, so that a forgotten one stops quotes instead of selling at last
// year's price.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { readRatesFile } from '../../src/rates/file-provider.ts';
import { quoteNow } from '../../src/rates/rates.ts';
import { ratesWorker } from '../../src/rates/refresh.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';

const PAIR = { base: 'LTC', quote: 'EUR' };
const folder = mkdtempSync(join(tmpdir(), 'rates-'));
const file = join(folder, 'rates.json');
let world: World;

beforeAll(async () => {
  writeFileSync(file, JSON.stringify({ 'LTC/EUR': '80' }));
  world = await createWorld({
    CHAINTILL_MODE: 'live',
    CHAINTILL_NETWORK: 'regtest',
    LTC_NODE_URL: 'http://user:password@127.0.0.1:1',
    CHAINTILL_RATES_FILE: file,
    CHAINTILL_RATE_SOURCES: 'none',
    CHAINTILL_MIN_RATE_SOURCES: '1',
    CHAINTILL_RATE_MAX_AGE_SECONDS: '600',
  });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

/** The start of the current sell rate, after a run of the worker. */
async function sellRate(): Promise<string> {
  await makeAllDue(world.app);
  await ratesWorker([]).run(world.app);
  return `${quoteNow(world.app, PAIR).sellRate.digits}`.slice(0, 2);
}

function changedAt(time: number): void {
  utimesSync(file, new Date(time), new Date(time));
}

test('prices from a file count while it is fresh, and expire without updates', async () => {
  changedAt(world.clock.now());
  expect(await sellRate()).toMatch(/^(80|79)/);
  world.clock.advance(9 * MINUTE);
  expect(await sellRate()).toMatch(/^(80|79)/);
  world.clock.advance(2 * MINUTE);
  await expect(sellRate()).rejects.toMatchObject({ code: 'rates_unavailable' });
  // Written again, with the same prices.
  changedAt(world.clock.now());
  expect(await sellRate()).toMatch(/^(80|79)/);
});

test('a file that is outdated at startup has no prices', async () => {
  changedAt(world.clock.now() - 365 * 24 * 60 * MINUTE);
  const [ticker] = await readRatesFile(file, { coins: new Set(['LTC']), freshSecondsMax: 600 });
  expect(ticker?.fetchedAt).toBe(
    Math.floor((world.clock.now() - 365 * 24 * 60 * MINUTE) / 1000) * 1000,
  );
  world.clock.advance(11 * MINUTE);
  await expect(sellRate()).rejects.toMatchObject({ code: 'rates_unavailable' });
});
