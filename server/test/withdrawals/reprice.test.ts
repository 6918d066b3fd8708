// A withdrawal on hold keeps its price for a day. When it is released later, the charge uses the current rate, up to
// its creator's limit; above that it is not sent.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { rulesOf } from '../../src/chains/simulated/simulation.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE, SECOND, sleep } from '../../src/core/clock.ts';
import { decimal } from '../../src/core/money.ts';
import { auditLedger } from '../../src/ledger/audit.ts';
import { cancelWithdrawal, retryWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { addApprover } from '../../src/policy/approvers.ts';
import { readPolicyJournal } from '../../src/policy/policy-journal.ts';
import { approveWithdrawal } from '../../src/withdrawals/approve.ts';
import { releaseWithdrawal } from '../../src/withdrawals/follow.ts';
import { cancelText } from '../../src/withdrawals/reasons.ts';
import { newPriceOf, priceText } from '../../src/withdrawals/reprice.ts';
import { findWithdrawal } from '../../src/withdrawals/store-withdrawals.ts';
import { balanceOf } from '../flows/support.ts';
import { operatorReader } from '../operator/support.ts';
import { publishPolicy, requestWithdrawal } from '../policy/support.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let spread: World['app']['config']['spreadPercent'];
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
  spread = world.app.config.spreadPercent;
  await fillWallet(world, 'BTC', ['1', '1', '1']);
  await fillWallet(world, 'XRP', ['1000']);
});
afterEach(() => moveRate(null));
afterAll(async () => {
  expect(await auditLedger(world.app.db)).toEqual([]);
  await world.close();
});

/** The sandbox's rates are fixed; a wider spread moves the buy rate. Quotes are reused for a second. */
async function moveRate(percent: string | null): Promise<void> {
  const spreadPercent = percent === null ? spread : decimal(percent);
  Object.assign(world.app.config, { spreadPercent });
  await world.advance(2 * SECOND);
}

let strangers = 0;
async function held(settings = {}, requested = {}) {
  const merchant = await world.merchant({ withdrawalMaxEur: '50', ...settings });
  await credit(world, merchant, { EUR: '1000' });
  strangers += 1;
  const btc = defined(world.app.coins.get('BTC'), 'BTC');
  const made = await merchant.api.coinWithdrawals.create({
    charged_currency: 'EUR',
    received_currency: 'BTC',
    charged_amount: '100',
    address: foreignAddress(btc, 'reprice', strangers),
    force_commit: true,
    ...requested,
  });
  expect(made.status).toBe('on_hold');
  return { merchant, made };
}

const release = ({ project }: Merchant, id: string) =>
  releaseWithdrawal(world.app, { id: project.id }, id);

test('within a day it is released at its price, whatever the rate is', async () => {
  const { merchant, made } = await held();
  await world.advance(23 * HOUR);
  await moveRate('5');
  expect((await release(merchant, made.id)).status).toBe('pending');
  const shown = await merchant.api.coinWithdrawals.get(made.id);
  expect(shown).toMatchObject({ charged_amount: '100.0' });
  expect(shown).not.toHaveProperty('repriced');
  expect(await balanceOf(merchant, 'EUR')).toBe('900.0');
});

test('later the charge uses the current rate, and both values are shown', async () => {
  const { merchant, made } = await held({ priceChangePercent: '10' });
  await world.advance(90 * DAY);
  await moveRate('5');
  const row = defined(
    await findWithdrawal(world.app.db, merchant.project.id, made.id),
    'it is there',
  );
  const price = newPriceOf(
    world.app,
    { ...merchant.project, settings: merchant.project.settings },
    row,
  );
  expect(priceText(world.app, row, defined(price, 'it is over'))).toMatch(
    /^charged 100.0 EUR at .*; now 10\d\.\d+ EUR at/,
  );
  await release(merchant, made.id);
  const shown = await merchant.api.coinWithdrawals.get(made.id);
  expect(Number(shown.charged_amount)).toBeGreaterThan(102);
  expect(shown.received_amount).toBe(made.received_amount);
  expect(shown.repriced).toMatchObject({
    original_charged_amount: '100.0',
    original_rate: made.exchange?.rate,
  });
  expect(Number(await balanceOf(merchant, 'EUR'))).toBeCloseTo(1000 - Number(shown.charged_amount));
  const rows = await merchant.api.transactions.list({ reference_type: 'CoinWithdrawal' });
  expect(rows.data).toMatchObject([
    { status: 'completed', description: expect.stringMatching(/quote had expired/) },
    { amount: '-100.0' },
  ]);
  await world.settle();
  await world.mine('BTC');
  expect((await merchant.api.coinWithdrawals.get(made.id)).status).toBe('completed');
});

