// Held channel payments (wire.md (d), "Channel payment"): released, returned by a person, or returned automatically to
// the customer's address for the coin; each once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChannelPayment } from '../../../client/src/types.ts';
import { mine } from '../../src/chains/simulated/mine.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { changeSettings } from '../../src/chains/simulated/simulation.ts';
import { releasePayment, returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { decisionsOf } from '../../src/deposits/unmatched.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import type { ProjectSettings } from '../../src/projects/project.ts';
import { listAddress, loadOperatorLists } from '../../src/risk/operator-lists.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { recentPayments } from '../support/channel-payments.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

let strangers = 0;
function stranger(): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'sender', strangers);
}

interface Requested {
  readonly settings?: ProjectSettings;
  /** The customer's address of LTC. */
  readonly address?: string;
  readonly context?: 'illicit_resource' | 'channel_disabled';
  /** After the address was stored, before the payment. */
  readonly onceStored?: () => Promise<void>;
}

/** A payment of 0.5 LTC that is on hold, unless it was returned automatically. */
async function held(requested: Requested = {}): Promise<ChannelPayment> {
  merchant = await world.merchant(requested.settings);
  const addresses =
    requested.address === undefined ? [] : [{ currency: 'LTC', address: requested.address }];
  await merchant.api.customers.create({ id: 'anna', currency: 'EUR', addresses });
  await requested.onceStored?.();
  const terms = { name: 'Top-up', customer_id: 'anna' };
  const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
  const channel = await merchant.api.channels.create({ ...terms, ...pair });
  const isIllicit = requested.context !== 'channel_disabled';
  if (!isIllicit) await merchant.api.channels.update(channel.id, { status: 'disabled' });
  const risk_level = isIllicit ? 'high' : 'low';
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level });
  await world.mine('LTC');
  await world.settle();
  const { data } = await merchant.api.channelPayments.list(channel.id);
  return defined(data[0], 'a payment');
}

const show = (payment: ChannelPayment) =>
  merchant.api.channelPayments.get(payment.channel_id, payment.id);
const release = (payment: ChannelPayment) =>
  releasePayment(world.app, { id: payment.id, reason: 'reviewed' });
const sendBack = (payment: ChannelPayment, address: string | null = stranger()) =>
  returnPayment(world.app, { id: payment.id, address, reason: 'not wanted' });

async function paidTo(address: string): Promise<bigint[]> {
  const rows = await world.app.db.query<{ delivered: bigint }>(
    'select delivered from simulation.outputs where address = $1',
    [address],
  );
  return rows.map((row) => row.delivered);
}

describe.each(['illicit_resource', 'channel_disabled'] as const)('on hold as %s', (context) => {
  test('after its release, it is credited at the current rate and reported as completed', async () => {
    const payment = await held({ context });
    expect(payment).toMatchObject({ status: 'on_hold', status_context: context });
    await release(payment);
    await world.settle();
    expect(await show(payment)).toMatchObject({
      status: 'completed',
      status_context: null,
      received_amount: '38.51',
      fee: '0.39',
      exchange: { pair: 'LTCEUR', rate: '77.805' },
      refund_address: null,
    });
    expect(await balanceOf(merchant, 'EUR')).toBe('38.51');
    expect(storyOf(merchant, payment.id).at(-1)).toBe('completed completed');
    const { data } = await merchant.api.transactions.list({ reference_type: 'ChannelPayment' });
    expect(data).toMatchObject([{ status: 'completed', amount: '38.51', balance: '38.51' }]);
    await expect(release(payment)).rejects.toMatchObject({ code: 'invalid_status' });
    await expect(sendBack(payment)).rejects.toMatchObject({ code: 'invalid_status' });
  });

  test('sent back, it is refunded in full minus the network fee, and the balance never changes', async () => {
    const payment = await held({ context });
    const address = stranger();
    await sendBack(payment, address);
    const shown = await show(payment);
    expect(shown).toMatchObject({
      status: 'refunded',
      status_context: null,
      refund_address: address,
      received_amount: '0.0',
      fee: '0.0',
    });
    const id = defined(shown.coin_withdrawal_id, 'its withdrawal');
    expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({
      charged_amount: '0.5',
      charged_currency: 'LTC',
      fee: '0.0',
      customer_id: 'anna',
      address,
      status: 'pending',
    });
    await world.settle();
    await world.mine('LTC');
    const done = await merchant.api.coinWithdrawals.get(id);
    expect(done).toMatchObject({ status: 'completed', txid: expect.stringMatching(/./) });
    expect(await paidTo(address)).toHaveLength(1);
    expect(storyOf(merchant, payment.id).slice(-2)).toEqual([
      `on_hold on_hold/${context}`,
      'refunded refunded',
    ]);
    expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
    const { data } = await merchant.api.transactions.list({});
    expect(data).toMatchObject([
      { reference_type: 'CoinWithdrawal', amount: '0.0', balance: '0.0', status: 'completed' },
      { reference_type: 'ChannelPayment', amount: '0.0', fee: '0.0', status: 'refunded' },
    ]);
    expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
    const journal = await decisionsOf(world.app.db, defined(await depositOf(payment), 'a deposit'));
    expect(journal).toMatchObject([{ decision: 'sent_back', facts: { withdrawal_id: id } }]);
  });
});

