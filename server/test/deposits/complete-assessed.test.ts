// An assessment completes invoices and payments in its own transaction; outdated results are discarded.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App, Reactions } from '../../src/app.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { newInvoice, storyOf } from '../flows/support.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

/** An invoice and a channel, each paid in a block that was not processed yet. */
async function paid() {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  const channel = await merchant.api.channels.create({
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
    name: 'Wallet',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.pay({ channel_id: channel.id, amount: '0.5' });
  await mine(world.simulation('LTC'));
  return { invoice, channel };
}

/** Reads the chain and assesses its deposits, without running the invoice and payment workers. */
async function assessAlone(app: App): Promise<void> {
  const early = world.assembled.workers.filter(({ name }) => /^(watch-ltc|assess)/.test(name));
  for (let round = 0; round < 3; round++) {
    await world.app.db.query(`update schedules set due_at = '-infinity'`);
    for (const worker of early) await worker.run(app);
  }
}

const planning = (planCompletions: Reactions['planCompletions']) =>
  otherApp(world.app, { reactions: { ...world.app.reactions, planCompletions } });

async function statusOf({ invoice, channel }: Awaited<ReturnType<typeof paid>>) {
  const payments = await merchant.api.channelPayments.list(channel.id);
  return [(await merchant.api.invoices.get(invoice.id)).status, payments.data[0]?.status];
}

async function settledOnce(paidOnes: Awaited<ReturnType<typeof paid>>): Promise<void> {
  await world.settle();
  expect(await statusOf(paidOnes)).toEqual(['completed', 'completed']);
  const completed = storyOf(merchant, paidOnes.invoice.id).filter((reported) =>
    reported.startsWith('status_changed'),
  );
  expect(completed).toEqual(['status_changed completed']);
}

test('the assessment completes an invoice and a channel payment', async () => {
  const both = await paid();
  await assessAlone(world.app);
  expect(await statusOf(both)).toEqual(['completed', 'completed']);
  await settledOnce(both);
});

test.each(['invoices', 'deposits', 'channels', 'channel_payments'])(
  'when a row of %s changes meanwhile, the assessment is stored without completion',
  async (table) => {
    const both = await paid();
    const app = planning(async (...requested) => {
      const planned = await world.app.reactions.planCompletions(...requested);
      await world.app.db.query(
        `update ${table} set project_id = project_id where project_id = $1`,
        [merchant.project.id],
      );
      return planned;
    });
    await assessAlone(app);
    expect(await statusOf(both)).toEqual(['new', 'pending']);
    const rows = await world.app.db.query(
      'select risk is not null as "isAssessed", booked_at from deposits where project_id = $1',
      [merchant.project.id],
    );
    expect(rows).toEqual([1, 2].map(() => ({ isAssessed: true, booked_at: null })));
    await settledOnce(both);
  },
);

test('a result computed earlier, with earlier prices, is computed again', async () => {
  const both = await paid();
  const app = planning(async (...requested) => {
    const planned = await world.app.reactions.planCompletions(...requested);
    world.clock.advance(11_000);
    return planned;
  });
  await assessAlone(app);
  expect(await statusOf(both)).toEqual(['new', 'pending']);
  await settledOnce(both);
});

test('a payment that arrives meanwhile is counted', async () => {
  const both = await paid();
  const app = planning(async (...requested) => {
    const planned = await world.app.reactions.planCompletions(...requested);
    await world.pay({ invoice_id: both.invoice.id, amount: '0.01' });
    return planned;
  });
  await assessAlone(app);
  await settledOnce(both);
});

test('other results are left to the workers of invoices and payments', async () => {
  const both = await paid();
  await assessAlone(planning(() => Promise.reject(new Error('no'))));
  expect(await statusOf(both)).toEqual(['new', 'pending']);
  await settledOnce(both);
});
