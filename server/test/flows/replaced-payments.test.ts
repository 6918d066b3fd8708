// Customers who replace their transaction: with a higher fee, another recipient or amount, or by sending it again. Of
// conflicting transactions one counts, wherever it is shown, and its time is that of the first.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { replace } from '../../src/chains/simulated/replace.ts';
import { DAY, MINUTE, SECOND } from '../../src/core/clock.ts';
import { USES_CHECKED, usesWorker } from '../../src/deposits/clashes.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
});
beforeEach(async () => {
  merchant = await world.merchant();
});
afterAll(() => world.close());

const LATE = 11 * MINUTE;
const COINS = ['BTC', 'LTC', 'ETH'] as const;
const BLOCKS = 40;

const show = (id: string) => merchant.api.invoices.get(id);

async function bump(coin: string, txid: string, amount: bigint): Promise<string> {
  const replacement = await replace(world.simulation(coin), { txid, amount });
  await world.settle();
  return replacement;
}

/** Checks every callback of an invoice: one transaction, and no more than was paid. */
function expectCountedOnce(invoice: { id: string; pay_amount: string }) {
  const reported = merchant.callbacks.filter(({ data }) => data.id === invoice.id);
  expect(reported.length).toBeGreaterThan(0);
  for (const { data } of reported) {
    expect(data['transactions']).toHaveLength(1);
    expect(data['paid_amount']).toBe(invoice.pay_amount);
  }
}

test.each(COINS)('%s seen in time and replaced after the expiry is in time', async (coin) => {
  const invoice = await newInvoice(merchant, { pay_currency: coin });
  const first = await world.pay({ invoice_id: invoice.id });
  const [seen] = await depositsOf(world, invoice.id);
  await world.advance(LATE);
  const second = await bump(coin, first, seen?.amount ?? 0n);
  expect(await show(invoice.id)).toMatchObject({
    status: 'new',
    paid_amount: invoice.pay_amount,
    transactions: [{ txid: second }],
  });
  await world.mine(coin, BLOCKS);
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    status_context: null,
    paid_amount: invoice.pay_amount,
    transactions: [{ txid: second }],
  });
  expectCountedOnce(invoice);
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
});

test.each(COINS)('a replacement in %s that was never announced counts once', async (coin) => {
  const invoice = await newInvoice(merchant, { pay_currency: coin });
  const first = await world.pay({ invoice_id: invoice.id });
  const [seen] = await depositsOf(world, invoice.id);
  await world.advance(LATE);
  const amount = seen?.amount ?? 0n;
  await replace(world.simulation(coin), { txid: first, amount });
  await mine(world.simulation(coin), { count: BLOCKS });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', status_context: null });
  expectCountedOnce(invoice);
});

test('paying more than before, after the expiry, is not in time', async () => {
  const invoice = await newInvoice(merchant);
  const first = await world.pay({ invoice_id: invoice.id, amount: '0.01' });
  await world.advance(LATE);
  await bump('LTC', first, 12_852_645n);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({
    status_context: 'paid_late',
    paid_amount: invoice.pay_amount,
  });
});

test('replaced again and again, it is as old as the first', async () => {
  const invoice = await newInvoice(merchant);
  let txid = await world.pay({ invoice_id: invoice.id });
  for (let n = 0; n < 3; n++) {
    await world.advance(LATE);
    txid = await bump('LTC', txid, 12_852_645n);
  }
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', transactions: [{ txid }] });
  expectCountedOnce(invoice);
});

test('the same transaction sent again after the expiry is as old as it was', async () => {
  const invoice = await newInvoice(merchant);
  const txid = await world.pay({ invoice_id: invoice.id });
  const drop = 'update simulation.transactions set mempool_number = $2 where txid = $1';
  await world.app.db.query(drop, [txid, null]);
  await world.advance(LATE);
  expect(await show(invoice.id)).toMatchObject({ paid_amount: '0.0', transactions: [] });
  await world.app.db.query(drop, [txid, 1_000_000]);
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status: 'completed', status_context: null });
});

test('when the first transaction is mined after all, it counts, and its replacement does not', async () => {
  const invoice = await newInvoice(merchant);
  const first = await world.pay({ invoice_id: invoice.id });
  const second = await bump('LTC', first, 12_852_645n);
  // A miner who never received the second could do this.
  await world.app.db.query(
    `update simulation.transactions set mempool_number = null where txid = $1`,
    [second],
  );
  await world.app.db.query(
    `update simulation.transactions set mempool_number = 1000001, replaced_by = null where txid = $1`,
    [first],
  );
  await mine(world.simulation('LTC'));
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({
    status: 'completed',
    paid_amount: invoice.pay_amount,
    transactions: [{ txid: first }],
  });
  expectCountedOnce(invoice);
  expect(await booked(world, merchant, { kind: 'chain', currency: 'LTC' })).toBe(-12_852_645n);
});

