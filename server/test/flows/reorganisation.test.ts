// Reorganizations, before and after the confirmation, temporary and permanent: nothing is credited twice, nothing is
// lost, and the ledger matches the chain.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mine } from '../../src/chains/simulated/mine.ts';
import { reorganise } from '../../src/chains/simulated/reorganise.ts';
import { release, stick } from '../../src/chains/simulated/replace.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { listPauses, pausedProjects } from '../../src/ledger/payout-pauses.ts';
import { otherApp } from '../support/other-app.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, booked, depositsOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
});
afterAll(() => world.close());

const show = (id: string) => merchant.api.invoices.get(id);
const booksOf = (kind: 'chain' | 'losses' | 'deposits', currency = 'LTC') =>
  booked(world, merchant, { kind, currency });

/** 5 BTC need three confirmations: 500,000,000 satoshis. */
async function large() {
  merchant = await world.merchant();
  const terms = { price_amount: '5', price_currency: 'BTC', pay_currency: 'BTC' };
  const invoice = await newInvoice(merchant, terms);
  const txid = await world.pay({ invoice_id: invoice.id });
  return { invoice, txid };
}

async function small() {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  const txid = await world.pay({ invoice_id: invoice.id });
  return { invoice, txid };
}

test.each([1, 2])(
  'before confirmation, at depth %i: it starts to count again and is credited once',
  async (depth) => {
    const { invoice } = await large();
    await world.mine('BTC', depth);
    await world.reorganise('BTC', depth);
    expect((await show(invoice.id)).status).toBe('new');
    await world.mine('BTC', 2);
    expect((await show(invoice.id)).status).toBe('new');
    await world.mine('BTC', 1);
    expect((await show(invoice.id)).status).toBe('completed');
    expect(await balanceOf(merchant, 'BTC')).toBe('4.95');
    expect(storyOf(merchant, invoice.id)).toHaveLength(3);
  },
);

test.each([1, 2, 3])(
  'after the credit, at depth %i: it stays credited, once, when the transaction returns',
  async (depth) => {
    const { invoice } = await small();
    await world.mine('LTC', depth);
    expect((await show(invoice.id)).status).toBe('completed');
    await world.reorganise('LTC', depth);
    await world.advance(MINUTE);
    await world.mine('LTC', 3);
    expect((await show(invoice.id)).status).toBe('completed');
    expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
    expect(await booksOf('chain')).toBe(-12_852_645n);
    expect(storyOf(merchant, invoice.id)).toHaveLength(3);
  },
);

test('confirmed and assessed, then reorganized before it was credited: it still completes', async () => {
  const { invoice } = await large();
  await mine(world.simulation('BTC'), { count: 3 });
  // The watcher and the assessment process it, and neither can complete it; the invoice worker does not run.
  const { reactions } = world.app;
  const planCompletions = () => Promise.reject(new Error('not now'));
  const app = otherApp(world.app, { reactions: { ...reactions, planCompletions } });
  const early = world.assembled.workers.filter((worker) => /^(watch-btc|assess)/.test(worker.name));
  for (let n = 0; n < 3; n++) for (const worker of early) await worker.run(app);
  await world.app.db.query(`update schedules set due_at = '-infinity'`);
  for (const worker of early) await worker.run(app);
  const [deposit] = await depositsOf(world, invoice.id);
  expect(deposit).toMatchObject({ status: 'confirmed', isBooked: false });
  await reorganise(world.simulation('BTC'), { depth: 3 });
  await world.settle();
  expect((await show(invoice.id)).status).toBe('new');
  await world.mine('BTC', 3);
  expect((await show(invoice.id)).status).toBe('completed');
});

test('a part that was confirmed and lost its block does not complete the invoice until it is back', async () => {
  const { invoice } = await large();
  await world.mine('BTC', 1);
  merchant = await world.merchant();
  const parts = await newInvoice(merchant);
  await world.pay({ invoice_id: parts.id, amount: '0.1' });
  await world.mine('LTC');
  await reorganise(world.simulation('LTC'), { depth: 1 });
  await world.pay({ invoice_id: parts.id, stuck: true });
  expect(await depositsOf(world, parts.id)).toMatchObject([
    { status: 'pending', isBooked: true },
    { status: 'pending', isBooked: false },
  ]);
  expect((await show(parts.id)).paid_amount).toBe(parts.pay_amount);
  await world.mine('LTC');
  expect(await depositsOf(world, parts.id)).toMatchObject([
    { status: 'confirmed', isBooked: true },
    { status: 'pending' },
  ]);
  expect(await booksOf('chain')).toBe(-10_000_000n);
  expect(invoice.id).toBeDefined();
});