test("above the creator's limit it stays on hold, is cancelled, and is credited back in full", async () => {
  const { merchant, made } = await held();
  await world.advance(25 * HOUR);
  await moveRate('5');
  expect((await release(merchant, made.id)).status).toBe('on_hold');
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a treasury');
  const ids = { projectId: merchant.project.id, id: made.id };
  await cancelWithdrawal(world.app, coinWallet, { ...ids, reason: 'too dear' });
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
});

/** Advances the service's database mark meanwhile: the operator's own process has compared nothing. */
async function besideMarks<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  ended.catch(() => undefined);
  while (!isOver) {
    await world.app.reactions.databaseDoubted(world.app);
    await sleep(50);
  }
  return ended;
}

test('released above the limit it is cancelled, and response and list have a code for the reason', async () => {
  const { merchant, made } = await held();
  await world.advance(25 * HOUR);
  await moveRate('5');
  const read = operatorReader(world);
  const released = read('withdrawals.release', { withdrawal_id: made.id });
  const { price, ...answer } = await besideMarks(released);
  const because = cancelText({ cancel_code: 'price_above_limit', cancelled_for: null });
  expect(answer).toMatchObject({
    cancelled_because: because,
    cancelled_detail: 'price_above_limit',
  });
  expect(price).toMatchObject({ state: 'expired', is_allowed: false, other: { currency: 'EUR' } });
  const shown = await read('withdrawals.show', { withdrawal_id: made.id });
  expect(shown).toMatchObject({
    ended_because: because,
    wait_message: because,
    wait_detail: 'price_above_limit',
  });
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
});

test('a project sets when a withdrawal on hold is repriced', async () => {
  const { merchant, made } = await held({ withdrawalPriceHours: 1, priceChangePercent: '10' });
  await world.advance(HOUR + SECOND);
  await moveRate('5');
  expect((await release(merchant, made.id)).status).toBe('pending');
  expect(await merchant.api.coinWithdrawals.get(made.id)).toHaveProperty('repriced');
});

const coinWalletOf = (coin: string) => defined(world.assembled.coinWallets.get(coin), 'a treasury');

/** The states of each a day later. The merchant was notified of the last one. */
async function statusesADayLater(merchant: Merchant, ids: readonly string[]): Promise<string[]> {
  await world.advance(DAY);
  // The time at which `advance` settled may be that of an earlier poll.
  await world.advance(MINUTE);
  const now = await Promise.all(ids.map((id) => merchant.api.coinWithdrawals.get(id)));
  return now.map(({ status }) => status);
}

test('a withdrawal waits for its recipient while the price is valid, and without a price indefinitely', async () => {
  const merchant = await world.merchant({ withdrawalPriceHours: 24 });
  await credit(world, merchant, { EUR: '1000', XRP: '100' });
  const { address } = defined(rulesOf('XRP').refusingPayee, 'takes nothing');
  const requestWithdrawal = (currency: string, amount: string) =>
    merchant.api.coinWithdrawals.create({
      charged_currency: currency,
      received_currency: 'XRP',
      charged_amount: amount,
      address: `${address}?dt=0`,
      force_commit: true,
    });
  const call = [await requestWithdrawal('EUR', '100'), await requestWithdrawal('XRP', '50')];
  await world.advance(23 * HOUR);
  for (const { id } of call)
    expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({
      status: 'pending',
      status_context: 'recipient_rejects_payment',
    });
  const ids = call.map(({ id }) => id);
  expect(await statusesADayLater(merchant, ids)).toEqual(['cancelled', 'pending']);
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
  const [late, kept] = ids;
  const shown = await operatorReader(world)('withdrawals.show', { withdrawal_id: late });
  expect(shown).toMatchObject({ wait_code: 'cancelled', wait_detail: 'price_expired' });
  const { id: projectId } = merchant.project;
  const ended = { projectId, id: defined(kept, 'the other'), reason: 'over' };
  await cancelWithdrawal(world.app, coinWalletOf('XRP'), ended);
});

