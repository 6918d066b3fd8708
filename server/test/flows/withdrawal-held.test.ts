// Withdrawals that are not sent: never committed, committed at the last moment, held above the limit, released or
// canceled; and many concurrently against one balance. In the end every unit is accounted for.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoinWithdrawal } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, wallNow } from '../../src/core/clock.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked } from './support.ts';

/** From the BIP-173 examples, on the test network. */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  await fillWallet(world, 'BTC', ['1', '1', '1']);
});
afterAll(() => world.close());

async function funded(eur: string, settings = {}): Promise<Merchant> {
  const merchant = await world.merchant(settings);
  await credit(world, merchant, { EUR: eur });
  return merchant;
}

function withdraw(merchant: Merchant, amount: string, isForced = true): Promise<CoinWithdrawal> {
  return merchant.api.coinWithdrawals.create({
    address: ADDRESS,
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: amount,
    force_commit: isForced,
  });
}

function reported(merchant: Merchant): string[] {
  return merchant.callbacks.map(({ event, data }) => `${event} ${data.status}`);
}

test('an uncommitted withdrawal returns the amount, sends nothing and reports nothing', async () => {
  const merchant = await funded('100');
  const { id } = await withdraw(merchant, '60', false);
  await world.advance(MINUTE);
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({
    status: 'cancelled',
    txid: null,
  });
  const { data } = await merchant.api.accounts.list();
  expect(data.find(({ currency }) => currency === 'EUR')).toMatchObject({
    balance: '100.0',
    available: '100.0',
  });
  expect((await merchant.api.coinWithdrawals.list()).meta.total).toBe(0);
  expect(merchant.callbacks).toEqual([]);
});

test('a commit at the end of the window: either it is sent, or the money is back', async () => {
  const merchant = await funded('1000');
  const ids: string[] = [];
  for (let n = 0; n < 10; n++) ids.push((await withdraw(merchant, '10', false)).id);
  world.clock.advance(30_000);
  const commits = ids.map((id) => merchant.api.coinWithdrawals.commit(id));
  world.clock.advance(1);
  const [outcomes] = await Promise.all([Promise.allSettled(commits), world.settle()]);
  await world.settle();
  await world.mine('BTC');
  const committed = outcomes.filter(({ status }) => status === 'fulfilled').length;
  for (const [n, id] of ids.entries()) {
    const wanted =
      outcomes[n]?.status === 'fulfilled' ? /^(sent|completed|pending)$/ : /^cancelled$/;
    expect((await merchant.api.coinWithdrawals.get(id)).status).toMatch(wanted);
  }
  const rest = 1000 - 10 * committed;
  expect(await balanceOf(merchant, 'EUR')).toBe(`${rest}.0`);
});

test('above the limit per transaction it waits on hold until it is released', async () => {
  const merchant = await funded('1000', { withdrawalMaxEur: '100' });
  const held = await withdraw(merchant, '500');
  await world.settle();
  expect(held.status).toBe('on_hold');
  expect(await balanceOf(merchant, 'EUR')).toBe('500.0');
  expect(reported(merchant)).toEqual(['created pending', 'status_changed on_hold']);
  await releaseWithdrawal(world.app, merchant.project, held.id);
  await world.settle();
  await world.mine('BTC');
  expect(await merchant.api.coinWithdrawals.get(held.id)).toMatchObject({ status: 'completed' });
  expect(reported(merchant).slice(2)).toEqual([
    'status_changed pending',
    'status_changed processing',
    'status_changed sent',
    'status_changed completed',
  ]);
});

test('when canceled on hold, everything is returned, and it can no longer be released', async () => {
  const merchant = await funded('1000', { withdrawalMaxEur: '100' });
  const held = await withdraw(merchant, '500');
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a treasury');
  const requested = { projectId: merchant.project.id, id: held.id, reason: 'asked for' };
  await cancelWithdrawal(world.app, coinWallet, requested);
  await world.settle();
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
  for (const kind of ['withdrawals', 'exchange'] as const)
    expect(await booked(world, merchant, { kind, currency: 'BTC' })).toBe(0n);
  expect(await booked(world, merchant, { kind: 'fees', currency: 'EUR' })).toBe(0n);
  expect(reported(merchant).at(-1)).toBe('status_changed cancelled');
  const { data } = await merchant.api.transactions.list({ reference_type: 'CoinWithdrawal' });
  expect(data).toMatchObject([
    { status: 'cancelled', amount: '500.0', balance: '1000.0' },
    { status: 'cancelled', amount: '-500.0', balance: '500.0' },
  ]);
  const again = releaseWithdrawal(world.app, merchant.project, held.id);
  await expect(again).rejects.toMatchObject({ code: 'invalid_status' });
});

test('of 50 concurrent ones against a balance that covers 12, 12 are sent', async () => {
  const merchant = await funded('125');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 50 }, () => withdraw(merchant, '10')),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  for (let round = 0; round < 6; round++) {
    await world.advance(MINUTE);
    await world.mine('BTC');
  }
  const { data } = await merchant.api.coinWithdrawals.list();
  expect(data.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 'completed'));
  expect(new Set(data.map(({ txid }) => txid)).size).toBe(12);
  expect(await balanceOf(merchant, 'EUR')).toBe('5.0');
});

test('without a current network fee, no quote is created, and a quote survives a short outage', async () => {
  const merchant = await funded('100');
  const quote = defined(world.app.networkFees.get('BTC'), 'a quote');
  world.app.networkFees.set('BTC', { ...quote, quotedAt: wallNow() - 31 * MINUTE });
  await expect(withdraw(merchant, '10')).rejects.toMatchObject({
    status: 503,
    code: 'network_fees_unavailable',
  });
  world.app.networkFees.set('BTC', { ...quote, quotedAt: wallNow() - 29 * MINUTE });
  expect((await withdraw(merchant, '10')).status).toBe('pending');
  await world.settle();
});
