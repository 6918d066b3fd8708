// Acceptance tests 9 to 13 of the defects seen in the field (docs/acceptance.md): sent payouts stay sent, wrong
// credentials get a 401, and payments are credited for their actual amount.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress, payMany } from '../../src/chains/simulated/pay.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { HOUR } from '../../src/core/clock.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from '../flows/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld();
  merchant = await world.merchant();
  await fillWallet(world, 'BTC', ['1', '1']);
  await credit(world, merchant, { EUR: '1000' });
});
afterAll(() => world.close());

let strangers = 0;

async function sentPayout() {
  strangers += 1;
  const btc = defined(world.app.coins.get('BTC'), 'BTC');
  const made = await merchant.api.coinWithdrawals.create({
    address: foreignAddress(btc, 'acceptance', strangers),
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '20',
    force_commit: true,
  });
  await world.settle();
  const sent = await merchant.api.coinWithdrawals.get(made.id);
  expect(sent.status).toBe('sent');
  return sent;
}

test('a payout that was sent cannot be canceled: 409, and it stays sent', async () => {
  const { id } = await sentPayout();
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'BTC can be sent');
  const requested = { projectId: merchant.project.id, id, reason: 'changed my mind' };
  await expect(cancelWithdrawal(world.app, coinWallet, requested)).rejects.toMatchObject({
    status: 409,
    code: 'already_sent',
  });
  expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('sent');
  await world.mine('BTC');
  expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('completed');
  await expect(cancelWithdrawal(world.app, coinWallet, requested)).rejects.toMatchObject({
    status: 409,
  });
});

test('a wrong API key or secret returns 401 immediately, without details', async () => {
  const requested = { method: 'GET', target: '/api/accounts' };
  for (const credentials of [
    { ...merchant.key, key: 'unknown' },
    { ...merchant.key, secret: 'wrong' },
  ]) {
    const answer = await signedCall(world.url, credentials, requested);
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'unauthenticated' } });
  }
});

test('an invoice that is 98 % paid is not paid, unless the merchant configured that tolerance', async () => {
  const before = await balanceOf(merchant, 'EUR');
  const invoice = await newInvoice(merchant, { pay_currency: 'BTC', price_amount: '100.00' });
  const due = BigInt(Math.round(Number(invoice.pay_amount) * 1e8));
  const paid = (due * 98n) / 100n;
  const output = { address: invoice.address, tag: null, amount: paid };
  await payMany(world.simulation('BTC'), [{ outputs: [output] }]);
  await world.mine('BTC');
  await world.advance(HOUR);
  const found = await merchant.api.invoices.get(invoice.id);
  expect(found).toMatchObject({ status: 'unresolved', status_context: 'underpaid' });
  expect(await balanceOf(merchant, 'EUR')).toBe(before);
  expect(storyOf(merchant, invoice.id).some((line) => line.includes('completed'))).toBe(false);
});

test('a payout that is unconfirmed after 25 hours, and after 30 days, is still followed to its end', async () => {
  const { id, txid } = await sentPayout();
  const simulation = world.simulation('BTC');
  await stick(simulation, defined(txid, 'a txid'));
  await world.advance(25 * HOUR);
  expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('sent');
  for (let day = 0; day < 29; day++) await world.advance(24 * HOUR);
  expect((await merchant.api.coinWithdrawals.get(id)).status).toBe('sent');
  await release(simulation, defined(txid, 'a txid'));
  await world.mine('BTC');
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'completed', txid });
});

test('two outputs of one transaction to one address are both credited, each once', async () => {
  const channel = await merchant.api.channels.create({
    name: 'A customer',
    pay_currency: 'BTC',
    receiver_currency: 'BTC',
  });
  const output = { address: channel.address, tag: null };
  const outputs = [
    { ...output, amount: 100_000n },
    { ...output, amount: 250_000n },
  ];
  await payMany(world.simulation('BTC'), [{ outputs }]);
  await world.settle();
  await world.mine('BTC');
  await world.mine('BTC', 6);
  const deposits = await depositsOf(world, channel.id);
  expect(deposits.map((deposit) => deposit.amount).sort()).toEqual([100_000n, 250_000n]);
  expect(new Set(deposits.map((deposit) => deposit.txid)).size).toBe(1);
  const { data } = await merchant.api.channelPayments.list(channel.id);
  expect(data.map((payment) => payment.status)).toEqual(['completed', 'completed']);
  // 350,000 minus the fee of 1 %.
  expect(await booked(world, merchant, { kind: 'available', currency: 'BTC' })).toBe(346_500n);
});
