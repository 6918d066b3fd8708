// The file of reserved address numbers: lines of several processes, damaged lines, and an unwritable location, which
// stops nothing and is reported once.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { reservedNumbers } from '../../src/addresses/reserved-numbers.ts';
import type { App } from '../../src/app.ts';
import { readConfig } from '../../src/coins/read-config.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaintill-numbers-'));
  file = join(folder, 'address-numbers');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function opened(said: string[] = []) {
  const config = readConfig({ CHAINTILL_DATA_DIR: folder, CHAINTILL_ADDRESS_POOL: '60' });
  const log = { warn: (_facts: object, text: string) => void said.push(text) };
  return reservedNumbers({ config, log: log as unknown as App['log'] });
}

test('numbers that one process reserves are read by another, one line per pool', async () => {
  const [one, two] = [opened(), opened()];
  for (let n = 0; n < 60; n++) await one.reserve({ coin: 'BTC', first: n, until: n + 1 });
  await two.reserve({ coin: 'BTC', first: 60, until: 160 });
  await one.reserve({ coin: 'XRP', first: 56_290_138, until: 56_290_198 });
  expect(await two.read()).toEqual([
    { coin: 'BTC', first: 0, until: 60 },
    { coin: 'BTC', first: 60, until: 160 },
    { coin: 'XRP', first: 56_290_138, until: 56_290_198 },
  ]);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a truncated line affects no other, and an impossible one is ignored', async () => {
  const numbers = opened();
  await numbers.reserve({ coin: 'BTC', first: 0, until: 60 });
  appendFileSync(file, '\nLTC 5');
  await numbers.reserve({ coin: 'ETH', first: 7, until: 9 });
  appendFileSync(file, '\nBTC 60 60\nBTC 9 3\nBTC 0 4294967296\nBTC 0 1000001\n\0\0\0');
  expect(await numbers.read()).toEqual([
    { coin: 'BTC', first: 0, until: 60 },
    { coin: 'ETH', first: 7, until: 67 },
  ]);
});

test('no file means no range; an unwritable one is reported once, and again after it recovered', async () => {
  const said: string[] = [];
  const numbers = opened(said);
  expect([await numbers.read(), said]).toEqual([[], []]);
  mkdirSync(file);
  for (let n = 0; n < 3; n++) await numbers.reserve({ coin: 'BTC', first: n, until: n + 1 });
  expect(said).toEqual(['cannot record which addresses are derived']);
  rmSync(file, { recursive: true });
  await numbers.reserve({ coin: 'BTC', first: 3, until: 4 });
  expect(await numbers.read()).toEqual([{ coin: 'BTC', first: 3, until: 63 }]);
  rmSync(file);
  mkdirSync(file);
  await numbers.reserve({ coin: 'BTC', first: 63, until: 64 });
  expect(said).toHaveLength(2);
  expect(await numbers.read()).toEqual([]);
  expect(said.at(-1)).toBe('cannot read which addresses were derived');
});