async function depositOf(payment: ChannelPayment): Promise<string | undefined> {
  const rows = await world.app.db.query<{ deposit_id: string }>(
    'select deposit_id from channel_payments where id = $1',
    [payment.id],
  );
  return rows[0]?.deposit_id;
}

test('decided once, however many decide at the same time', async () => {
  const payment = await held();
  const call = await Promise.allSettled([
    release(payment),
    sendBack(payment),
    sendBack(payment),
    release(payment),
  ]);
  expect(call.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await world.settle();
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(0n);
});

test('only payments on hold are listed', async () => {
  const payment = await held();
  const filter = { projectId: merchant.project.id, isHeldOnly: true };
  expect(await recentPayments(world.app.db, filter)).toMatchObject([{ id: payment.id }]);
  await release(payment);
  expect(await recentPayments(world.app.db, filter)).toEqual([]);
  const all = await recentPayments(world.app.db, { ...filter, isHeldOnly: false });
  expect(all).toMatchObject([{ id: payment.id, status: 'completed' }]);
});

test("without an address it is sent to the customer's, and there must be one", async () => {
  const nothing = { automaticResolution: { illicit_resource: 'nothing' as const } };
  const lost = await held({ settings: nothing });
  const refused = sendBack(lost, null);
  await expect(refused).rejects.toMatchObject({
    details: [{ target: 'to', code: 'must_be_filled' }],
  });
  const address = stranger();
  const payment = await held({ settings: nothing, address });
  expect(payment.status).toBe('on_hold');
  await sendBack(payment, null);
  expect(await show(payment)).toMatchObject({ status: 'refunded', refund_address: address });
});

test('a reorganized payment cannot be decided until it is back', async () => {
  const payment = await held();
  await world.reorganise('LTC', 1, { drop: true });
  for (let block = 0; block < 8; block++) {
    await world.advance(MINUTE);
    await world.mine('LTC');
  }
  await expect(sendBack(payment)).rejects.toMatchObject({ code: 'invalid_status' });
  await expect(release(payment)).rejects.toMatchObject({ code: 'invalid_status' });
  expect((await show(payment)).status).toBe('on_hold');
});

test('a canceled return makes it an unmatched payment, and it can be returned again', async () => {
  const payment = await held({ settings: { withdrawalMaxEur: '1' } });
  await sendBack(payment);
  const id = defined((await show(payment)).coin_withdrawal_id, 'its withdrawal');
  expect(await merchant.api.coinWithdrawals.get(id)).toMatchObject({ status: 'on_hold' });
  const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'a treasury');
  const requested = { projectId: merchant.project.id, id, reason: 'wrong address' };
  await cancelWithdrawal(world.app, coinWallet, requested);
  await world.settle();
  expect(await depositsOf(world, payment.channel_id)).toMatchObject([
    { isBooked: true, isCredited: false, isUnmatched: true },
  ]);
  expect(await booked(world, merchant, { kind: 'deposits', currency: 'LTC' })).toBe(50_000_000n);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.0');
  const [deposit] = await listUnmatched(world.app, merchant.project.id);
  const journal = await decisionsOf(world.app.db, defined(deposit, 'unmatched').id);
  expect(journal.map(({ decision }) => decision)).toEqual(['sent_back', 'returned_to_inbox']);
});

