// Unmatched money is listed and can be credited once, to the right project.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { known } from '../../src/core/assert.ts';
import { creditUnmatched, listUnmatched } from '../../src/deposits/unmatched.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a payment to a completed invoice is credited once, to its own project only', async () => {
  const merchant = await world.merchant();
  const stranger = await world.merchant();
  const invoice = await merchant.api.invoices.create({
    price_amount: '10',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.25' });
  await world.mine('LTC');

  const [deposit] = await listUnmatched(world.app, merchant.project.id);
  const depositId = known(deposit, 'the second payment').id;
  const wish = { depositId, reason: 'kept as credit' };
  await expect(
    creditUnmatched(world.app, { ...wish, projectId: stranger.project.id }),
  ).rejects.toMatchObject({ code: 'not_found' });
  await creditUnmatched(world.app, { ...wish, projectId: merchant.project.id });
  await expect(
    creditUnmatched(world.app, { ...wish, projectId: merchant.project.id }),
  ).rejects.toMatchObject({
    code: 'invalid_status',
  });
  expect(await listUnmatched(world.app, merchant.project.id)).toEqual([]);
  const { data } = await merchant.api.transactions.list({ currency: 'LTC' });
  expect(data).toMatchObject([
    {
      reference_type: 'CoinDeposit',
      amount: '0.25',
      balance: '0.25',
      fee: null,
      status: 'completed',
      description: 'kept as credit',
    },
  ]);
});

test('a payment with an unknown tag waits for a person and is credited where he says', async () => {
  const merchant = await world.merchant();
  const channel = await merchant.api.channels.create({
    name: 'x',
    pay_currency: 'XRP',
    receiver_currency: 'XRP',
  });
  await world.pay({ channel_id: channel.id, amount: '12', without_tag: true });
  await world.mine('XRP');
  const found = await listUnmatched(world.app, null);
  const deposit = known(
    found.find((row) => row.coin === 'XRP' && row.project_id === null),
    'the payment without a tag',
  );
  await creditUnmatched(world.app, {
    depositId: deposit.id,
    projectId: merchant.project.id,
    reason: 'no tag',
  });
  const { data } = await merchant.api.accounts.list();
  expect(data.find((account) => account.currency === 'XRP')?.balance).toBe('12.0');
});
