// Checkouts for people: the list with its filters and pages, the search, who may create, cancel and accept one, and the
// audit log, whose lines lead to the checkout.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defined } from '../../src/core/assert.ts';
import { HOUR, MINUTE } from '../../src/core/clock.ts';
import { type Browser, personIn } from '../people/support.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { type OperatorReader, operatorReader } from './support.ts';

let world: World;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { people: true, coins: ['LTC'] });
  shop = await world.merchant();
  other = await world.merchant();
});
afterAll(() => world.close());

const read: OperatorReader = (name, values) =>
  operatorReader(world)(name, { project: shop.project.id, ...values });

const list = async (values: object = {}) => (await read('checkouts.list', { ...values })).rows;
const ids = async (values: object = {}) => (await list(values)).map(({ id }) => id);

const create = (terms: object = {}, of = shop) =>
  of.api.checkouts.create({ price_amount: '100.00', price_currency: 'EUR', ...terms });

/** The invoice of a choice, paid for a share of what it asks. */
async function payPart(id: string, share: number): Promise<void> {
  const response = await fetch(`${world.url}/checkouts/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ pay_currency: 'LTC' }),
    redirect: 'manual',
  });
  const [, invoice] =
    /\/invoices\/([0-9a-f-]{36})/.exec(response.headers.get('location') ?? '') ?? [];
  const invoice_id = defined(invoice, 'an invoice');
  const { pay_amount } = await shop.api.invoices.get(invoice_id);
  const amount = (Number(pay_amount) * share).toFixed(6);
  await world.pay({ invoice_id, amount, risk_level: 'low' });
  await world.mine('LTC', 12);
}

/** Expired with a part of its price. */
async function partlyPaid(): Promise<string> {
  const { id } = await create();
  await payPart(id, 0.5);
  await world.advance(61 * MINUTE);
  expect((await shop.api.checkouts.get(id)).status_context).toBe('partially_paid');
  return id;
}

test('newest first, by status, currency, customer and time, page by page, only of the project', async () => {
  const first = await create({ custom_id: 'order-1', customer_id: 'anna', expires_in: 300 });
  const second = await create({ price_currency: 'USD', name: 'Second' });
  await payPart(first.id, 0.5);
  await world.advance(HOUR);
  const third = await create({ price_currency: 'SATS', price_amount: '5000' });
  await create({}, other);
  await shop.api.checkouts.cancel(third.id);

  expect(await list()).toMatchObject([
    {
      id: third.id,
      status: 'cancelled',
      price: { amount: '5000.0', currency: 'SATS' },
      project_id: shop.project.id,
    },
    { id: second.id, name: 'Second', status: 'expired', context: null, paid: { amount: '0.0' } },
    {
      id: first.id,
      custom_id: 'order-1',
      status: 'expired',
      context: 'partially_paid',
      price: { amount: '100.0', currency: 'EUR' },
      paid: { amount: expect.stringMatching(/^(49\.99|50\.0)/), currency: 'EUR' },
    },
  ]);
  expect(await ids({ status: 'expired' })).toEqual([second.id, first.id]);
  expect(await ids({ context: 'partially_paid' })).toEqual([first.id]);
  expect(await ids({ currency: 'USD' })).toEqual([second.id]);
  expect(await ids({ customer_id: 'anna', status: 'open' })).toEqual([]);
  expect(await ids({ customer_id: 'anna' })).toEqual([first.id]);
  expect(await ids({ from: third.created_at })).toEqual([third.id]);
  expect(await ids({ to: second.created_at })).toEqual([second.id, first.id]);
  const page = await read('checkouts.list', { limit: '2' });
  expect(page.next).toBe(second.id);
  expect(await ids({ limit: '2', after: page.next })).toEqual([first.id]);
});

test('what one has received, what remains, and its payments', async () => {
  const { id } = await create();
  await payPart(id, 0.25);
  await world.advance(11 * MINUTE);
  const seen = await read('checkouts.show', { checkout_id: id });
  const { invoices, payments, remaining_amount } = await shop.api.checkouts.get(id);
  expect(seen).toMatchObject({
    id,
    status: 'open',
    context: 'partially_paid',
    price: { amount: '100.0' },
    remaining: { amount: remaining_amount, currency: 'EUR' },
    payments: [
      {
        invoice_id: invoices[0]?.id,
        amount: { amount: payments[0]?.amount, currency: 'LTC' },
        network: 'litecoin',
        txid: payments[0]?.txid,
        status: 'confirmed',
        is_unmatched: false,
      },
    ],
  });
  const trace = await read('transactions.trace', { reference_id: invoices[0]?.id });
  expect(trace.belongs_to).toEqual({ type: 'checkout', id });
  const foreign = { project: other.project.id, checkout_id: id };
  await expect(read('checkouts.show', foreign)).rejects.toThrow();
});

test('the search finds a checkout by its ID, link, reference, name, email and price', async () => {
  const found = async (text: string, project = shop.project.id) =>
    (await read('search.find', { text, project })).map(({ type, id }) => `${type} ${id}`);
  const checkout = await create({
    custom_id: 'basket-77',
    name: 'Twelve tulips',
    payer_email: 'ada@flowers.example',
    price_amount: '31.25',
  });
  const hit = `checkout ${checkout.id}`;
  for (const text of [
    checkout.id,
    checkout.id.slice(0, 13),
    checkout.hosted_page_url,
    'basket-77',
    'tulips',
    'ada@flowers',
    '31.25',
  ])
    expect({ text, found: await found(text) }).toMatchObject({
      found: expect.arrayContaining([hit]),
    });
  expect(await found('basket-77', other.project.id)).toEqual([]);
});

test('people do what their roles permit: support may not accept a payment, finance may, once', async () => {
  const member = (name: string, role: 'support' | 'finance') =>
    personIn(world, { name }, { projectId: shop.project.id, roles: [role] });
  const support = await member('Sue', 'support');
  const finance = await member('Fay', 'finance');
  const at = (path: string) => `/projects/${shop.project.id}/checkouts${path}`;
  const lines = async () => (await read('journal.list', { object_type: 'checkout' })).rows;

  const id = await partlyPaid();
  expect((await support.post(at(`/${id}/accept`))).status).toBe(403);
  expect((await shop.api.checkouts.get(id)).status).toBe('expired');
  for (const _twice of [1, 2]) {
    const answer = await finance.post(at(`/${id}/accept`));
    expect(answer.body.data).toMatchObject({ id, status: 'completed', status_context: 'accepted' });
  }
  expect((await lines()).filter(({ object_id }) => object_id === id)[0]).toMatchObject({
    operation: 'acceptCheckout',
    result: 'done',
    object_type: 'checkout',
    project_id: shop.project.id,
  });

  const made = await createBy(finance, at(''));
  const cancelled = await finance.post(at(`/${made}/cancel`));
  expect(cancelled.body.data.status).toBe('cancelled');
  const own = (await lines()).filter(({ object_id }) => object_id === made);
  expect(own.map(({ operation }) => operation)).toEqual(['cancelCheckout', 'createCheckout']);
});

async function createBy(person: Browser, path: string): Promise<string> {
  const body = { price_amount: '5.00', price_currency: 'EUR', name: 'By hand' };
  const answer = await person.post(path, body);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
