// Where the watching of a chain starts, and that early reorganizations and payments are handled.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { simulatedChain } from '../../src/chains/simulated/simulated-chain.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { findStart, hashesUpTo } from '../../src/deposits/cursor.ts';
import { newInvoice } from '../flows/support.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeEach(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterEach(() => world.close());

const chain = () => simulatedChain(world.simulation('LTC'));

test('a new wallet starts at the current tip', async () => {
  await world.mine('LTC', 5);
  expect(await findStart(world.app, chain())).toEqual(await chain().tip());
});

test('if addresses were assigned before, it starts at a block before the first', async () => {
  await world.advance(3 * HOUR);
  await world.mine('LTC', 3);
  const merchant = await world.merchant();
  const before = await chain().tip();
  await newInvoice(merchant);
  await world.advance(5 * HOUR);
  await world.mine('LTC', 40);
  expect((await findStart(world.app, chain())).height).toBeLessThan(before.height);
});

test('an invoice created and paid before the node was reachable for the first time is credited', async () => {
  const simulation = world.simulation('LTC');
  await changeSettings(simulation, { nodeIsDown: true });
  await world.database.owner.query(`delete from chain_cursors where coin = 'LTC'`);
  await world.app.db.query(`delete from chain_blocks where coin = 'LTC'`);
  const merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 2);
  await world.advance(30 * MINUTE);
  await world.mine('LTC', 30);
  await changeSettings(simulation, { nodeIsDown: false });
  await world.settle();
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
});

test('a reorganization of the starting block is handled', async () => {
  await world.reorganise('LTC', 10);
  const merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  expect((await merchant.api.invoices.get(invoice.id)).status).toBe('completed');
});

test('the stored hashes are those of the chain, without a gap', async () => {
  const tip = await chain().tip();
  const hashes = await hashesUpTo(chain(), tip);
  expect(hashes).toHaveLength(65);
  expect(hashes.at(-1)).toEqual(tip);
  for (const block of hashes) expect(await chain().hashAt(block.height)).toBe(block.hash);
});
