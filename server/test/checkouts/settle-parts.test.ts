// A checkout that is paid in parts completes as soon as enough is confirmed, not when the quotes of its parts end.
// What is not confirmed, or of high risk, never counts, and what comes later is not lost.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { release } from '../../src/chains/simulated/replace.ts';
import { chooseCoin } from '../../src/checkouts/choose.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
});

const show = (id: string) => merchant.api.checkouts.get(id);
const DEPTH = 12;

/** With an open invoice for each of the coins, all at the same price. */
async function create(coins: readonly string[], terms: object = {}): Promise<string> {
  const price = { price_amount: '100.00', price_currency: 'EUR', quote_minutes: 30 };
  const { id } = await merchant.api.checkouts.create({ ...price, ...terms });
  for (const coin of coins) await chooseCoin(world.app, id, { coin });
  return id;
}

interface Payment {
  /** Of what the invoice asks for. */
  readonly share?: number;
  readonly stuck?: boolean;
  readonly risk?: 'low' | 'high';
}

/** To the newest invoice of the coin. Seen, not confirmed. */
async function send(id: string, coin: string, { share = 1, stuck = false, risk = 'low' }: Payment) {
  const { invoices } = await show(id);
  const found = invoices.findLast(({ pay_currency: of }) => of === coin);
  const { id: invoice_id, pay_amount: asked } = defined(found, 'the coin is chosen');
  const amount = share === 1 ? asked : (Number(asked) * share).toFixed(8);
  return world.pay({ invoice_id, amount, stuck, risk_level: risk });
}

async function pay(id: string, coin: string, share: number, risk: 'low' | 'high' = 'low') {
  await send(id, coin, { share, risk });
  await world.mine(coin, DEPTH);
}

async function balance(): Promise<number> {
  const { data } = await merchant.api.accounts.list();
  return Number(data.find(({ currency }) => currency === 'EUR')?.balance ?? 0);
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await world.app.db.query<{ event: string }>(
    'select event from events where project_id = $1 and object_id = $2 order by seq',
    [merchant.project.id, id],
  );
  return rows.map(({ event }) => event);
}

const statusesOf = async (id: string) =>
  Object.fromEntries((await show(id)).invoices.map((one) => [one.pay_currency, one.status]));

test('two parts of two coins, confirmed in either order: each settles at its own rate, at once', async () => {
  for (const [first, second] of [
    ['LTC', 'BTC'],
    ['BTC', 'LTC'],
  ] as const) {
    const before = await balance();
    const id = await create(['LTC', 'BTC']);
    await send(id, first, { share: 0.6 });
    await send(id, second, { share: 0.41 });
    await world.mine(first, DEPTH);
    expect((await show(id)).status).toBe('processing');
    await world.mine(second, DEPTH);
    const { status, status_context, paid_amount: paid, completed_at } = await show(id);
    expect([status, status_context]).toEqual(['completed', 'overpaid']);
    expect(completed_at).not.toBeNull();
    expect(Number(paid)).toBeCloseTo(101, 1);
    expect(await statusesOf(id)).toEqual({ LTC: 'completed', BTC: 'completed' });
    expect((await balance()) - before).toBeCloseTo(101 * 0.99, 1);
    expect((await eventsOf(id)).filter((event) => event === 'completed')).toHaveLength(1);
  }
});

test('within the tolerance the parts suffice; below it they wait for the rest', async () => {
  const enough = await create(['LTC', 'BTC'], { tolerance_percent: '2' });
  await pay(enough, 'LTC', 0.5);
  await pay(enough, 'BTC', 0.485);
  expect((await show(enough)).status).toBe('completed');
  const short = await create(['LTC', 'BTC'], { tolerance_percent: '2' });
  await pay(short, 'LTC', 0.5);
  await pay(short, 'BTC', 0.475);
  expect(await show(short)).toMatchObject({ status: 'open', paid_amount: '0.0' });
  expect(await statusesOf(short)).toEqual({ LTC: 'new', BTC: 'new' });
});

test('a payment that is not confirmed does not count, and what waits for it waits', async () => {
  const id = await create(['LTC']);
  await pay(id, 'LTC', 0.5);
  const txid = await send(id, 'LTC', { share: 0.2, stuck: true });
  await chooseCoin(world.app, id, { coin: 'BTC' });
  await pay(id, 'BTC', 1);
  expect((await show(id)).status).toBe('processing');
  await release(world.simulation('LTC'), txid);
  await world.mine('LTC', DEPTH);
  expect(await show(id)).toMatchObject({ status: 'completed', status_context: null });
});

