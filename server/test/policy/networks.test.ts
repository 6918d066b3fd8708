// For a policy, an asset is the same on another network: a limit for a destination is one limit, and a look-alike of an
// address that was paid elsewhere waits for a person.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { listDestination } from '../../src/policy/destinations.ts';
import { replay } from '../../src/policy/replay.ts';
import { policyInForce } from '../../src/policy/store-policies.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { publishPolicy, refusal, requestWithdrawal } from './support.ts';

const ON = { CHAINTILL_COINS: 'POL', CHAINTILL_TOKENS: 'USDC,USDC.polygon' };
const PAYEE = '0xabc1000000000000000000000000000000001234';
const ALIKE = '0xabc2000000000000000000000000000000001234';

let world: World;
beforeAll(async () => {
  world = await createWorld(ON, { sends: false, coins: ['ETH', 'POL', 'USDC', 'USDC.polygon'] });
});
afterAll(() => world.close());

async function funded(): Promise<Merchant> {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '10000' });
  return merchant;
}

const on = (network: string, address = PAYEE) => ({ received_currency: 'USDC', network, address });

test('a limit for a destination is one, whichever networks it is paid on', async () => {
  const merchant = await funded();
  await publishPolicy(world, merchant, {
    name: 'payee',
    when: { sumAbove: { amount: '100', hours: 24, per: 'destination' } },
    do: 'refuse',
  });
  await requestWithdrawal(merchant, '60', on('ethereum'));
  expect((await refusal(requestWithdrawal(merchant, '60', on('polygon')))).details).toMatchObject([
    { code: 'limit_exceeded' },
  ]);
  const { policy } = await policyInForce(world.app.db, world.app, merchant.project.id);
  expect(await replay(world.app, merchant.project.id, { policy, days: 1 })).toMatchObject({
    attempts: 2,
    counts: { allow: 1, refuse: 1 },
    differing: 0,
  });
});

test('a look-alike of an address known on another network is held', async () => {
  const merchant = await funded();
  const { id: projectId } = merchant.project;
  const coin = defined(world.app.coins.get('USDC'), 'USDC');
  const address = defined(coin.parseAddress(PAYEE, 'test'), 'an address').address;
  const destination = { coin: 'USDC', address, tag: null };
  await listDestination(world.app, projectId, { destination, name: 'supplier', mayLoosen: true });
  expect((await requestWithdrawal(merchant, '50', on('polygon', ALIKE))).status).toBe('on_hold');
  expect((await requestWithdrawal(merchant, '50', on('polygon'))).status).toBe('pending');
});
