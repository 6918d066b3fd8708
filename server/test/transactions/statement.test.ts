// The statement of an account: its rows add up to the balance, in the order in which they counted, and a past period
// never changes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { returnPayment } from '../../src/channels/held.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import type { Tx } from '../../src/db/tx.ts';
import { refundUnmatched } from '../../src/inbox/refund.ts';
import { lockLedger, post } from '../../src/ledger/post.ts';
import { cancelWithdrawal } from '../../src/payouts/recover/cancel.ts';
import { adjustAccount } from '../../src/transactions/adjust.ts';
import { recordTransactions } from '../../src/transactions/record.ts';
import { newInvoice } from '../flows/support.ts';
import { recentPayments } from '../support/channel-payments.ts';
import { credit, fillWallet } from '../support/funds.ts';
import { listUnmatched } from '../support/unmatched.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  await fillWallet(world, 'LTC', ['3', '3', '3']);
  await fillWallet(world, 'BTC', ['1']);
});
afterAll(() => world.close());

const cents = (text: string) => Math.round(Number(text) * 1e8);

/** For each account: the completed rows add up to it, and the newest posting shows its balance. */
async function expectTrueStatement(merchant: Merchant): Promise<Transaction[]> {
  const { data: rows } = await merchant.api.transactions.list({ limit: 200 });
  const { data: accounts } = await merchant.api.accounts.list();
  for (const { id, currency, balance } of accounts) {
    const own = rows.filter((row) => row.currency === currency);
    const settled = own.filter((row) => row.booked_at !== null);
    expect(settled.reduce((sum, row) => sum + cents(row.amount), 0)).toBe(cents(balance));
    // A sum over the completed rows gives the same.
    const done = own.filter((row) => row.booked_at === null && row.status === 'completed');
    expect(done.map((row) => row.amount)).toEqual(done.map(() => '0.0'));
    const { data: newest } = await merchant.api.accounts.transactions(id, {
      order_by: 'booked_at',
    });
    expect(newest[0]?.balance ?? '0.0').toBe(balance);
    expect(newest.map((row) => row.id).sort()).toEqual(settled.map((row) => row.id).sort());
  }
  return rows;
}

const stranger = () => foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'statement', 1);
const time = (milliseconds: number) => new Date(milliseconds).toISOString();

test('a returned held payment moves nothing, and its rows have the amount zero', async () => {
  const merchant = await world.merchant();
  const terms = { name: 'Top-up', pay_currency: 'LTC', receiver_currency: 'EUR' };
  const channel = await merchant.api.channels.create(terms);
  await world.pay({ channel_id: channel.id, amount: '0.5', risk_level: 'high' });
  await world.mine('LTC');
  await world.settle();
  const { id: projectId } = merchant.project;
  const [held] = await recentPayments(world.app.db, { projectId, isHeldOnly: true });
  const { id } = defined(held, 'a payment on hold');
  await returnPayment(world.app, { id, address: stranger(), reason: 'not wanted' });
  await world.settle();
  await world.mine('LTC');
  const rows = await expectTrueStatement(merchant);
  expect(rows.map((row) => `${row.reference_type} ${row.status} ${row.amount}`).sort()).toEqual([
    'ChannelPayment refunded 0.0',
    'CoinWithdrawal completed 0.0',
  ]);
});

test('an unmatched payment that is returned, canceled and returned again', async () => {
  const merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id });
  await world.mine('LTC');
  await world.pay({ invoice_id: invoice.id, amount: '0.4' });
  await world.mine('LTC');
  const unmatched = await listUnmatched(world.app, merchant.project.id);
  const depositId = defined(
    unmatched.find((row) => row.project_id === merchant.project.id),
    'unmatched money',
  ).id;
  const requested = { depositId, projectId: null, address: stranger(), reason: 'twice' };
  const { id } = await refundUnmatched(world.app, requested);
  await expectTrueStatement(merchant);
  const coinWallet = defined(world.assembled.coinWallets.get('LTC'), 'LTC');
  const cancel = { projectId: merchant.project.id, id, reason: 'wrong address' };
  await cancelWithdrawal(world.app, coinWallet, cancel);
  await expectTrueStatement(merchant);
  await refundUnmatched(world.app, requested);
  await world.settle();
  await world.mine('LTC');
  await expectTrueStatement(merchant);
});

test('a cancellation in November does not change October', async () => {
  const merchant = await world.merchant({ withdrawalMaxEur: '10' });
  await credit(world, merchant, { EUR: '100' });
  const { id } = await merchant.api.coinWithdrawals.create({
    address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    received_currency: 'BTC',
    charged_currency: 'EUR',
    charged_amount: '60',
    force_commit: true,
  });
  await world.advance(HOUR);
  const end = time(world.clock.now() - SECOND);
  const october = () => merchant.api.transactions.list({ currency: 'EUR', booked_at_to: end });
  const closed = await october();
  expect(closed.data.map((row) => [row.amount, row.balance])).toEqual([
    ['-60.0', '40.0'],
    ['100.0', '100.0'],
  ]);
  await world.advance(DAY);
  const coinWallet = defined(world.assembled.coinWallets.get('BTC'), 'BTC');
  const cancel = { projectId: merchant.project.id, id, reason: 'not wanted' };
  await cancelWithdrawal(world.app, coinWallet, cancel);
  const after = await october();
  const money = ({ data }: typeof closed) => data.map((row) => ({ ...row, status: null }));
  expect(money(after)).toEqual(money(closed));
  const november = await merchant.api.transactions.list({ currency: 'EUR', booked_at_from: end });
  expect(november.data).toMatchObject([
    { reference_id: id, amount: '60.0', balance: '100.0', status: 'cancelled' },
  ]);
  await expectTrueStatement(merchant);
});

