// Between the storage of a payment and the processing of its invoice, a response shows one consistent state, and
// processing follows immediately.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { WAKE_CHANNEL } from '../../src/db/changed.ts';
import { paySimulated } from '../../src/sandbox/pay.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
const woken: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  await world.app.db.listen(WAKE_CHANNEL, (name) => woken.push(name));
});
afterAll(() => world.close());

/** Runs only the workers that store what a chain has. */
async function pollChains(): Promise<void> {
  await makeAllDue(world.app);
  for (const worker of world.assembled.workers) {
    if (worker.name.startsWith('watch')) await worker.run(world.app);
  }
}

test('a payment and its total are shown together, and its invoice and channel are processed immediately', async () => {
  const merchant = await world.merchant();
  const invoice = await merchant.api.invoices.create({
    price_amount: '10.00',
    price_currency: 'EUR',
    pay_currency: 'LTC',
    custom_id: 'moment',
  });
  const channel = await merchant.api.channels.create({
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    name: 'moment',
  });
  await paySimulated(world.app, defined(world.assembled.simulations, 'a sandbox'), {
    channel_id: channel.id,
    amount: '1',
  });
  await pollChains();
  woken.length = 0;
  await paySimulated(world.app, defined(world.assembled.simulations, 'a sandbox'), {
    invoice_id: invoice.id,
  });
  await pollChains();
  const unpaid = { paid_amount: '0.0', transactions: [] };
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject(unpaid);
  expect((await merchant.api.invoices.list({})).data).toMatchObject([unpaid]);
  await expect.poll(() => woken).toContain('invoices');
  // Payments that the assessment completes wake no worker; the disabled channel holds this one.
  await merchant.api.channels.update(channel.id, { status: 'disabled' });
  await world.mine('LTC');
  await expect.poll(() => woken).toContain('channel-payments');
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({
    status: 'completed',
    paid_amount: invoice.pay_amount,
    transactions: [{ risk: { level: 'low' } }],
  });
});
