// Where the watching of a chain starts when its blocks are final and a node keeps only the newest (XRP).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rippledChain } from '../../src/chains/rippled/rippled-chain.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { findStart, hashesUpTo } from '../../src/deposits/cursor.ts';
import { type Emulator, startEmulator } from '../support/rippled/emulator.ts';
import { createWorld, type World } from '../support/world.ts';

const RIPPLE_EPOCH_SECONDS = 946_684_800;

let world: World;
let emulator: Emulator;
let closeTime: number;
beforeEach(async () => {
  world = await createWorld();
  closeTime = world.clock.now() / 1000 - RIPPLE_EPOCH_SECONDS - HOUR / 1000;
  emulator = await startEmulator({ now: () => closeTime });
  await world.app.db.query(`update addresses set assigned_at = null where coin = 'XRP'`);
});
afterEach(async () => {
  await emulator.close();
  await world.close();
});

const chain = () => rippledChain({ network: 'regtest', url: emulator.url });

/** A ledger every 4 seconds up to the present. The node keeps only some of them. */
function closeLedgers(count: number, kept: number): void {
  closeTime += HOUR / 1000 - 4 * count;
  for (let closed = 0; closed < count; closed++) {
    closeTime += 4;
    emulator.accept();
  }
  emulator.drop(kept);
}

async function assignAddress(ago: number): Promise<void> {
  await world.app.db.query(
    `update addresses set assigned_at = $1 where coin = 'XRP' and tag = (
       select tag from addresses where coin = 'XRP' order by tag limit 1)`,
    [new Date(world.clock.now() - ago)],
  );
}

test('without addresses it starts at the tip and requests no older ledger', async () => {
  closeLedgers(300, 1);
  const start = await findStart(world.app, chain());
  expect(start).toEqual(await chain().tip());
  expect(await hashesUpTo(chain(), start)).toEqual([start]);
});

test('it starts before the first address, at a ledger that the node has', async () => {
  closeLedgers(600, 256);
  await assignAddress(5 * MINUTE);
  const { height } = await findStart(world.app, chain());
  const tip = await chain().tip();
  // Eight minutes of 4-second ledgers.
  expect(tip.height - height).toBeGreaterThanOrEqual(8 * 15);
  expect(height).toBeGreaterThanOrEqual(tip.height - 255);
});

test('a node without the ledgers since the first address is not read at all', async () => {
  closeLedgers(600, 256);
  await assignAddress(30 * MINUTE);
  await expect(findStart(world.app, chain())).rejects.toThrow(/addresses were given out before/);
});
