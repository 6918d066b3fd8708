// When the sandbox mines: while something waits for blocks, and rarely otherwise.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeSettings, MINING_WORKER } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const EVERY = 3;
let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  for (const simulation of world.assembled.simulations?.values() ?? [])
    await changeSettings(simulation, { mineEverySeconds: EVERY });
});
afterAll(() => world.close());

const height = async () => (await defined(world.app.chains.get('LTC'), 'LTC').tip()).height;
const miner = () =>
  defined(
    world.assembled.workers.find(({ name }) => name === MINING_WORKER),
    'it mines',
  );

async function pass(milliseconds: number): Promise<number> {
  const before = await height();
  world.clock.advance(milliseconds);
  await world.settle();
  return (await height()) - before;
}

/** A rest of the watcher, after which the miner sees what it read. */
async function comeToRest(): Promise<void> {
  for (let blocks = 1; blocks > 0; ) blocks = await pass(EVERY * SECOND);
}

test('while nothing waits for blocks, one is mined every ten minutes', async () => {
  await comeToRest();
  expect(await pass(MINUTE)).toBe(0);
  expect(miner().restFor?.(world.app)).toBe(MINUTE);
  expect(await pass(9 * MINUTE)).toBe(1);
});

test('a payment is unconfirmed for one interval, and blocks follow until it is confirmed', async () => {
  await comeToRest();
  world.clock.advance(MINUTE);
  const invoice = await merchant.api.invoices.create({
    pay_currency: 'LTC',
    price_currency: 'LTC',
    price_amount: '1',
  });
  await world.pay({ invoice_id: invoice.id, amount: '1' });
  expect(await pass(EVERY * SECOND - 1)).toBe(0);
  expect(miner().restFor?.(world.app)).toBeLessThanOrEqual(SECOND);
  let mined = 0;
  const status = async () => (await merchant.api.invoices.get(invoice.id)).status;
  for (let n = 0; n < 100 && (await status()) !== 'completed'; n++)
    mined += await pass(EVERY * SECOND);
  expect(await status()).toBe('completed');
  expect(mined).toBeGreaterThan(0);
  await comeToRest();
  expect(await pass(MINUTE)).toBe(0);
});

test('an interval of 0 mines nothing', async () => {
  for (const simulation of world.assembled.simulations?.values() ?? [])
    await changeSettings(simulation, { mineEverySeconds: null });
  expect(await pass(60 * MINUTE)).toBe(0);
});
