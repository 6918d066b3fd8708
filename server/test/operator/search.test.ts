// Guarantees of the search: whatever a person has of a payment leads to it, in one project or in all.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { perform } from '../../src/operator/perform.ts';
import { ask, BTC_ADDRESS } from '../policy/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 60_000 });

const ACTOR = { kind: 'system_user', name: 'test', face: 'cli', address: null } as const;

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'], sends: false });
  shop = await world.merchant();
  other = await world.merchant();
  await credit(world, shop, { EUR: '1000' });
});
afterAll(() => world.close());

async function find(text: string, project?: string): Promise<string[]> {
  const { treasuries, nodes } = world.assembled;
  const app = { ...world.app, treasuries, nodes };
  const hits = await perform(app, 'search.find', { actor: ACTOR, values: { text, project } });
  return hits.map(({ type, id }) => `${type} ${id}`);
}

test('an invoice is found by all that its payer knows', async () => {
  const invoice = await shop.api.invoices.create({
    ...{ price_amount: '31.25', price_currency: 'EUR', pay_currency: 'LTC' },
    ...{ custom_id: 'order-1042', payer_email: 'Ada@shop.example', customer_id: 'ada' },
  });
  const txid = await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  const hit = `invoice ${invoice.id}`;
  const address = String(invoice.address);
  const known = [invoice.id, invoice.id.slice(0, 13), 'order-1042', 'ada@SHOP.example'];
  for (const text of [...known, address, address.toUpperCase(), '31.25', '31.250'])
    expect({ text, found: await find(text) }).toMatchObject({
      found: expect.arrayContaining([hit]),
    });
  expect(await find('order-1042', shop.project.id)).toEqual([hit]);
  expect(await find('order-1042', other.project.id)).toEqual([]);
  expect(await find('31.26')).toEqual([]);
  expect(await find(txid)).toEqual([expect.stringMatching(/^deposit /)]);
});

test('a withdrawal is found by its reference, where it goes and how much', async () => {
  const { id } = await ask(shop, '7', { custom_id: 'payout-9' });
  for (const text of [id, 'payout-9', BTC_ADDRESS])
    expect(await find(text)).toEqual([`withdrawal ${id}`]);
});

test('what is too short, or is nothing, finds nothing', async () => {
  for (const text of ['ab', '%', 'nothing at all', `'; drop table invoices; --`])
    expect(await find(text)).toEqual([]);
});
