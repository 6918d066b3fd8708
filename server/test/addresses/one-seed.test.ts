// An instance has one seed. When a coin is added while the seed is unavailable, or while the configuration has the keys
// of another seed, the start is refused and the database stays unchanged.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMnemonic } from '../../src/addresses/wallets.ts';
import { assemble } from '../../src/assemble.ts';
import { readConfig } from '../../src/coins/read-config.ts';
import { definedCoins } from '../../src/coins/registry.ts';
import { accountKeys, createMnemonic, openMaster } from '../../src/keys/seed.ts';
import { createTestSigner, type TestSigner } from '../support/signer.ts';
import { createWorld, type World } from '../support/world.ts';

const NEW_COIN = { CHAINTILL_COINS: 'DOGE' };

let signer: TestSigner;
let world: World;
beforeAll(async () => {
  signer = await createTestSigner();
  await signer.start();
  const environment = { CHAINTILL_SIGNER_SOCKET: signer.socket, CHAINTILL_COINS: '' };
  world = await createWorld(environment, { sends: false });
  await world.merchant();
});
afterAll(async () => {
  await world.close();
  await signer.close();
});

async function start({ app }: World, environment: Record<string, string>): Promise<void> {
  const config = readConfig({ CHAINTILL_DATA_DIR: app.config.dataDir, ...environment });
  const options = { seed: 'world', minesByItself: false, deliveryFault: null };
  await (await assemble({ ...app, config }, options)).close();
}

async function exportKeys(to: World, mnemonic: string): Promise<string> {
  const master = await openMaster(mnemonic, 'test');
  const keys = Object.fromEntries(
    [...definedCoins].map(([code, coin]) => [
      code,
      accountKeys(master, coin, 'test').extendedPublicKey,
    ]),
  );
  const file = join(to.app.config.dataDir, 'keys.json');
  writeFileSync(file, JSON.stringify({ network: 'test', keys }));
  return file;
}

/** The tables that a refused start could have written. */
function stored({ database }: World) {
  return database.owner.query(
    `select 'wallet ' || coin as what, extended_public_key as value from wallets
     union all select 'seed', id::text from wallet_seeds
     union all select 'account ' || currency, count(*)::text from ledger_accounts group by currency
     order by what`,
  );
}

const refused: readonly [string, (of: World) => Promise<Record<string, string>>, RegExp][] = [
  ['without its signer', async () => ({}), /CHAINTILL_SIGNER_SOCKET.*DOGE/],
  [
    'with the keys of another seed',
    async (of) => ({
      CHAINTILL_WALLET_PUBLIC_KEYS_FILE: await exportKeys(
        of,
        createMnemonic(new Uint8Array(32).fill(3)),
      ),
    }),
    /another seed/,
  ],
];

test.each(refused)(
  'a new coin is rejected %s, and nothing is written',
  async (_how, variables, says) => {
    const before = await stored(world);
    const variablesToStart = { ...NEW_COIN, ...(await variables(world)) };
    await expect(start(world, variablesToStart)).rejects.toThrow(says);
    await expect(start(world, variablesToStart)).rejects.toMatchObject({ name: 'ConfigError' });
    expect(await stored(world)).toEqual(before);
  },
);

test('with its signer the coin gets a wallet of the same seed', async () => {
  await start(world, { ...NEW_COIN, CHAINTILL_SIGNER_SOCKET: signer.socket });
  const rows = await world.app.db.query(`select seed_id from wallets where coin = 'DOGE'`);
  expect(rows).toEqual([{ seed_id: null }]);
  expect(await world.app.db.query('select 1 from wallet_seeds')).toEqual([]);
});

test('an instance with its own seed rejects a new coin from the keys of another seed', async () => {
  const own = await createWorld({}, { sends: false, coins: [] });
  try {
    const before = await stored(own);
    const file = await exportKeys(own, createMnemonic(new Uint8Array(32).fill(3)));
    await expect(
      start(own, { ...NEW_COIN, CHAINTILL_WALLET_PUBLIC_KEYS_FILE: file }),
    ).rejects.toThrow(/another seed/);
    expect(await stored(own)).toEqual(before);
    const same = await exportKeys(own, await openMnemonic(own.app));
    await start(own, { ...NEW_COIN, CHAINTILL_WALLET_PUBLIC_KEYS_FILE: same });
    expect(await stored(own)).toHaveLength(before.length + 1);
  } finally {
    await own.close();
  }
});
