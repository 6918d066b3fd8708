// Guarantees of a subscription's life (wire.md (d)): paid once per period, renewed from the date of the first payment,
// canceled when unpaid, and never twice or because of our outage.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { replace } from '../../src/chains/simulated/replace.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/core/clock.ts';
import { billSubscriptions, subscriptionWorker } from '../../src/subscriptions/pay.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import {
  choose,
  goTo,
  invoiceFor,
  newSubscription,
  notifiedEvents,
  payPeriod,
  storyOf,
} from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'XRP'] });
});
afterAll(() => world.close());

/** On a 31st, so that the months differ. */
async function monthly(settings = {}, terms = {}) {
  merchant = await world.merchant(settings);
  const starts_at = nextLongMonthEnd();
  const subscription = await newSubscription(world, merchant, { starts_at, ...terms });
  return { ...subscription, endsAt: Date.parse(starts_at) };
}

/** The next 31 January at least four days ahead of the world's clock. */
function nextLongMonthEnd(): string {
  const year = new Date(world.clock.now() + 4 * DAY).getUTCFullYear();
  const isPast = Date.UTC(year, 0, 31, 12) < world.clock.now() + 4 * DAY;
  return new Date(Date.UTC(isPast ? year + 1 : year, 0, 31, 12)).toISOString();
}

const show = (id: string) => merchant.api.subscriptions.get(id);
/** The callback of the last paid period. */
const paidOf = (of: Merchant) =>
  defined(
    of.callbacks.findLast((callback) => callback.event === 'paid'),
    'a callback',
  );
const untilJustBefore = (time: number) => world.advance(time - world.clock.now() - SECOND);

test('a payment is notified once, and the period advances at its end, not before', async () => {
  const subscription = await monthly();
  const invoiceId = await payPeriod(world, subscription);
  expect(await show(subscription.id)).toMatchObject({
    status: 'active',
    current_period_paid: true,
    current_period_ends_at: subscription.current_period_ends_at,
  });
  expect(await notifiedEvents(world, merchant)).toEqual([
    'Invoice transaction_created',
    'Invoice transaction_confirmed',
    'Invoice status_changed',
    'Subscription paid',
  ]);
  expect(paidOf(merchant).data).toEqual(await show(subscription.id));
  expect(await merchant.api.invoices.get(invoiceId)).toMatchObject({
    subscription_id: subscription.id,
    status: 'completed',
    price_amount: '10.0',
    price_currency: 'EUR',
    name: 'Membership',
  });

  await untilJustBefore(subscription.endsAt);
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: true });
  await world.advance(SECOND);
  const year = new Date(subscription.endsAt).getUTCFullYear();
  const rolled = await show(subscription.id);
  expect(rolled).toMatchObject({
    status: 'active',
    current_period_paid: false,
    current_period_starts_at: subscription.current_period_ends_at,
  });
  expect(Date.parse(rolled.current_period_ends_at)).toBe(Date.UTC(year, 2, 0, 12));
  expect(storyOf(merchant, subscription)).toEqual(['paid']);

  // The second period is paid as well; the third ends on the 31st again.
  await payPeriod(world, subscription);
  await world.advance(Date.parse(rolled.current_period_ends_at) - world.clock.now());
  const third = await show(subscription.id);
  expect(third.current_period_starts_at).toBe(rolled.current_period_ends_at);
  expect(Date.parse(third.current_period_ends_at)).toBe(Date.UTC(year, 2, 31, 12));
  expect(storyOf(merchant, subscription)).toEqual(['paid', 'paid']);
});

test('unpaid at the end of the period it is cancelled, to the second', async () => {
  const subscription = await monthly();
  await untilJustBefore(subscription.endsAt);
  expect(await show(subscription.id)).toMatchObject({ status: 'active' });
  await world.advance(SECOND);
  expect(await show(subscription.id)).toMatchObject({
    status: 'cancelled',
    cancelled_at: subscription.current_period_ends_at,
    current_period_paid: false,
  });
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
  expect(await choose(world, subscription, 'LTC')).toBe(
    `/subscriptions/${subscription.id}?locale=en`,
  );
});

test('an unpaid second period ends it', async () => {
  const subscription = await monthly();
  await payPeriod(world, subscription);
  await goTo(world, subscription.current_period_ends_at);
  const { current_period_ends_at } = await show(subscription.id);
  await goTo(world, current_period_ends_at);
  expect(await show(subscription.id)).toMatchObject({
    status: 'cancelled',
    cancelled_at: current_period_ends_at,
  });
  expect(storyOf(merchant, subscription)).toEqual(['paid', 'cancelled']);
});

