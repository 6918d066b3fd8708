// Addresses of a lost part of the database, beyond those that the copy has derived: payments to them are detected and
// wait for a person.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { skipAhead } from '../../src/addresses/skip-ahead.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { pay } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { findQuarantine } from '../../src/payouts/quarantine.ts';
import type { Project } from '../../src/projects/project.ts';
import { billed } from '../simulation/billed.ts';
import { COINS } from '../simulation/past-actions.ts';
import { createPastWorld, type PastWorld, RESTORE_MODES } from '../simulation/past-world.ts';
import { listUnmatched } from '../support/unmatched.ts';

let world: PastWorld;
let lamps: Project;
let books: Project;

beforeEach(async () => {
  world = await createPastWorld('forgotten', 1);
  lamps = defined(world.shops[0], 'a shop');
  books = defined(world.shops[1], 'a shop');
  await world.settle();
});
afterEach(() => world.close());

async function jump(): Promise<void> {
  const { app } = world.instance();
  await app.db.transaction((tx) => skipAhead(tx, { coin: null, isDoubted: true }));
  await world.settle();
}

async function settled(coin: string): Promise<void> {
  await mine(world.simulation(coin), { count: 40 });
  world.clock.advance(MINUTE);
  await world.settle();
}

const listed = async () =>
  (await listUnmatched(world.instance().app, null)).map(({ address, tag }) => ({ address, tag }));

const cases = [
  ...COINS.map((coin) => ({ coin, mode: 'in place' as const })),
  ...RESTORE_MODES.filter((mode) => mode !== 'in place').map((mode) => ({ coin: 'ETH', mode })),
];

test.each(cases)(
  'after lost jumps, payments of $coin to assigned addresses are detected ($way)',
  async ({ coin, mode }) => {
    await world.takeCopy();
    // Two jumps, as when a quarantine starts immediately after another.
    await jump();
    await jump();
    const lost = [await billed(world, coin, lamps), await billed(world, coin, lamps)];
    await world.goBack(mode);
    for (const place of lost)
      await pay(world.simulation(coin), { outputs: [{ ...place, amount: 5_000_000_000n }] });
    await settled(coin);
    expect(await listed()).toEqual(expect.arrayContaining(lost));
    const given = [];
    for (let n = 0; n < 5; n++) given.push(await billed(world, coin, books));
    for (const place of lost) expect(given).not.toContainEqual(place);
    expect(await listed()).toHaveLength(lost.length);
  },
);

test('so are payments if more addresses than the pool were assigned since the copy', async () => {
  await world.takeCopy();
  for (let n = 0; n < 130; n++) await billed(world, 'LTC', lamps);
  const last = await billed(world, 'LTC', lamps);
  await world.goBack('in place');
  await pay(world.simulation('LTC'), { outputs: [{ ...last, amount: 5_000_000_000n }] });
  await settled('LTC');
  expect(await listed()).toEqual([last]);
});

test('a payment to an address lost in a database move starts the quarantine', async () => {
  await world.takeCopy();
  await jump();
  const lost = await billed(world, 'LTC', lamps);
  await world.goBack('restart');
  await world.settle();
  expect(await findQuarantine(world.sql, 'LTC')).toBeNull();
  await pay(world.simulation('LTC'), { outputs: [{ ...lost, amount: 5_000_000_000n }] });
  await world.settle();
  expect((await findQuarantine(world.sql, 'LTC'))?.cause?.code).toBe('unknown_address');
});

test('a poll that started before a rollback does not skip unknown addresses', async () => {
  await world.takeCopy();
  await jump();
  const lost = await billed(world, 'LTC', lamps);
  await pay(world.simulation('LTC'), { outputs: [{ ...lost, amount: 5_000_000_000n }] });
  await mine(world.simulation('LTC'), { count: 1 });
  const chain = defined(world.instance().app.chains.get('LTC'), 'a chain');
  const blocksOf = chain.blocks.bind(chain);
  let isBack = false;
  chain.blocks = async (from, most) => {
    const blocks = await blocksOf(from, most);
    if (!isBack) {
      isBack = true;
      await world.goBack('in place');
    }
    return blocks;
  };
  await world.settle().catch(() => undefined);
  expect(isBack).toBe(true);
  await world.settle();
  await settled('LTC');
  expect(await listed()).toEqual([lost]);
});

test('an incomplete, missing or unreadable file blocks nothing', async () => {
  const { app } = world.instance();
  const file = join(app.config.dataDir, 'address-numbers');
  const whole = readFileSync(file, 'utf8');
  expect(await app.reservedNumbers.read()).toContainEqual({ coin: 'LTC', first: 0, until: 60 });
  writeFileSync(file, `${whole}\nLTC 60 1\nLTC 0 4294967295\nLTC 0 2000000\nLTC 7`);
  await jump();
  await billed(world, 'LTC', lamps);
  rmSync(file);
  await jump();
  await billed(world, 'LTC', lamps);
  expect(await app.reservedNumbers.read()).not.toEqual([]);
});