test('dropped before confirmation: it leaves paid_amount and is never posted', async () => {
  const { invoice } = await large();
  await world.mine('BTC', 2);
  await world.reorganise('BTC', 2, { drop: true });
  await world.advance(MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'new', paid_amount: '0.0' });
  expect(await booksOf('chain', 'BTC')).toBe(0n);
});

test('dropped after the credit: a loss is posted and an alert raised, the merchant keeps the credit', async () => {
  const { invoice, txid } = await small();
  await world.mine('LTC');
  await world.reorganise('LTC', 1, { drop: true });
  await world.advance(MINUTE);
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ txid, status: 'reversed' }]);
  expect([await booksOf('chain'), await booksOf('losses')]).toEqual([0n, -12_852_645n]);
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
  expect((await show(invoice.id)).status).toBe('completed');
  expect(await alertsOf(txid)).toMatchObject([{ isCleared: false, is_credited: true }]);
  const stops = await listPauses(world.app.db, { withResumed: false });
  expect(stops.filter((stop) => stop.project_id === merchant.project.id)).toMatchObject([
    { cause: 'reversed_deposit' },
  ]);
});

test('a credited payment that fails in another block is a loss, once its confirmations passed', async () => {
  merchant = await world.merchant();
  const terms = { price_amount: '1', price_currency: 'ETH', pay_currency: 'ETH' };
  const invoice = await newInvoice(merchant, terms);
  const txid = await world.pay({ invoice_id: invoice.id });
  await world.mine('ETH', 40);
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ isCredited: true }]);
  await reorganise(world.simulation('ETH'), { depth: 40 });
  await world.app.db.query(
    `update simulation.transactions set has_failed = true where coin = 'ETH' and txid = $1`,
    [txid],
  );
  await world.mine('ETH', 1);
  await world.advance(MINUTE);
  expect(await depositsOf(world, invoice.id)).toMatchObject([{ txid, status: 'reversed' }]);
  expect(await booksOf('losses', 'ETH')).toBe(-(10n ** 18n));
  expect(await alertsOf(txid)).toMatchObject([{ isCleared: false, is_credited: true }]);
});

test('a credited deposit that was reversed and returns is restored, again and again', async () => {
  const { invoice, txid } = await small();
  await world.mine('LTC');
  for (let round = 0; round < 3; round++) {
    await world.reorganise('LTC', 1 + round, { drop: true });
    await world.advance(MINUTE);
    expect(await booksOf('losses')).toBe(-12_852_645n);
    await rebroadcast(txid);
    await world.mine('LTC');
    expect(await depositsOf(world, invoice.id)).toMatchObject([
      { status: 'confirmed', isCredited: true },
    ]);
    expect([await booksOf('chain'), await booksOf('losses')]).toEqual([-12_852_645n, 0n]);
  }
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
  expect((await alertsOf(txid)).map((alert) => alert.isCleared)).toEqual([true, true, true]);
  expect(storyOf(merchant, invoice.id)).toHaveLength(3);
});

test('posted and not credited, then dropped: it is reversed; when it returns, it counts again', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  const txid = await world.pay({ invoice_id: invoice.id, amount: '0.2' });
  await world.mine('LTC');
  expect(await show(invoice.id)).toMatchObject({ status_context: 'overpaid' });
  await world.reorganise('LTC', 1, { drop: true });
  await world.advance(MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'unresolved', paid_amount: '0.0' });
  expect([await booksOf('chain'), await booksOf('deposits')]).toEqual([0n, 0n]);
  // It was not credited, so no payable balance is missing.
  const stopped = await pausedProjects(world.app.db);
  expect(stopped.has(merchant.project.id)).toBe(false);
  const nothing = merchant.api.invoices.refund(invoice.id);
  await expect(nothing).rejects.toMatchObject({ status: 422 });
  await rebroadcast(txid);
  await world.mine('LTC');
  expect(await booksOf('deposits')).toBe(20_000_000n);
  await merchant.api.invoices.refund(invoice.id);
  // Overpaid as before: only the excess is refunded.
  expect(await balanceOf(merchant, 'LTC')).toBe('0.07075881');
  expect(await balanceOf(merchant, 'EUR')).toBe('9.9');
});