async function newChannel(coin: string) {
  const terms = { name: 'x', pay_currency: coin, receiver_currency: coin };
  return merchant.api.channels.create(terms);
}

test.each(COINS)('a replaced channel payment in %s is canceled immediately', async (coin) => {
  const channel = await newChannel(coin);
  const first = await world.pay({ channel_id: channel.id, amount: '1' });
  const [seen] = await depositsOf(world, channel.id);
  const second = await bump(coin, first, seen?.amount ?? 0n);
  const list = async () => (await merchant.api.channelPayments.list(channel.id)).data;
  const [now, before] = await list();
  expect([now, before]).toMatchObject([
    { status: 'pending', txid: second },
    { status: 'cancelled', txid: first, received_amount: '0.0' },
  ]);
  expect(storyOf(merchant, before?.id ?? '')).toEqual(['created pending', 'cancelled cancelled']);
  await world.mine(coin, BLOCKS);
  expect(await list()).toMatchObject([{ status: 'completed' }, { status: 'cancelled' }]);
  expect(await balanceOf(merchant, coin)).toBe('0.99');
});

test('a channel payment that was replaced by a payment elsewhere is canceled when that confirms', async () => {
  const channel = await newChannel('LTC');
  const first = await world.pay({ channel_id: channel.id, amount: '1' });
  await bump('LTC', first, 0n);
  await world.advance(10 * SECOND);
  const list = async () => (await merchant.api.channelPayments.list(channel.id)).data;
  expect(await list()).toMatchObject([{ status: 'pending', txid: first }]);
  await world.mine('LTC');
  expect(await list()).toMatchObject([{ status: 'cancelled', received_amount: '0.0' }]);
});

test('a payment that is redirected to another merchant counts only there', async () => {
  const invoice = await newInvoice(merchant);
  const first = await world.pay({ invoice_id: invoice.id });
  const other = await world.merchant();
  const theirs = await newInvoice(other);
  await replace(world.simulation('LTC'), {
    txid: first,
    outputs: [{ address: theirs.address, tag: null, amount: 12_852_645n }],
  });
  await world.settle();
  expect(await show(invoice.id)).toMatchObject({ paid_amount: '0.0', transactions: [] });
  expect((await other.api.invoices.get(theirs.id)).paid_amount).toBe(theirs.pay_amount);
});

test('a cleanup run processes a bounded part, and the next one continues there', async () => {
  const { app } = world;
  const { owner } = world.database;
  // Rows before and after all others in key order, without a deposit.
  await owner.query(
    `insert into transaction_spends (coin, txid, spend)
     select c, to_char(n, '0000000'), '0' from unnest(array['!', '~']) as c, generate_series(1, $1) as n`,
    [USES_CHECKED],
  );
  const left = async (coin: string) => {
    const rows = await app.db.query<{ n: number }>(
      'select count(*)::int as n from transaction_spends where coin = $1',
      [coin],
    );
    return rows[0]?.n;
  };
  await makeAllDue(app);
  await usesWorker.run(app);
  expect([await left('!'), await left('~')]).toEqual([0, USES_CHECKED]);
  // One run for the other rows, one for the end, and one that starts over.
  for (let n = 0; n < 3; n++) {
    await makeAllDue(app);
    await usesWorker.run(app);
  }
  expect(await left('~')).toBe(0);
});

test('the inputs of a payment are deleted long after it is final, and kept while it may be replaced', async () => {
  const usedBy = async (txid: string) => {
    await makeAllDue(world.app);
    await usesWorker.run(world.app);
    const rows = await world.app.db.query<{ n: number }>(
      'select count(*)::int as n from transaction_spends where txid = $1',
      [txid],
    );
    return rows[0]?.n ?? 0;
  };
  const paid = await world.pay({ invoice_id: (await newInvoice(merchant)).id });
  await world.mine('LTC');
  const stuck = await world.pay({ invoice_id: (await newInvoice(merchant)).id, stuck: true });
  expect([await usedBy(paid), await usedBy(stuck)]).toEqual([1, 1]);
  await world.advance(31 * DAY);
  expect([await usedBy(paid), await usedBy(stuck)]).toEqual([0, 1]);
});
