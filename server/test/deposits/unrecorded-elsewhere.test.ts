// After a database rollback: a payment on one network to an address that another network with the same keys assigned in
// the lost part is detected, however late the other network is read; and unassigned addresses of this database are no
// longer assigned.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IS_FREE } from '../../src/addresses/pool.ts';
import { readWallets } from '../../src/addresses/wallets.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type World } from '../support/world.ts';

const ON = { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' };
const [FIRST, UNTIL] = [5000, 5010];

let world: World;
beforeAll(async () => {
  // Ethereum is not read.
  world = await createWorld(ON, { coins: ['POL', 'USDC.polygon'] });
});
afterAll(() => world.close());

test('its addresses are derived before the next block of any network with the same keys', async () => {
  const { app } = world;
  const wallet = defined((await readWallets(app)).get('USDC'), 'a wallet');
  await app.db.query(
    `insert into forgotten_numbers (coin, first, until, is_doubted) values ('USDC', $1, $2, false)`,
    [FIRST, UNTIL],
  );
  const coin = defined(app.coins.get('USDC'), 'USDC');
  const address = coin.deriveAddress(wallet.extendedPublicKey, FIRST + 3, 'test');
  const amount = 5_000_000n;
  await pay(world.simulation('USDC.polygon'), { outputs: [{ address, tag: null, amount }] });
  await world.mine('USDC.polygon', 127);
  expect(await listUnmatched(app, null)).toMatchObject([
    { coin: 'USDC.polygon', address, amount, owner_id: null },
  ]);
});

test('an unassigned address is not assigned after a payment, whichever network it was on', async () => {
  const { db } = world.app;
  const free = () =>
    db.query<{ address: string }>(
      `select address from addresses where coin = 'USDC' and ${IS_FREE} order by address_index`,
    );
  const [{ address } = { address: '' }, next] = await free();
  const outputs = [{ address, tag: null, amount: 5_000_000n }];
  await pay(world.simulation('USDC.polygon'), { outputs });
  await world.mine('USDC.polygon', 127);
  const left = (await free()).map((row) => row.address);
  // The database is an older copy: neither that address nor those that may have been assigned after it.
  expect(left).not.toContain(address);
  expect(left).not.toContain(next?.address);
  expect(await db.query('select coin from quarantines')).toEqual([{ coin: 'USDC' }]);
});