describe("high-risk funds return to the customer's address automatically", () => {
  test('after it was reported as on hold', async () => {
    const address = stranger();
    const payment = await held({ address });
    expect(payment).toMatchObject({ status: 'refunded', refund_address: address });
    await world.mine('LTC');
    expect(storyOf(merchant, payment.id)).toEqual([
      'created pending',
      'on_hold on_hold/illicit_resource',
      'refunded refunded',
    ]);
    expect(await paidTo(address)).toHaveLength(1);
  });

  test('not when it is disabled, not from a disabled channel, not without an address', async () => {
    const address = stranger();
    const off = { automaticResolution: { illicit_resource: 'nothing' as const } };
    expect(await held({ address, settings: off })).toMatchObject({ status: 'on_hold' });
    expect(await held({ address, context: 'channel_disabled' })).toMatchObject({
      status_context: 'channel_disabled',
    });
    expect(await held()).toMatchObject({ status: 'on_hold' });
  });

  test('as soon as the network fees are known', async () => {
    const address = stranger();
    merchant = await world.merchant();
    const addresses = [{ currency: 'LTC', address }];
    await merchant.api.customers.create({ id: 'anna', currency: 'EUR', addresses });
    const terms = { name: 'x', customer_id: 'anna' };
    const pair = { pay_currency: 'LTC', receiver_currency: 'EUR' };
    const channel = await merchant.api.channels.create({ ...terms, ...pair });
    await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: 'high' });
    await mine(world.simulation('LTC'), { count: 1 });
    const { workers } = world.assembled;
    const seeing = workers.filter(({ name }) => /^(watch-ltc|assess-ltc)$/.test(name));
    await runDueWork(world.app, seeing);
    await makeAllDue(world.app);
    await runDueWork(world.app, seeing);
    await changeSettings(world.simulation('LTC'), { nodeIsDown: true });
    const quote = defined(world.app.networkFees.get('LTC'), 'a quote');
    world.app.networkFees.set('LTC', { ...quote, quotedAt: 0 });
    const newest = async () =>
      defined((await merchant.api.channelPayments.list(channel.id)).data[0], 'a payment');
    await world.advance(MINUTE);
    expect(await newest()).toMatchObject({ status: 'on_hold' });
    await changeSettings(world.simulation('LTC'), { nodeIsDown: false });
    await world.advance(MINUTE);
    await world.advance(MINUTE);
    expect(await newest()).toMatchObject({ status: 'refunded', refund_address: address });
  });

  test('an address that has become high-risk leaves it to a person, with one alert', async () => {
    const address = stranger();
    const onceStored = async () => {
      await listAddress(world.app, { coin: 'LTC', address, kind: 'block', note: null });
      world.app.riskLists.entries = await loadOperatorLists(world.app.db);
    };
    const payment = await held({ address, onceStored });
    expect(payment.status).toBe('on_hold');
    const alerts = () =>
      world.app.db.query(
        `select facts ->> 'code' as code from alerts
         where kind = 'automatic_refund_failed' and facts ->> 'subject' = $1 and resolved_at is null`,
        [payment.id],
      );
    expect(await alerts()).toEqual([{ code: 'high_risk_address' }]);
    await world.advance(5 * MINUTE);
    expect(await alerts()).toHaveLength(1);
    await sendBack(payment);
    expect(await alerts()).toEqual([]);
  });
});