test('an invoice counts on the day of its completion, not on that of its creation', async () => {
  const merchant = await world.merchant();
  const late = await newInvoice(merchant);
  await world.advance(3 * SECOND);
  const early = await newInvoice(merchant, { price_amount: '20.00' });
  expect((await merchant.api.transactions.list({ order_by: 'booked_at' })).meta.total).toBe(0);
  await world.pay({ invoice_id: early.id });
  await world.mine('LTC');
  await world.advance(5 * SECOND);
  const between = world.clock.now();
  await world.advance(5 * SECOND);
  await world.pay({ invoice_id: late.id });
  await world.mine('LTC');
  const list = (requested: object) => merchant.api.transactions.list(requested);
  const { data, meta } = await list({ order_by: 'booked_at' });
  expect(data.map((row) => [row.reference_id, row.balance])).toEqual([
    [late.id, '29.7'],
    [early.id, '19.8'],
  ]);
  expect(meta).toEqual({ total: 2, has_more: false });
  const [first, second] = [
    await list({ booked_at_to: time(between) }),
    await list({ booked_at_from: time(between) }),
  ];
  expect(first.data.map((row) => row.reference_id)).toEqual([early.id]);
  expect(second.data.map((row) => row.reference_id)).toEqual([late.id]);
  const page = await list({ order_by: 'booked_at', limit: 1 });
  expect(page.meta).toEqual({ total: 2, has_more: true });
  const rest = await list({ order_by: 'booked_at', limit: 1, starting_after: page.data[0]?.id });
  expect(rest.data.map((row) => row.reference_id)).toEqual([early.id]);
  const unbooked = await newInvoice(merchant);
  const { data: all } = await list({});
  const row = defined(
    all.find(({ reference_id }) => reference_id === unbooked.id),
    'its row',
  );
  expect(row.booked_at).toBeNull();
  const foreign = list({ order_by: 'booked_at', starting_after: row.id });
  await expect(foreign).rejects.toMatchObject({ status: 404 });
  const wrong = list({ order_by: 'created_at', booked_at_to: time(between) });
  await expect(wrong).rejects.toMatchObject({ status: 422 });
});

test('a posting that started before the end of a reported period, or with a slow clock, counts after it', async () => {
  const merchant = await world.merchant();
  const { id: projectId } = merchant.project;
  const adjust = (amount: bigint) =>
    adjustAccount(world.app, { projectId, currency: 'EUR', amount, reason: 'test' });
  await adjust(100n);
  await world.advance(HOUR);
  const end = world.clock.now() - SECOND;
  const reported = () => merchant.api.transactions.list({ booked_at_to: time(end) });
  let reading: ReturnType<typeof reported> | undefined;
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    reading = reported();
    await bookBehind(tx, merchant);
    // It waits for this transaction, or ends before it posts: either way the result stays true.
    await Promise.race([reading, world.app.db.query('select pg_sleep(0.3)')]);
  });
  const before = await defined(reading, 'it was asked');
  await world.app.db.transaction(async (tx) => {
    await lockLedger(tx, projectId);
    await bookBehind(tx, merchant);
  });
  const after = await reported();
  expect(after).toEqual(before);
  expect(after.meta.total).toBeLessThan(3);
  await expectTrueStatement(merchant);
});

/** By a process whose clock is half an hour behind. */
async function bookBehind(tx: Tx, { project }: Merchant): Promise<void> {
  const { app } = world;
  const now = new Date(world.clock.now() - HOUR / 2);
  const id = newId(app.clock, app.random);
  const reference = { referenceType: 'ManualBalanceTransaction' as const, currency: 'EUR' };
  const posting = { ...reference, referenceId: id, purpose: 'adjust', amount: 1n };
  await post(tx, project.id, {
    now,
    postings: [{ ...posting, from: 'adjustments', to: 'available' }],
  });
  const texts = { customId: null, customerId: null, description: null, fee: null };
  const nothing = { feeCurrency: null, status: null, statusContext: null };
  const nonce = app.random.bytes(10).toString('hex');
  const row = { ...reference, ...texts, ...nothing, nonce, referenceId: id, amount: 1n };
  await recordTransactions(tx, project.id, {
    now,
    rows: [{ ...row, isCounted: true, risk: null, riskLevel: null }],
  });
}

test('a posted row keeps its amount and place after any write', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '5' });
  for (const change of ['amount = amount + 1', `booked_at = booked_at - interval '1 day'`]) {
    const text = `update account_transactions set ${change} where project_id = $1`;
    await expect(world.app.db.query(text, [merchant.project.id])).rejects.toThrow(
      /keeps its amount/,
    );
  }
});
