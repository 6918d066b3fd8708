// An invoice that can't be computed delays no other.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { newInvoice } from '../flows/support.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the others of its batch are credited, and it is credited itself once it can be computed', async () => {
  const merchant = await world.merchant();
  const [bad, good] = [await newInvoice(merchant), await newInvoice(merchant)];
  const setCoin = (code: string) =>
    world.app.db.query('update invoices set price_currency = $2 where id = $1', [bad.id, code]);
  for (const invoice of [bad, good]) await world.pay({ invoice_id: invoice.id });
  await setCoin('XXX');
  await world.mine('LTC');
  const { data } = await merchant.api.transactions.list({ status: 'completed' });
  expect(data.map((row) => row.reference_id)).toEqual([good.id]);
  await setCoin('EUR');
  await world.advance(MINUTE);
  expect((await merchant.api.invoices.get(bad.id)).status).toBe('completed');
});