test('so does a withdrawal that waits for lower network fees', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000', BTC: '0.1' });
  const { network } = coinWalletOf('BTC');
  const { feeQuotes } = network;
  const expensive = async () => {
    const quotes = await feeQuotes();
    return { slow: quotes.slow * 100n, average: quotes.average * 100n, fast: quotes.fast * 100n };
  };
  Object.assign(network, { feeQuotes: expensive });
  const ids: string[] = [];
  for (const [currency, amount] of [['EUR', '100'] as const, ['BTC', '0.01'] as const]) {
    strangers += 1;
    const { id } = await merchant.api.coinWithdrawals.create({
      charged_currency: currency,
      received_currency: 'BTC',
      charged_amount: amount,
      address: foreignAddress(coinWalletOf('BTC').coin, 'reprice', strangers),
      network_fee_level: 'slow',
      force_commit: true,
    });
    ids.push(id);
  }
  await world.settle();
  expect(await merchant.api.coinWithdrawals.get(defined(ids[0], 'one'))).toMatchObject({
    status: 'pending',
    status_context: 'waiting_for_lower_fees',
  });
  expect(await statusesADayLater(merchant, ids)).toEqual(['cancelled', 'pending']);
  Object.assign(network, { feeQuotes });
  await world.advance(MINUTE);
  await world.mine('BTC');
  expect(await merchant.api.coinWithdrawals.get(defined(ids[1], 'the other'))).toMatchObject({
    status: 'completed',
  });
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
});

test("a failed withdrawal is retried at a new price within its creator's limit", async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  const { address } = defined(rulesOf('XRP').failingPayee, 'refuses what was sent');
  const { id } = await merchant.api.coinWithdrawals.create({
    charged_currency: 'EUR',
    received_currency: 'XRP',
    charged_amount: '100',
    address: `${address}?dt=0`,
    force_commit: true,
  });
  for (let ledger = 0; ledger < 3; ledger++) await world.mine('XRP');
  const status = async () => (await merchant.api.coinWithdrawals.get(id)).status;
  expect(await status()).toBe('failed');
  await world.advance(25 * HOUR);
  const again = () =>
    retryWithdrawal(world.app, coinWalletOf('XRP'), { projectId: merchant.project.id, id });
  await moveRate('5');
  await expect(again()).rejects.toThrow('its quote has expired');
  expect(await status()).toBe('failed');
  await moveRate(null);
  await again();
  expect(await status()).toBe('pending');
  expect(await merchant.api.coinWithdrawals.get(id)).toHaveProperty('repriced');
  for (let ledger = 0; ledger < 3; ledger++) await world.mine('XRP');
  expect(await status()).toBe('failed');
  // A second price would have to be posted next to the first.
  await world.advance(25 * HOUR);
  await expect(again()).rejects.toThrow('its quote has expired');
  const ended = { projectId: merchant.project.id, id, reason: 'over' };
  await cancelWithdrawal(world.app, coinWalletOf('XRP'), ended);
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
});

test('after a crash between the last approval and the cancellation, repeating the approval completes it', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '1000' });
  await publishPolicy(world, merchant, {
    name: 'big',
    when: { amountAbove: '50' },
    do: { hold: 1 },
  });
  const code = await addApprover(world.app, merchant.project.id, { name: 'Ada', apiKey: null });
  const { id } = await requestWithdrawal(merchant, '100');
  await world.advance(25 * HOUR);
  await moveRate('5');
  const claim = { projectId: merchant.project.id, id, name: 'Ada', code };
  const approve = async () => (await approveWithdrawal(world.app, claim)).row.status;
  expect(await approve()).toBe('on_hold');
  // No one canceled it. The price is still too high, and later no longer.
  expect(await approve()).toBe('on_hold');
  await moveRate(null);
  expect(await approve()).toBe('pending');
  const steps = (await readPolicyJournal(world.app.db, claim.projectId, id)).map(
    ({ step }) => step,
  );
  expect(steps.filter((step) => step === 'approved')).toHaveLength(1);
});

test("the request's limit for a price increase has precedence over the project's", async () => {
  const { merchant, made } = await held({}, { price_change_max_percent: '10' });
  await world.advance(25 * HOUR);
  await moveRate('5');
  expect((await release(merchant, made.id)).status).toBe('pending');
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'a treasury');
  const ids = { projectId: merchant.project.id, id: made.id };
  await cancelWithdrawal(world.app, coinWallet, { ...ids, reason: 'on second thoughts' });
  expect(await balanceOf(merchant, 'EUR')).toBe('1000.0');
});

test('a lower price lowers the charge', async () => {
  await moveRate('5');
  const { merchant, made } = await held();
  await world.advance(25 * HOUR);
  await moveRate(null);
  expect((await release(merchant, made.id)).status).toBe('pending');
  const shown = await merchant.api.coinWithdrawals.get(made.id);
  expect(Number(shown.charged_amount)).toBeLessThan(100);
  expect(Number(await balanceOf(merchant, 'EUR'))).toBeGreaterThan(900);
});
