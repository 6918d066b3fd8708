// Guarantees of an object's trace: it contains what the accounts, the ledger and the chains have about it,
// consistently, and nothing of other projects.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perform } from '../../src/operator/perform.ts';
import { requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

const ACTOR = { kind: 'system_user', name: 'test', source: 'cli', address: null } as const;
const EXPLORER = { LTC_EXPLORER: 'https://explorer.example/tx/{txid}' };

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld(EXPLORER, { coins: ['LTC', 'BTC'] });
  shop = await world.merchant();
  other = await world.merchant();
  await credit(world, shop, { EUR: '1000' });
  await fillWallet(world, 'BTC', ['1']);
});
afterAll(() => world.close());

function trace(reference_id: string, project = shop.project.id) {
  const { coinWallets, nodes } = world.assembled;
  const values = { project, reference_id };
  return perform({ ...world.app, coinWallets, nodes }, 'transactions.trace', {
    actor: ACTOR,
    values,
  });
}

test('an invoice is traced from the first detection of its payment to its credit', async () => {
  const invoice = await shop.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  expect(await trace(invoice.id)).toMatchObject({ reference_type: 'Invoice', on_chain: [] });
  const txid = await world.pay({ invoice_id: invoice.id, risk_level: 'low' });
  expect((await trace(invoice.id)).on_chain).toMatchObject([
    { txid, status: 'pending', confirmations: 0, risk: null, confirmed_at: null },
  ]);
  await world.mine('LTC', 10);
  const after = await trace(invoice.id);
  expect(after.on_chain).toMatchObject([
    {
      direction: 'in',
      coin: 'LTC',
      network: 'Litecoin',
      txid,
      status: 'confirmed',
      explorer_url: `https://explorer.example/tx/${txid}`,
      risk: { level: 'low' },
      amount: { amount: invoice.pay_amount, currency: 'LTC' },
    },
  ]);
  expect(after.on_chain[0]?.confirmations).toBe(10);
  expect(after.on_chain[0]?.credited_at).not.toBeNull();
  expect(after.rows).toMatchObject([{ currency: 'EUR', status: 'completed' }]);
  const [received, ...rest] = after.postings;
  expect(received).toMatchObject({ purpose: 'received', from: 'chain', to: 'deposits' });
  expect(rest.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['convert', 'credit']));
  const credited = rest.filter(({ to }) => to === 'available');
  expect(credited.map(({ amount }) => amount.amount)).toEqual([after.rows[0]?.amount]);
});

test('a withdrawal has its transfers, a payment to a channel its channel', async () => {
  const { id } = await requestWithdrawal(shop, '7');
  await world.settle();
  await world.mine('BTC', 3);
  const sent = await trace(id);
  expect(sent.on_chain).toMatchObject([{ direction: 'out', id, status: 'confirmed' }]);
  // The sandbox has no public explorer, and none is configured for this network.
  expect(sent.on_chain[0]?.explorer_url).toBeNull();
  expect(sent.postings.map(({ to }) => to)).toContain('chain');

  const channel = await shop.api.channels.create({
    name: 'tips',
    pay_currency: 'LTC',
    receiver_currency: 'EUR',
  });
  await world.pay({ channel_id: channel.id, amount: '0.0432' });
  await world.mine('LTC', 10);
  const [payment] = (await shop.api.channelPayments.list(channel.id)).data;
  expect(await trace(String(payment?.id))).toMatchObject({
    reference_type: 'ChannelPayment',
    belongs_to: { type: 'channel', id: channel.id },
    on_chain: [{ amount: { amount: '0.0432', currency: 'LTC' } }],
  });
});

test('objects of another project are not found', async () => {
  const invoice = await other.api.invoices.create({
    price_amount: '20',
    price_currency: 'EUR',
    pay_currency: 'LTC',
  });
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC', 10);
  const { on_chain } = await trace(invoice.id, other.project.id);
  for (const id of [invoice.id, String(on_chain[0]?.id)])
    await expect(trace(id)).rejects.toMatchObject({ code: 'not_found' });
});
