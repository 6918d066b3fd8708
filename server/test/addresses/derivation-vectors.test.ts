// The addresses stored at the first start protect every later start from a wrong key.
import { HDKey } from '@scure/bip32';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  changedVectors,
  checkDerivation,
  DerivationChanged,
} from '../../src/addresses/derivation-vectors.ts';
import { readWallets } from '../../src/addresses/wallets.ts';
import { extendedKeyVersions } from '../../src/coins/codecs/receiving-key.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the first start stores addresses of each coin, with path and index', async () => {
  const rows = await world.app.db.query<{ coin: string; paths: string; indexes: number[] }>(
    `select coin, min(account_path) as paths, array_agg(address_index::int order by address_index) as indexes
     from derivation_vectors group by coin order by coin`,
  );
  expect(rows.map(({ coin }) => coin)).toEqual(['BCH', 'BTC', 'ETH', 'LTC', 'XRP']);
  for (const { indexes } of rows) expect(indexes).toEqual([0, 1, 1_000_000]);
  expect(rows.find(({ coin }) => coin === 'BTC')?.paths).toBe("m/84'/1'/0'");
});

test('a later start accepts them and stores nothing new', async () => {
  const wallets = await readWallets(world.app);
  const count = () => world.app.db.query('select * from derivation_vectors order by 1, 2');
  const before = await count();
  await checkDerivation(world.app, wallets);
  expect(await count()).toEqual(before);
});

test('a start whose key derives another address is rejected with coin and path', async () => {
  const wallets = new Map(await readWallets(world.app));
  const foreign = HDKey.fromMasterSeed(new Uint8Array(32), extendedKeyVersions('test'));
  wallets.set('LTC', { coin: 'LTC', extendedPublicKey: foreign.publicExtendedKey });
  const changed = await changedVectors(world.app, wallets);
  expect(changed.map(({ coin }) => coin)).toEqual(['LTC', 'LTC', 'LTC']);
  const refused = checkDerivation(world.app, wallets);
  await expect(refused).rejects.toThrow(DerivationChanged);
  await expect(refused).rejects.toThrow("LTC address 0 of m/84'/1'/0'");
});
