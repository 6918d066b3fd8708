// A checkout from its price to its payment: one link, any coin, parts of several coins, expiry without a request, and
// what the merchant is told, in the order of what happened.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { NewCheckout } from '../../../client/src/types.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
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

const create = (terms: Partial<NewCheckout> = {}) =>
  merchant.api.checkouts.create({ price_amount: '100.00', price_currency: 'EUR', ...terms });
const show = (id: string) => merchant.api.checkouts.get(id);

/** Clicks on a coin of the page; the id of the invoice. Null: the page shows why there is none. */
async function choose(id: string, coin: string, email?: string): Promise<string | null> {
  const form = { pay_currency: coin, ...(email !== undefined && { payer_email: email }) };
  const response = await fetch(`${world.url}/checkouts/${id}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  // The page is shown again, with an entry to correct.
  if (response.status === 422) return null;
  if (response.status !== 303) throw new Error(`${response.status}: ${await response.text()}`);
  return /\/invoices\/([0-9a-f-]{36})\?/.exec(response.headers.get('location') ?? '')?.[1] ?? null;
}

const chosen = async (id: string, coin: string) => defined(await choose(id, coin), 'an invoice');

async function pay(invoice: string, share = 1, coin = 'LTC'): Promise<void> {
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  const part = (Number(amount) * share).toFixed(6);
  await world.pay({ invoice_id: invoice, amount: share === 1 ? amount : part, risk_level: 'low' });
  await world.mine(coin, 12);
}

async function eventsOf(id: string): Promise<string[]> {
  const rows = await world.app.db.query<{ event: string }>(
    `select event from events where project_id = $1 and object_id = $2 order by seq`,
    [merchant.project.id, id],
  );
  return rows.map(({ event }) => event);
}

async function balance(currency: string): Promise<string> {
  const { data } = await merchant.api.accounts.list();
  return data.find((account) => account.currency === currency)?.balance ?? '0.0';
}

test('the page shows what each coin costs before the click, and a payment completes the checkout', async () => {
  const checkout = await create({ name: 'Order 7', custom_id: 'order-7' });
  expect(checkout).toMatchObject({ status: 'open', status_context: null, paid_amount: '0.0' });
  expect(checkout.remaining_amount).toBe('100.0');
  expect(checkout.offers?.map(({ currency }) => currency)).toEqual([...world.app.coins.keys()]);
  const page = await (await fetch(checkout.hosted_page_url)).text();
  for (const { currency, amount } of checkout.offers ?? [])
    expect(page).toContain(`${amount.replace(/\.?0+$/, '')} ${currency}`);

  const invoice = await chosen(checkout.id, 'LTC');
  const offer = checkout.offers?.find(({ currency }) => currency === 'LTC');
  expect((await merchant.api.invoices.get(invoice)).pay_amount).toBe(offer?.amount);
  await pay(invoice);
  const paid = await show(checkout.id);
  expect(paid).toMatchObject({
    status: 'completed',
    paid_amount: '100.0',
    remaining_amount: '0.0',
  });
  expect(paid.completed_at).not.toBeNull();
  expect(paid.offers).toBeUndefined();
  expect(paid.invoices.map(({ id }) => id)).toEqual([invoice]);
  expect(await balance('EUR')).toBe('99.0');
  expect(await eventsOf(checkout.id)).toEqual([
    'created',
    'payment_received',
    'processing',
    'completed',
  ]);
  expect(await merchant.api.checkouts.getByCustomId('order-7')).toMatchObject({ id: checkout.id });
});

test('clicks at the same moment, and a second click, get the same invoice', async () => {
  const { id } = await create();
  const ids = await Promise.all(Array.from({ length: 8 }, () => chosen(id, 'BTC')));
  expect(new Set(ids).size).toBe(1);
  expect(await chosen(id, 'BTC')).toBe(ids[0]);
  expect(await chosen(id, 'LTC')).not.toBe(ids[0]);
  expect((await show(id)).invoices).toHaveLength(2);
});

test('half in one coin, the rest in another: each choice asks for what remains', async () => {
  const { id } = await create();
  const first = await chosen(id, 'LTC');
  await pay(first, 0.5);
  const half = await show(id);
  expect(half).toMatchObject({ status: 'open', status_context: 'partially_paid' });
  const second = await chosen(id, 'ETH');
  expect((await merchant.api.invoices.get(second)).price_amount).toBe(half.remaining_amount);
  const { pay_amount: rest } = await merchant.api.invoices.get(second);
  await world.pay({ invoice_id: second, amount: rest, risk_level: 'low' });
  await world.settle();
  expect((await show(id)).status).toBe('processing');
  await world.mine('ETH', 12);
  // The first part does not wait for the end of its quote.
  const done = await show(id);
  expect(done).toMatchObject({ status: 'completed', status_context: null, paid_amount: '100.0' });
  expect(await eventsOf(id)).toEqual([
    'created',
    'payment_received',
    'payment_received',
    'processing',
    'completed',
  ]);
});

test('after the quote, the same link asks at a new price; what arrived counts', async () => {
  const { id } = await create({ quote_minutes: 5 });
  const first = await chosen(id, 'LTC');
  await pay(first, 0.25);
  await world.advance(6 * MINUTE);
  expect(await merchant.api.invoices.get(first)).toMatchObject({ status: 'completed' });
  const { paid_amount, remaining_amount } = await show(id);
  expect(Number(paid_amount) + Number(remaining_amount)).toBe(100);
  const second = await chosen(id, 'LTC');
  expect(second).not.toBe(first);
  await pay(second);
  expect(await show(id)).toMatchObject({ status: 'completed', paid_amount: '100.0' });
});

test('an expiry is reported on time, without any request', async () => {
  const { id } = await create({ expires_in: 300 });
  await world.advance(5 * MINUTE - SECOND);
  expect(await eventsOf(id)).toEqual(['created']);
  await world.advance(2 * SECOND);
  expect(await eventsOf(id)).toEqual(['created', 'expired']);
  expect(await choose(id, 'BTC')).toBeNull();
});

test('a part that is missing at the expiry is reported as such', async () => {
  const { id } = await create({ expires_in: 300 });
  await pay(await chosen(id, 'LTC'), 0.5);
  await world.advance(6 * MINUTE);
  const expired = await show(id);
  expect(expired).toMatchObject({ status: 'expired', status_context: 'partially_paid' });
  expect(await eventsOf(id)).toEqual(['created', 'payment_received', 'partially_paid_expired']);
  expect(await balance('EUR')).not.toBe('0.0');
});

test('a payment after the expiry is late, and waits for the merchant', async () => {
  const { id } = await create({ expires_in: 300 });
  const invoice = await chosen(id, 'LTC');
  await world.advance(6 * MINUTE);
  await pay(invoice);
  expect(await show(id)).toMatchObject({ status: 'expired', status_context: 'paid_late' });
  expect(await eventsOf(id)).toEqual(['created', 'expired', 'payment_received', 'paid_late']);
});

test('a payment that missed its quote counts at the rate of the moment, while the checkout is open', async () => {
  const { id } = await create();
  const invoice = await chosen(id, 'LTC');
  await world.advance(11 * MINUTE);
  await pay(invoice);
  expect(await show(id)).toMatchObject({ status: 'completed', status_context: null });
});

test('a payment to the address of a finished invoice counts, without another click', async () => {
  const { id } = await create();
  const first = await chosen(id, 'LTC');
  await pay(first, 0.5);
  await world.advance(11 * MINUTE);
  expect((await show(id)).status).toBe('open');
  await world.pay({ invoice_id: first, amount: '0.3', risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.advance(11 * MINUTE);
  const { invoices, paid_amount } = await show(id);
  expect(invoices.map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect(Number(paid_amount)).toBeGreaterThan(70);
});

test('too much is paid, and credited', async () => {
  const { id } = await create();
  await pay(await chosen(id, 'LTC'), 1.5);
  const done = await show(id);
  expect(done).toMatchObject({ status: 'completed', status_context: 'overpaid' });
  expect(Number(done.paid_amount)).toBeGreaterThan(149);
});

test('within the tolerance it is paid at once; below, it waits', async () => {
  const { id } = await create({ tolerance_percent: '2' });
  await pay(await chosen(id, 'LTC'), 0.985);
  expect((await show(id)).status).toBe('completed');
  const strict = await create({ tolerance_percent: '0' });
  await pay(await chosen(strict.id, 'LTC'), 0.985);
  expect((await show(strict.id)).status).toBe('open');
});

test('a checkout that nobody has paid is canceled; one that is paid in part is not', async () => {
  const { id } = await create();
  expect(await merchant.api.checkouts.cancel(id)).toMatchObject({ status: 'cancelled' });
  expect(await choose(id, 'BTC')).toBeNull();
  await expect(merchant.api.checkouts.cancel(id)).rejects.toMatchObject({ code: 'invalid_status' });
  const part = await create();
  await pay(await chosen(part.id, 'LTC'), 0.5);
  await expect(merchant.api.checkouts.cancel(part.id)).rejects.toMatchObject({ status: 422 });
});

test('bad terms are refused, all at once, with their fields', async () => {
  const refused = create({
    price_amount: '0',
    pay_currencies: [{ currency: 'LTC', network: 'bitcoin' }],
    tolerance_percent: '11',
  });
  await expect(refused).rejects.toMatchObject({ status: 422, code: 'invalid' });
  const targets = await refused.catch((error) =>
    error.details.map(({ target }: { target: string }) => target),
  );
  expect(targets.sort()).toEqual(['pay_currencies.0.network', 'price_amount', 'tolerance_percent']);
  await expect(create({ expires_in: 299 })).rejects.toMatchObject({ status: 422 });
  await create({ custom_id: 'twice' });
  await expect(create({ custom_id: 'twice' })).rejects.toMatchObject({
    code: 'duplicate_custom_id',
  });
});

test('many at the same time, of several projects: each once, and a reference that is taken fails alone', async () => {
  const other = await world.merchant();
  await create({ custom_id: 'taken' });
  const terms = { price_amount: '100.00', price_currency: 'EUR' };
  const outcomes = await Promise.allSettled([
    ...['one', 'taken', 'one', 'two'].map((name) => create({ custom_id: name })),
    ...['one', 'two'].map((name) => other.api.checkouts.create({ ...terms, custom_id: name })),
    ...Array.from({ length: 20 }, () => create()),
  ]);
  const failed = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(failed).toEqual(['duplicate_custom_id', 'duplicate_custom_id']);
  const made = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(new Set(made.map(({ id }) => id)).size).toBe(24);
  for (const checkout of made.slice(0, 2)) expect(await show(checkout.id)).toEqual(checkout);
  expect((await merchant.api.checkouts.list()).meta.total).toBe(23);
  const told = await Promise.all(made.slice(4).map(({ id }) => eventsOf(id)));
  expect(new Set(told.map((events) => events.join()))).toEqual(new Set(['created']));
});

test('those that expire at the same moment are told, each once', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => create({ expires_in: 300 })));
  await world.advance(6 * MINUTE);
  for (const { id } of all) expect(await eventsOf(id)).toEqual(['created', 'expired']);
});

test('only the coins of the checkout can be chosen; others’ checkouts look like missing ones', async () => {
  const { id, pay_currencies } = await create({ pay_currencies: [{ currency: 'LTC' }] });
  expect(pay_currencies).toEqual([{ currency: 'LTC', network: 'litecoin' }]);
  expect(await choose(id, 'BTC')).toBeNull();
  const other = await world.merchant();
  await expect(other.api.checkouts.get(id)).rejects.toMatchObject({ status: 404 });
});

test('late money is accepted once, at the rate of the time, and reported', async () => {
  const { id } = await create({ expires_in: 300 });
  const invoice = await chosen(id, 'LTC');
  await expect(merchant.api.checkouts.accept(id)).rejects.toMatchObject({ code: 'invalid_status' });
  await world.advance(6 * MINUTE);
  await pay(invoice, 0.5);
  expect(await show(id)).toMatchObject({ status: 'expired', status_context: 'paid_late' });
  const accepted = await merchant.api.checkouts.accept(id);
  expect(accepted).toMatchObject({ status: 'completed', status_context: 'accepted' });
  expect(Number(accepted.paid_amount)).toBeGreaterThan(49);
  const money = await balance('EUR');
  expect(await merchant.api.checkouts.accept(id)).toMatchObject({
    completed_at: accepted.completed_at,
  });
  expect(await balance('EUR')).toBe(money);
  expect((await eventsOf(id)).slice(-2)).toEqual(['paid_late', 'completed']);
});

test('a part is accepted when its quote has ended, not before', async () => {
  const { id } = await create();
  await pay(await chosen(id, 'LTC'), 0.5);
  await expect(merchant.api.checkouts.accept(id)).rejects.toMatchObject({ code: 'invalid_status' });
  await world.advance(11 * MINUTE);
  expect(await merchant.api.checkouts.accept(id)).toMatchObject({
    status: 'completed',
    status_context: 'accepted',
    paid_amount: '49.99',
  });
});

test('a refund of late money is shown and reported, and the checkout stays expired', async () => {
  const { id } = await create({ expires_in: 300 });
  const invoice = await chosen(id, 'LTC');
  await world.advance(6 * MINUTE);
  await pay(invoice);
  await merchant.api.invoices.refund(invoice, {});
  await world.advance(SECOND);
  const after = await show(id);
  expect(after).toMatchObject({ status: 'expired', status_context: null });
  expect(after.refunds).toMatchObject([{ invoice_id: invoice, amount_currency: 'LTC' }]);
  expect(after.payments).toMatchObject([
    { invoice_id: invoice, currency: 'LTC', status: 'confirmed' },
  ]);
  const events = await eventsOf(id);
  expect(events.filter((event) => event === 'expired')).toHaveLength(1);
  expect(events).toContain('refunded');
});

test('more confirmations are waited for when the merchant asks for them', async () => {
  const { id } = await create({ min_confirmations: 30 });
  await pay(await chosen(id, 'LTC'));
  expect((await show(id)).status).toBe('processing');
  await world.mine('LTC', 18);
  expect((await show(id)).status).toBe('completed');
});

test('the email that the merchant asks for is needed before a coin is chosen, and kept', async () => {
  const { id } = await create({ payer_email_required: true });
  expect(await choose(id, 'LTC')).toBeNull();
  expect(await choose(id, 'LTC', 'not an address')).toBeNull();
  const invoice = defined(await choose(id, 'LTC', 'ada@shop.example'), 'an invoice');
  expect((await show(id)).payer_email).toBe('ada@shop.example');
  // Another payer cannot change it.
  expect(await choose(id, 'LTC', 'eve@shop.example')).toBe(invoice);
  expect((await show(id)).payer_email).toBe('ada@shop.example');
});

test('a price in satoshis is shown as it was written', async () => {
  const checkout = await create({ price_amount: '250000', price_currency: 'SATS' });
  expect(checkout).toMatchObject({ price_amount: '250000.0', price_currency: 'SATS' });
  expect(checkout.offers?.find(({ currency }) => currency === 'BTC')?.amount).toBe('0.0025');
  const invoice = await merchant.api.invoices.get(await chosen(checkout.id, 'BTC'));
  expect(invoice).toMatchObject({ price_amount: '0.0025', price_currency: 'BTC' });
});

test('all problems of a request are reported at once', async () => {
  const refused = await create({
    price_amount: '10.00',
    pay_currencies: [{ currency: 'BTC', network: 'litecoin' }],
    default_pay_currency: { currency: 'LTC' },
    tolerance_percent: '11',
    items: [{ name: 'Tea', amount: '9.00', tax_percent: '101' }],
  }).then(
    () => null,
    (error: unknown) => error as { details: readonly { target: string }[] },
  );
  expect(refused?.details.map(({ target }) => target).sort()).toEqual([
    'default_pay_currency.currency',
    'items',
    'items.0.tax_percent',
    'pay_currencies.0.network',
    'tolerance_percent',
  ]);
});

test('items with a discount and a tip add up to the price', async () => {
  const { items } = await create({
    price_amount: '9.50',
    items: [
      { name: 'Tea', quantity: 2, amount: '10.00', tax_percent: '7' },
      { kind: 'discount', name: 'Voucher', amount: '1.50' },
      { kind: 'tip', name: 'Tip', amount: '1' },
    ],
  });
  expect(items.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['item', '10.0'],
    ['discount', '1.5'],
    ['tip', '1.0'],
  ]);
});

test('a payment that disappears before it is confirmed is reported, and the checkout can be paid again', async () => {
  const { id } = await create({ min_confirmations: 6 });
  const invoice = await chosen(id, 'LTC');
  const { pay_amount: amount } = await merchant.api.invoices.get(invoice);
  await world.pay({ invoice_id: invoice, amount, risk_level: 'low' });
  await world.mine('LTC');
  expect((await show(id)).status).toBe('processing');
  await world.reorganise('LTC', 1, { drop: true });
  await world.advance(MINUTE);
  expect(await show(id)).toMatchObject({
    status: 'open',
    paid_amount: '0.0',
    remaining_amount: '100.0',
  });
  expect((await eventsOf(id)).at(-1)).toBe('invalid');
  await pay(await chosen(id, 'BTC'), 1, 'BTC');
  expect((await show(id)).status).toBe('completed');
});

test('a late payment that cannot be accepted yet does not hold up another one', async () => {
  const { id } = await create();
  const first = await chosen(id, 'LTC');
  const second = await chosen(id, 'BTC');
  await world.advance(11 * MINUTE);
  const { pay_amount: amount } = await merchant.api.invoices.get(second);
  await world.pay({ invoice_id: second, amount: '0.0001', risk_level: 'low' });
  await world.pay({ invoice_id: second, amount, stuck: true, risk_level: 'low' });
  await world.mine('BTC', 12);
  expect(await merchant.api.invoices.get(second)).toMatchObject({ status: 'unresolved' });
  await pay(first, 0.5);
  expect(await merchant.api.invoices.get(first)).toMatchObject({ status: 'completed' });
  expect(await show(id)).toMatchObject({ status: 'open', status_context: 'partially_paid' });
});

test('a payment after the completion is still reported', async () => {
  const { id } = await create();
  const second = await chosen(id, 'BTC');
  await pay(await chosen(id, 'LTC'));
  expect(await show(id)).toMatchObject({ status: 'completed', status_context: null });
  await pay(second, 1, 'BTC');
  await world.advance(SECOND);
  const after = await show(id);
  expect(after).toMatchObject({ status: 'completed', paid_amount: '200.0' });
  expect(after.payments).toHaveLength(2);
  expect((await eventsOf(id)).slice(-2)).toEqual(['completed', 'payment_received']);
});

test('a payment to a finished invoice that cannot be attached at once, or before a crash, is attached later', async () => {
  const { id } = await create();
  const first = await chosen(id, 'LTC');
  await pay(first, 0.5);
  await world.advance(11 * MINUTE);
  world.app.rates.isDown = true;
  await world.pay({ invoice_id: first, amount: '0.3', risk_level: 'low' });
  await world.mine('LTC', 12);
  expect((await show(id)).invoices).toHaveLength(1);
  world.app.rates.isDown = false;
  await world.advance(MINUTE + SECOND);
  expect((await show(id)).invoices).toHaveLength(2);
});

test('a payer who asks for new prices for ever makes 50 invoices, and what arrives on any still counts', async () => {
  const checkout = await create({ expires_in: 30 * 86_400, quote_minutes: 5 });
  const made: string[] = [];
  for (let round = 0; round < 16; round += 1) {
    for (const coin of ['BTC', 'LTC', 'ETH']) made.push(await chosen(checkout.id, coin));
    await world.advance(6 * MINUTE);
  }
  const last = await chosen(checkout.id, 'ETH');
  const clicks = ['LTC', 'BTC'].flatMap((coin) => [coin, coin, coin]);
  const together = await Promise.all(clicks.map((coin) => choose(checkout.id, coin)));
  const both = new Set([last, ...together.filter((id) => id !== null)]);
  expect(both.size).toBe(2);
  expect(new Set([...made, ...both]).size).toBe(50);
  // What can still be paid is found again.
  expect(await choose(checkout.id, 'ETH')).toBe(last);
  expect((await show(checkout.id)).offers?.map(({ currency }) => currency)).toContain('ETH');
  await world.advance(6 * MINUTE);
  expect(await choose(checkout.id, 'ETH')).toBeNull();
  const { offers, invoices } = await show(checkout.id);
  expect(offers).toEqual([]);
  expect(invoices).toHaveLength(50);
  const page = await (await fetch(checkout.hosted_page_url)).text();
  expect(page).toContain('A new price was requested too often on this page');
  await pay(defined(made[1], 'of LTC'));
  expect(await show(checkout.id)).toMatchObject({ status: 'completed' });
});