test('the invoices of a subscription are listed with it, and no others', async () => {
  const subscription = await monthly();
  const other = await newSubscription(world, merchant);
  const first = await invoiceFor(world, subscription, 'BTC');
  const second = await invoiceFor(world, subscription, 'XRP');
  await invoiceFor(world, other, 'XRP');
  await merchant.api.invoices.create({
    price_amount: '1',
    price_currency: 'EUR',
    pay_currency: 'BTC',
  });
  const page = await merchant.api.invoices.list({ subscription_id: subscription.id });
  expect(page.data.map((invoice) => invoice.id).sort()).toEqual([first, second].sort());
  expect(page.meta).toEqual({ total: 2, has_more: false });
});

test('an underpayment that is recalculated in time counts as paid', async () => {
  const subscription = await monthly();
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, amount: '0.1', risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.advance(11 * MINUTE);
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: false });
  await merchant.api.invoices.recalculate(id, { force_commit: true });
  await world.settle();
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: true });
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
  expect((await notifiedEvents(world, merchant)).slice(-3)).toEqual([
    'Invoice recalculated',
    'Invoice status_changed',
    'Subscription paid',
  ]);
});

test('an unresolved underpayment does not count as paid', async () => {
  const subscription = await monthly();
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, amount: '0.1', risk_level: 'low' });
  await world.mine('LTC', 6);
  await goTo(world, subscription.current_period_ends_at);
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
  // The money is not lost: the invoice can still be resolved.
  expect(await merchant.api.invoices.get(id)).toMatchObject({
    status: 'unresolved',
    status_context: 'underpaid',
  });
  await merchant.api.invoices.recalculate(id, { force_commit: true });
  await world.settle();
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
});

test('an overpayment is paid in full, once, however it is resolved', async () => {
  const subscription = await monthly();
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, amount: '1', risk_level: 'low' });
  await world.mine('LTC', 6);
  expect(await merchant.api.invoices.get(id)).toMatchObject({ status_context: 'overpaid' });
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: true });
  await merchant.api.invoices.refund(id);
  await world.settle();
  await goTo(world, subscription.current_period_ends_at);
  expect(await show(subscription.id)).toMatchObject({ status: 'active' });
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
});

test('two paid invoices of one period are one paid period', async () => {
  const subscription = await monthly();
  const [first, second] = [
    await invoiceFor(world, subscription, 'LTC'),
    await invoiceFor(world, subscription, 'BTC'),
  ];
  await world.pay({ invoice_id: first, risk_level: 'low' });
  await world.pay({ invoice_id: second, risk_level: 'low' });
  await world.mine('LTC', 6);
  await world.mine('BTC', 6);
  const { data } = await merchant.api.invoices.list({ subscription_id: subscription.id });
  expect(data.map((invoice) => invoice.status)).toEqual(['completed', 'completed']);
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
  await goTo(world, subscription.current_period_ends_at);
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: false });
});

test('high-risk money pays no period', async () => {
  const subscription = await monthly();
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, risk_level: 'high' });
  await world.mine('LTC', 6);
  await goTo(world, subscription.current_period_ends_at);
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
});

test('sent in time and confirmed after the end: it waits, and is paid', async () => {
  const subscription = await monthly();
  await untilJustBefore(subscription.endsAt - 5 * MINUTE);
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.advance(HOUR);
  expect(await show(subscription.id)).toMatchObject({
    status: 'active',
    current_period_paid: false,
    current_period_ends_at: subscription.current_period_ends_at,
  });
  expect(storyOf(merchant, subscription)).toEqual([]);
  await world.mine('LTC', 6);
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
  expect(paidOf(merchant).data).toMatchObject({
    current_period_paid: true,
    current_period_ends_at: subscription.current_period_ends_at,
  });
  expect(await show(subscription.id)).toMatchObject({
    status: 'active',
    current_period_paid: false,
    current_period_starts_at: subscription.current_period_ends_at,
  });
});

test('sent in time, and double-spent away after the end: cancelled', async () => {
  const subscription = await monthly();
  await untilJustBefore(subscription.endsAt - 5 * MINUTE);
  const id = await invoiceFor(world, subscription);
  const txid = await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.advance(10 * MINUTE);
  expect(await show(subscription.id)).toMatchObject({ status: 'active' });
  await replace(world.simulation('LTC'), { txid, amount: 0n });
  await world.mine('LTC', 6);
  await world.advance(2 * MINUTE);
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
});

test('an invoice cannot be paid in time after the period: it expires with it', async () => {
  const subscription = await monthly();
  await untilJustBefore(subscription.endsAt - 2 * MINUTE);
  const id = await invoiceFor(world, subscription);
  const invoice = await merchant.api.invoices.get(id);
  expect(invoice.expires_at).toBe(subscription.current_period_ends_at);
  await world.advance(3 * MINUTE);
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.mine('LTC', 6);
  expect(await merchant.api.invoices.get(id)).toMatchObject({
    status: 'unresolved',
    status_context: 'paid_late',
  });
  expect(storyOf(merchant, subscription)).toEqual(['cancelled']);
});

