// The operator's lists decide deposits and scores in the running process, without a restart.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listAddress,
  listAddresses,
  loadOperatorLists,
  unlistAddress,
} from '../../src/risk/operator-lists.ts';
import { createWorld, type World } from '../support/world.ts';

/** From BIP-173, section "Test vectors". */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function reload(): Promise<void> {
  world.app.riskLists.entries = await loadOperatorLists(world.app.db);
}

test("a blocked address is high risk with the operator's note, until it is removed", async () => {
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

test('an address listed for a coin is removed by any coin with the same addresses', async () => {
  const address = `0x${'12'.repeat(20)}`;
  for (const coin of ['ETH', 'USDC.polygon'])
    await listAddress(world.app, { kind: 'allow', coin, address, note: 'checked' });
  expect(await unlistAddress(world.app, { coin: 'BTC', address })).toBe(0);
  expect(await unlistAddress(world.app, { coin: 'USDC', address })).toBe(2);
  expect(await loadOperatorLists(world.app.db)).toEqual([]);
});

test('they never exceed what processes load, however many addresses are added concurrently', async () => {
  const { owner } = world.database;
  await owner.query(
    `insert into risk_entries (list, coin, address, kind)
     select 'block', 'BTC', 'filled ' || n, 'block' from generate_series(1, 99999) n`,
  );
  const add = (address: string) =>
    listAddress(world.app, { kind: 'block', coin: 'BTC', address, note: null });
  const importing = (name: string) => {
    const addresses = [{ currency: 'BTC', address: name }];
    return listAddresses(world.app, { kind: 'block', addresses, note: null });
  };
  const added = await Promise.allSettled([add('a'), importing('b'), add('c'), importing('d')]);
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of added)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 422 });
  expect(await loadOperatorLists(world.app.db)).toHaveLength(100_000);
  await owner.query('delete from risk_entries');
});
