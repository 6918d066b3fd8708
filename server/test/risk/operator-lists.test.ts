// The operator's lists decide over deposits and scores, in the process that runs, without a restart.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAddress, loadOperatorLists, unlistAddress } from '../../src/risk/operator-lists.ts';
import { createWorld, type World } from '../support/world.ts';

/** Of BIP-173, section "Test vectors". */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function reload(): Promise<void> {
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
}

test('a blocked address is high risk under the note of the operator, until it is taken off', async () => {
  const merchant = await world.merchant();
  const score = () =>
    merchant.api.risks.score({ address: ADDRESS, currency: 'BTC', type: 'source_of_funds' });
  expect((await score()).level).not.toBe('high');
  await listAddress(world.app, {
    kind: 'block',
    coin: 'BTC',
    address: ADDRESS,
    note: 'known thief',
  });
  await reload();
  expect(await score()).toMatchObject({ level: 'high', resource_name: 'known thief' });
  expect(await unlistAddress(world.app, { coin: 'BTC', address: ADDRESS })).toBe(1);
  await reload();
  expect((await score()).level).not.toBe('high');
});

test('one that is listed for a coin is taken off by any coin that has the same addresses', async () => {
  const address = `0x${'12'.repeat(20)}`;
  for (const coin of ['ETH', 'USDC.polygon'])
    await listAddress(world.app, { kind: 'allow', coin, address, note: 'checked' });
  expect(await unlistAddress(world.app, { coin: 'BTC', address })).toBe(0);
  expect(await unlistAddress(world.app, { coin: 'USDC', address })).toBe(2);
  expect(await loadOperatorLists(world.app.db)).toEqual([]);
});