test('after months without billing, the current period is billed, and the paid one is notified first', async () => {
  // A price in the coin itself has no rate, and does not expire.
  const subscription = await monthly({}, { amount: '0.1', currency: 'LTC' });
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  // Nothing runs meanwhile: the payment was confirmed long before the workers see it.
  world.clock.advance(
    Date.UTC(new Date(subscription.endsAt).getUTCFullYear(), 5, 15) - world.clock.now(),
  );
  await world.mine('LTC', 6);
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
  expect(paidOf(merchant).data).toMatchObject({
    current_period_ends_at: subscription.current_period_ends_at,
  });
  const year = new Date(subscription.endsAt).getUTCFullYear();
  expect(await show(subscription.id)).toMatchObject({
    status: 'active',
    current_period_paid: false,
    current_period_starts_at: `${year}-05-31T12:00:00+00:00`,
    current_period_ends_at: `${year}-06-30T12:00:00+00:00`,
  });
});

test('a daily subscription survives a week of downtime, and requests one day', async () => {
  merchant = await world.merchant();
  const subscription = await newSubscription(world, merchant, { period: 'day' });
  await payPeriod(world, subscription);
  const end = Date.parse(subscription.current_period_ends_at);
  await world.advance(end - world.clock.now() + 7 * DAY + HOUR);
  const rolled = await show(subscription.id);
  expect(rolled.status).toBe('active');
  expect(Date.parse(rolled.current_period_starts_at)).toBe(end + 7 * DAY);
  expect(Date.parse(rolled.current_period_ends_at)).toBe(end + 8 * DAY);
});

test('a clock that goes back changes nothing, and the requested period is paid', async () => {
  const subscription = await monthly();
  await payPeriod(world, subscription);
  await goTo(world, subscription.current_period_ends_at);
  const rolled = await show(subscription.id);
  await world.advance(-5 * DAY);
  expect(await show(subscription.id)).toEqual(rolled);
  await payPeriod(world, subscription);
  expect(await show(subscription.id)).toEqual({ ...rolled, current_period_paid: true });
  await world.advance(5 * DAY);
  expect(await show(subscription.id)).toEqual({ ...rolled, current_period_paid: true });
  expect(storyOf(merchant, subscription)).toEqual(['paid', 'paid']);
});

test('concurrent workers do each task once, and nothing without a due task', async () => {
  const subscriptions: { id: string; current_period_ends_at: string }[] = [];
  merchant = await world.merchant();
  const ends = new Date(world.clock.now() + 20 * DAY).toISOString();
  for (let n = 0; n < 6; n++)
    subscriptions.push(await newSubscription(world, merchant, { starts_at: ends }));
  const paid = subscriptions.slice(0, 3);
  for (const subscription of paid) await payPeriod(world, subscription);
  world.clock.advance(Date.parse(ends) - world.clock.now());
  await Promise.all(Array.from({ length: 8 }, () => subscriptionWorker.run(world.app)));
  await world.settle();
  for (const subscription of subscriptions) {
    const wanted = paid.includes(subscription) ? ['paid'] : ['cancelled'];
    expect(storyOf(merchant, subscription)).toEqual(wanted);
  }
  const ids = subscriptions.map(({ id }) => id);
  const stored = () =>
    world.app.db.query('select * from subscriptions where id = any($1::uuid[]) order by id', [ids]);
  const before = await stored();
  await billSubscriptions(world.app, merchant.project, ids);
  await billSubscriptions(world.app, merchant.project, ids);
  expect(await stored()).toEqual(before);
});

test('an interrupted transaction leaves neither a period nor its callback', async () => {
  const subscription = await monthly();
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, risk_level: 'low' });
  await world.database.owner.query(
    `alter table events add constraint cut check (type <> 'Subscription') not valid`,
  );
  await world.mine('LTC', 6);
  expect(await merchant.api.invoices.get(id)).toMatchObject({ status: 'completed' });
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: false });
  await world.database.owner.query('alter table events drop constraint cut');
  await world.advance(2 * MINUTE);
  expect(await show(subscription.id)).toMatchObject({ current_period_paid: true });
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
});

test('within the merchant’s tolerance a slight underpayment is pending as well', async () => {
  const subscription = await monthly({ underpaymentTolerancePercent: '5' });
  await untilJustBefore(subscription.endsAt - 5 * MINUTE);
  const id = await invoiceFor(world, subscription);
  await world.pay({ invoice_id: id, amount: '0.125', risk_level: 'low' });
  await world.advance(30 * MINUTE);
  expect(storyOf(merchant, subscription)).toEqual([]);
  await world.mine('LTC', 6);
  expect(storyOf(merchant, subscription)).toEqual(['paid']);
});
