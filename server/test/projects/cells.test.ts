// Guarantees of an instance that is one of several behind a proxy: public names (keys, pages) contain the slot of their
// project, those from before it was a cell contain none and stay valid, and a database stays in its cell.
import { afterEach, expect, test } from 'vitest';
import { claimDatabase } from '../../src/claim-mode.ts';
import { defined } from '../../src/core/assert.ts';
import { systemRandom } from '../../src/core/random.ts';
import { newIdOf, newKeyOf, nthSlot, slotOf, withSlot } from '../../src/core/slots.ts';
import { createApiKey } from '../../src/projects/api-keys.ts';
import { createProject } from '../../src/projects/create.ts';
import { createWorld, type World } from '../support/world.ts';

const KEY_OF = /^([0-9a-f]{4})[\w-]{17}c$/;
const parts = { clock: { now: () => 1_795_000_000_000 }, random: systemRandom };
let world: World | null = null;
afterEach(async () => {
  await world?.close();
  world = null;
});

test('no key begins with a hyphen, which a command would parse as an option', () => {
  const bytes = (length: number) => Buffer.alloc(length, 0xfb);
  expect(bytes(16).toString('base64url')).toMatch(/^-/);
  expect(newKeyOf('00000000-0000-7000-8000-000000000000', { bytes })).toMatch(
    /^_[0-9A-Za-z_-]{21}$/,
  );
});

test('projects of a cell, their keys and their objects carry a slot of the cell', async () => {
  world = await createWorld({ CHAINTILL_CELL: 'b' }, { coins: ['BTC'] });
  const { project, api } = await world.merchant();
  const slot = defined(slotOf(project.id), 'a slot');
  expect(slot).toMatch(/^b/);
  expect(slotOf((await createProject(world.app, 'Another')).id)).not.toBe(slot);
  const permissions = ['read'] as const;
  const requested = { name: 'k', apiVersion: 2 as const, permissions, ipAllowList: [] };
  const made = await createApiKey(world.app, project.id, requested);
  expect(KEY_OF.exec(made.key)?.[1]).toBe(slot);
  const price = { price_amount: '10', price_currency: 'EUR', pay_currency: 'BTC' };
  const invoice = await api.invoices.create(price);
  expect(slotOf(invoice.id)).toBe(slot);
  expect(invoice.hosted_page_url).toContain(invoice.id);
});

test('an instance without a cell creates ids and keys as before, without a slot', async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  const { project } = await world.merchant();
  expect(slotOf(project.id)).toBe(null);
  for (let n = 0; n < 500; n += 1) {
    expect(slotOf(newIdOf(project.id, parts))).toBe(null);
    const key = newKeyOf(project.id, systemRandom);
    expect(key).toHaveLength(22);
    expect(key).not.toMatch(KEY_OF);
  }
});

test('a database stays in its cell, and one without a cell can become one', async () => {
  world = await createWorld({}, { coins: ['BTC'] });
  const { db } = world.app;
  const { project } = await world.merchant();
  const claimCell = (cell: string | null) => claimDatabase(db, { mode: 'sandbox', cell });
  await claimCell(null);
  await claimCell('1');
  await claimCell('1');
  await expect(claimCell('2')).rejects.toThrow(/this database is cell 1/);
  await expect(claimCell(null)).rejects.toThrow(/CHAINTILL_CELL is not set/);
  expect(slotOf(project.id)).toBe(null);
});

test('IDs with a slot increase with time, and slots are assigned in turn', () => {
  const project = withSlot('01998000-0000-7000-8000-000000000000', 'a0f3');
  const ids = Array.from({ length: 50 }, () => newIdOf(project, parts));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids).size).toBe(50);
  expect([nthSlot('b', 1), nthSlot('b', 4096), nthSlot('b', 4097)]).toEqual([
    'b000',
    'bfff',
    'b000',
  ]);
});