test('an unresolved invoice whose payment disappeared is canceled after 14 days', async () => {
  merchant = await world.merchant({ automaticResolution: { underpaid: 'refund' } });
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: '0.2' });
  await world.mine('LTC');
  await world.reorganise('LTC', 1, { drop: true });
  await world.advance(14 * 24 * 60 * MINUTE);
  expect(await show(invoice.id)).toMatchObject({ status: 'cancelled', paid_amount: '0.0' });
});

test('an overpaid invoice that loses its excess in a reorganization completes; if it loses more, it is underpaid', async () => {
  for (const [first, second, expected] of [
    ['0.12852645', '0.05', { status: 'completed', status_context: null }],
    ['0.1', '0.05', { status: 'unresolved', status_context: 'underpaid' }],
  ] as const) {
    merchant = await world.merchant();
    const invoice = await newInvoice(merchant);
    await world.pay({ invoice_id: invoice.id, amount: first });
    await world.pay({ invoice_id: invoice.id, amount: second });
    await world.mine('LTC');
    expect(await show(invoice.id)).toMatchObject({ status_context: 'overpaid' });
    const [kept] = await depositsOf(world, invoice.id);
    await world.reorganise('LTC', 1, { drop: true });
    await rebroadcast(kept?.txid ?? '');
    await world.mine('LTC');
    await world.advance(MINUTE);
    expect(await show(invoice.id)).toMatchObject({ ...expected, paid_amount: first });
  }
});

test('an overpaid invoice whose first part lost its block is refunded only the rest', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  for (const amount of ['0.1', '0.05']) {
    await world.pay({ invoice_id: invoice.id, amount });
    await world.mine('LTC');
  }
  const [first, second] = await depositsOf(world, invoice.id);
  await reorganise(world.simulation('LTC'), { depth: 2 });
  await stick(world.simulation('LTC'), first?.txid ?? '');
  await world.advance(60 * MINUTE);
  await world.mine('LTC');
  const refund = await merchant.api.invoices.refund(invoice.id);
  expect([second?.amount, refund.amount]).toEqual([5_000_000n, '0.05']);
  await release(world.simulation('LTC'), first?.txid ?? '');
  await world.mine('LTC');
  expect(await depositsOf(world, invoice.id)).toMatchObject([
    { isUnmatched: true, isCredited: false },
    { isUnmatched: false, isCredited: true },
  ]);
  expect(await booksOf('deposits')).toBe(10_000_000n);
});

test('a channel payment is credited once through reorganizations, and a loss when it is gone', async () => {
  merchant = await world.merchant();
  const terms = { name: 'x', pay_currency: 'LTC', receiver_currency: 'LTC' };
  const channel = await merchant.api.channels.create(terms);
  const txid = await world.pay({ channel_id: channel.id, amount: '1' });
  await world.mine('LTC', 2);
  await world.reorganise('LTC', 2);
  await world.mine('LTC', 2);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.99');
  await world.reorganise('LTC', 3, { drop: true });
  await world.advance(MINUTE);
  expect(await booksOf('losses')).toBe(-100_000_000n);
  expect(await balanceOf(merchant, 'LTC')).toBe('0.99');
  await rebroadcast(txid);
  await world.mine('LTC');
  expect(await booksOf('losses')).toBe(0n);
});

/** The sender broadcasts the same bytes again: the simulated network has no method for that. */
async function rebroadcast(txid: string): Promise<void> {
  await world.app.db.query(
    `with chain as (update simulation.chains set counter = counter + 1 where coin = 'LTC' returning counter)
     update simulation.transactions set mempool_number = chain.counter, replaced_by = null
     from chain where coin = 'LTC' and txid = $1`,
    [txid],
  );
  await world.settle();
}

function alertsOf(txid: string): Promise<{ isCleared: boolean; is_credited: boolean }[]> {
  return world.app.db.query(
    `select resolved_at is not null as "isCleared", (facts ->> 'is_credited')::boolean as is_credited
     from alerts where kind = 'deposit_reversed' and facts ->> 'txid' = $1 order by created_at`,
    [txid],
  );
}
