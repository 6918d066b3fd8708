// A single node that falls behind its network raises an alert, detected by the age of its newest block, until it
// recovers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { agedAfter, isAged, newestBlocks, watchAges } from '../../src/deposits/watch-nodes.ts';
import { listAlerts } from '../../src/ledger/alerts.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'XRP'] });
});
afterAll(() => world.close());

const alerts = async () =>
  (await listAlerts(world.app.db, { withResolved: false }))
    .filter(({ kind }) => kind === 'node_behind')
    .map(({ facts }) => facts);

test.each([
  ['BTC', 6 * HOUR],
  ['LTC', 1.5 * HOUR],
  ['ETH', 7.2 * MINUTE],
  ['XRP', 5 * MINUTE],
])('the block interval of %s in milliseconds: %i', (code, milliseconds) => {
  expect(agedAfter(defined(world.app.knownCoins.get(code), code))).toBe(milliseconds);
});

test('a node without a new block for long raises an alert, which resolves with the next one', async () => {
  const { app } = world;
  await world.mine('BTC');
  await world.mine('XRP');
  await world.settle();
  await watchAges(app, ['BTC', 'XRP']);
  expect(await alerts()).toEqual([]);
  const [btc] = await newestBlocks(app.db, ['BTC']);
  world.clock.advance(10 * MINUTE);
  await watchAges(app, ['BTC', 'XRP']);
  expect(await alerts()).toMatchObject([{ subject: 'XRP' }]);
  world.clock.advance(6 * HOUR);
  await watchAges(app, ['BTC']);
  expect(await alerts()).toHaveLength(2);
  expect(await alerts()).toContainEqual({
    subject: 'BTC',
    height: btc?.height,
    block_at: btc?.at?.toISOString(),
  });
  await world.mine('BTC');
  await world.mine('XRP');
  await world.settle();
  await watchAges(app, ['BTC', 'XRP']);
  expect(await alerts()).toEqual([]);
});

test("unread blocks are not the node's fault", async () => {
  const { app } = world;
  world.clock.advance(7 * HOUR);
  await world.mine('BTC', 5);
  await watchAges(app, ['BTC']);
  expect(await alerts()).toEqual([]);
});

test('on a private network blocks are created manually', () => {
  const { app } = world;
  const coin = defined(app.coins.get('BTC'), 'BTC');
  const regtest = { ...app, config: { ...app.config, network: 'regtest' as const } };
  expect(isAged(app, coin, new Date(0))).toBe(true);
  expect(isAged(regtest, coin, new Date(0))).toBe(false);
});