test('a part with more to come settles only if it is needed; what is confirmed later is not lost', async () => {
  const spare = await create(['BTC', 'ETH', 'LTC']);
  await pay(spare, 'LTC', 0.3);
  const later = await send(spare, 'LTC', { share: 0.1, stuck: true });
  await pay(spare, 'BTC', 0.6);
  expect((await show(spare)).status).toBe('processing');
  await pay(spare, 'ETH', 0.4);
  expect(await statusesOf(spare)).toEqual({ BTC: 'completed', ETH: 'completed', LTC: 'new' });
  expect((await show(spare)).status).toBe('completed');
  await release(world.simulation('LTC'), later);
  await world.mine('LTC', DEPTH);
  await world.advance(31 * MINUTE);
  expect(Number((await show(spare)).paid_amount)).toBeCloseTo(140, 1);

  const needed = await create(['BTC', 'LTC']);
  await pay(needed, 'LTC', 0.5);
  const surplus = await send(needed, 'LTC', { share: 0.2, stuck: true });
  await pay(needed, 'BTC', 0.5);
  const { status, paid_amount: paid } = await show(needed);
  expect(status).toBe('completed');
  await release(world.simulation('LTC'), surplus);
  await world.mine('LTC', DEPTH);
  await expectSurplus(needed, surplus);
  expect((await show(needed)).paid_amount).toBe(paid);
});

test('a payment to a part that is settled, within its first quote, is reported and refundable', async () => {
  const id = await create(['LTC', 'BTC']);
  await pay(id, 'LTC', 0.5);
  await pay(id, 'BTC', 0.5);
  expect((await show(id)).status).toBe('completed');
  const before = await eventsOf(id);
  const txid = await send(id, 'LTC', { share: 0.2 });
  await world.mine('LTC', DEPTH);
  await expectSurplus(id, txid);
  expect((await eventsOf(id)).slice(before.length)).toEqual(['payment_received']);
});

/** A payment of the checkout, which the merchant decides about. */
async function expectSurplus(id: string, txid: string): Promise<void> {
  const { payments } = await show(id);
  expect(payments.find((payment) => payment.txid === txid)).toMatchObject({ status: 'confirmed' });
  const { data } = await merchant.api.coinDeposits.list();
  expect(data.map((payment) => payment.txid)).toContain(txid);
}

test('a high-risk payment never counts', async () => {
  const id = await create(['LTC', 'BTC']);
  await pay(id, 'LTC', 0.5);
  await pay(id, 'BTC', 0.5, 'high');
  expect(await show(id)).toMatchObject({ status: 'open', status_context: 'illicit_resource' });
  expect(await statusesOf(id)).toEqual({ LTC: 'new', BTC: 'unresolved' });
  expect(await balance()).toBe(0);
});

test('a part that leaves the chain before the rest is confirmed completes nothing', async () => {
  const id = await create(['LTC', 'BTC'], { min_confirmations: 3 });
  await send(id, 'LTC', { share: 0.5 });
  await world.mine('LTC', 3);
  await world.reorganise('LTC', 3, { drop: true });
  await world.advance(MINUTE);
  await pay(id, 'BTC', 0.5);
  expect(await show(id)).toMatchObject({ status: 'open', status_context: 'partially_paid' });
  expect(await balance()).toBe(0);
  await pay(id, 'LTC', 0.5);
  expect((await show(id)).status).toBe('completed');
});

test('a part whose quote has ended, and that waits for a payment, does not hold up the rest', async () => {
  const id = await create(['LTC'], { quote_minutes: 5 });
  await pay(id, 'LTC', 0.5);
  await send(id, 'LTC', { share: 0.2, stuck: true });
  await world.advance(6 * MINUTE);
  await chooseCoin(world.app, id, { coin: 'BTC' });
  await send(id, 'BTC', { share: 1.7 });
  await world.mine('BTC', DEPTH);
  expect(await show(id)).toMatchObject({ status: 'completed', status_context: 'overpaid' });
});

test('after the expiry, a payment that was sent in time completes it with the parts', async () => {
  const id = await create(['LTC', 'BTC'], { expires_in: 300 });
  await pay(id, 'LTC', 0.5);
  await send(id, 'LTC', { share: 0.1, stuck: true });
  await send(id, 'BTC', { share: 0.5 });
  await world.advance(6 * MINUTE);
  await world.mine('BTC', DEPTH);
  expect((await show(id)).status).toBe('completed');
});
