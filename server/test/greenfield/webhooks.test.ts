// Webhooks of shops: registering as each plugin does, the signature, the order of events, and repeats.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE, SECOND } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { cleanUpWorker } from '../../src/http/clean-up.ts';
import { refundInvoice } from '../../src/invoices/refund.ts';
import { signatureOf } from '../../src/shops/deliver.ts';
import { uuidOf } from '../../src/shops/ids.ts';
import { claimShopDeliveries } from '../../src/shops/webhooks.ts';
import { makeAllDue } from '../../src/workers/schedule.ts';
import { runDueWork } from '../../src/workers/worker.ts';
import { startReceiver } from '../support/receiver.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openShop, type Shop } from './support.ts';

let world: World;
let merchant: Merchant;
let shop: Shop;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await receiver?.close();
  receiver = await startReceiver();
  merchant = await world.merchant();
  shop = await openShop(world, merchant);
});
afterAll(() => receiver.close());

const hooks = (rest = '') => `/stores/${shop.storeId}/webhooks${rest}`;
const register = async (more: object = {}) =>
  (await shop.call('POST', hooks(), { url: receiver.url, ...more })).body;
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));
const types = () => receiver.received.map(({ type }) => type);

test('the vector of the library of plugins', () => {
  expect(signatureOf('{"a":1,"b":2,"c":3}', 'abc')).toBe(
    'sha256=bc8122472fb9bb9c15d90d7a61b156f54a69d835592c85d0f37f6454d530dec8',
  );
});

test('registered with an address only: all events, repeats, and a secret that is shown once', async () => {
  const made = await register();
  expect(made).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9_-]{22}$/),
    url: receiver.url,
    enabled: true,
    automaticRedelivery: true,
    authorizedEvents: { everything: true, specificEvents: [] },
    secret: expect.stringMatching(/^\w+$/),
  });
  const { secret, ...shown } = made;
  expect((await shop.call('GET', hooks())).body).toEqual([shown]);
  expect((await shop.call('GET', hooks(`/${made.id}`))).body).toEqual(shown);
  const stored = await world.app.db.query('select shop_webhooks::text as text from shop_webhooks');
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('with events and an own secret; changed as a whole, and the secret stays; deleted', async () => {
  const specificEvents = ['InvoiceSettled', 'InvoiceExpired'];
  const made = await register({
    secret: 'mine',
    authorizedEvents: { everything: false, specificEvents },
  });
  expect(made).toMatchObject({
    secret: 'mine',
    authorizedEvents: { everything: false, specificEvents },
  });
  const changed = await shop.call('PUT', hooks(`/${made.id}`), {
    url: `${receiver.url}/?wc-api=btcpaygf_default`,
    enabled: true,
    automaticRedelivery: true,
    authorizedEvents: { everything: true },
  });
  expect(changed.body.secret).toBeUndefined();
  await shop.invoice();
  await world.advance(SECOND);
  const [sent] = receiver.received;
  expect(sent?.headers['btcpay-sig']).toBe(
    `sha256=${createHmac('sha256', 'mine')
      .update(sent?.body ?? '')
      .digest('hex')}`,
  );
  expect((await shop.call('DELETE', hooks(`/${made.id}`))).text).toBe('');
  expect(await shop.call('GET', hooks(`/${made.id}`))).toMatchObject({
    status: 404,
    body: { code: 'webhook-not-found' },
  });
});

test('an address that may not be called is refused with its path', async () => {
  for (const url of ['ftp://shop.example/x', 'nonsense', 'https://user:word@shop.example/'])
    expect(await shop.call('POST', hooks(), { url })).toMatchObject({
      status: 422,
      body: [{ path: 'Url' }],
    });
});

test('an invoice that is paid: the events in their order, each with the metadata', async () => {
  const hook = await register();
  const { id } = await shop.invoice({ metadata: { orderId: '7', '10': 1 } });
  await shop.pay(id, { blocks: 0 });
  await world.mine('LTC', 12);
  await world.advance(SECOND);
  expect(types()).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ]);
  const all = bodies();
  for (const body of all)
    expect(body).toMatchObject({
      invoiceId: id,
      storeId: shop.storeId,
      isRedelivery: false,
      metadata: { orderId: '7' },
      timestamp: expect.any(Number),
    });
  expect(hook.id).toMatch(/\w/);
  expect(all.every(({ deliveryId, originalDeliveryId }) => deliveryId === originalDeliveryId)).toBe(
    true,
  );
  expect(all[1]).toMatchObject({
    afterExpiration: false,
    paymentMethodId: 'LTC-CHAIN',
    payment: { status: 'Processing', fee: '0' },
  });
  expect(all[4]).toMatchObject({ manuallyMarked: false, overPaid: false });
});

test('an expiry is told on time, without any request, with what was paid', async () => {
  await register();
  const unpaid = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await world.advance(5 * MINUTE - SECOND);
  expect(types()).toEqual(['InvoiceCreated']);
  await world.advance(2 * SECOND);
  expect(bodies().at(-1)).toMatchObject({
    type: 'InvoiceExpired',
    invoiceId: unpaid.id,
    partiallyPaid: false,
  });
  const part = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await shop.pay(part.id, { share: 0.5 });
  await world.advance(6 * MINUTE);
  const own = bodies().filter(({ invoiceId }) => invoiceId === part.id);
  expect(own.map(({ type }) => type)).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoicePaymentSettled',
    'InvoiceExpired',
    'InvoiceExpiredPaidPartial',
  ]);
  expect(own[3]).toMatchObject({ partiallyPaid: true });
});

test('paid too late: Expired and PaidLate, told as a payment after the expiry', async () => {
  await register();
  const { id } = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await shop.call('POST', `/invoices/${id}/payment-methods/LTC-CHAIN/activate`);
  const [method] = (await shop.call('GET', `/invoices/${id}/payment-methods`)).body;
  await world.advance(6 * MINUTE);
  const [invoice] = (await merchant.api.invoices.list()).data;
  await world.pay({ invoice_id: invoice?.id ?? '', amount: method.due, risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.advance(SECOND);
  expect(await shop.show(id)).toMatchObject({ status: 'Expired', additionalStatus: 'PaidLate' });
  const own = bodies();
  expect(own.map(({ type }) => type)).toContain('InvoicePaidAfterExpiration');
  const settled = own.find(({ type }) => type === 'InvoicePaymentSettled');
  expect(settled).toMatchObject({ afterExpiration: true });
  expect(own.map(({ type }) => type)).not.toContain('InvoiceSettled');
});

test('repeated until 2xx, also after 404, with the first id, in order; given up at the end', async () => {
  await register();
  let refusals = 2;
  receiver.answerWith(() => {
    refusals -= 1;
    return refusals >= 0 ? 404 : 204;
  });
  const { id } = await shop.invoice();
  await shop.pay(id, { blocks: 0 });
  await world.advance(SECOND);
  expect(types()).toEqual(['InvoiceCreated']);
  await world.advance(11 * SECOND);
  await world.advance(61 * SECOND);
  expect(types().slice(0, 4)).toEqual([
    'InvoiceCreated',
    'InvoiceCreated',
    'InvoiceCreated',
    'InvoiceReceivedPayment',
  ]);
  const [first, second, third] = bodies();
  expect([first.isRedelivery, second.isRedelivery]).toEqual([false, true]);
  expect(
    new Set([first, second, third].map(({ originalDeliveryId }) => originalDeliveryId)).size,
  ).toBe(1);
  expect(new Set([first, second, third].map(({ deliveryId }) => deliveryId)).size).toBe(3);
  receiver.answerWith(() => 500);
  await shop.invoice();
  for (let n = 0; n < 10; n++) await world.advance(11 * MINUTE);
  const [failed] = await world.app.db.query(
    "select attempts, last_answer from shop_deliveries where status = 'failed' and project_id = $1",
    [shop.storeId],
  );
  expect(failed).toEqual({ attempts: 9, last_answer: '500' });
});

test('what was marked by hand is not contradicted by what happens later; a payment is still told', async () => {
  await register();
  const { id } = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await shop.pay(id, { share: 0.5 });
  await shop.call('POST', `/invoices/${id}/status`, { status: 'Settled' });
  await world.advance(6 * MINUTE);
  expect(types().filter((type) => type !== 'InvoicePaymentSettled')).toEqual([
    'InvoiceCreated',
    'InvoiceReceivedPayment',
    'InvoiceSettled',
  ]);
  expect(await shop.show(id)).toMatchObject({ status: 'Settled', additionalStatus: 'Marked' });
});

test('only what was subscribed to is sent, and nothing without repeats', async () => {
  await register({
    automaticRedelivery: false,
    authorizedEvents: { everything: false, specificEvents: ['InvoiceInvalid', 'InvoiceSettled'] },
  });
  receiver.answerWith(() => 503);
  const { id } = await shop.invoice();
  await shop.call('POST', `/invoices/${id}/status`, { status: 'Invalid' });
  await world.advance(30 * MINUTE);
  expect(bodies()).toMatchObject([{ type: 'InvoiceInvalid', invoiceId: id, manuallyMarked: true }]);
});

test('marked twice at once: told once', async () => {
  await register();
  const { id } = await shop.invoice();
  const mark = () => shop.call('POST', `/invoices/${id}/status`, { status: 'Invalid' });
  const answers = await Promise.all([mark(), mark(), mark()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  await world.advance(SECOND);
  expect(types()).toEqual(['InvoiceCreated', 'InvoiceInvalid']);
});

test('a payment to an invoice that was marked invalid is told', async () => {
  await register();
  const { id } = await shop.invoice();
  await shop.call('POST', `/invoices/${id}/payment-methods/LTC-CHAIN/activate`);
  await shop.call('POST', `/invoices/${id}/status`, { status: 'Invalid' });
  const [invoice] = (await merchant.api.invoices.list()).data;
  await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'low' });
  await world.mine('LTC', 12);
  await world.advance(SECOND);
  expect(types()).toEqual([
    'InvoiceCreated',
    'InvoiceInvalid',
    'InvoiceReceivedPayment',
    'InvoicePaymentSettled',
  ]);
  expect(await shop.show(id)).toMatchObject({ status: 'Invalid', paidAmount: '25' });
});

test('a high-risk payment: the order is not given up at the expiry, but once it is refunded', async () => {
  await register();
  const { id } = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await shop.call('POST', `/invoices/${id}/payment-methods/LTC-CHAIN/activate`);
  const [invoice] = (await merchant.api.invoices.list()).data;
  await world.pay({ invoice_id: invoice?.id ?? '', risk_level: 'high' });
  await world.mine('LTC', 12);
  await world.advance(6 * MINUTE);
  expect(await shop.show(id)).toMatchObject({ status: 'Processing' });
  expect(types()).not.toContain('InvoiceExpired');
  const caller = { project: merchant.project, objectId: newId(world.clock, world.app.random) };
  await refundInvoice(world.app, caller, { invoice_id: invoice?.id ?? '' });
  await world.advance(SECOND);
  expect(await shop.show(id)).toMatchObject({ status: 'Expired' });
  expect(types().at(-1)).toBe('InvoiceExpired');
});

test('a store whose endpoint holds up its deliveries leaves room for the others', async () => {
  for (let n = 0; n < 3; n++) await register();
  for (let n = 0; n < 15; n++) await shop.invoice();
  const busy = shop.storeId;
  shop = await openShop(world, await world.merchant());
  await register();
  await shop.invoice();
  const now = new Date(world.clock.now());
  const claimed = await world.app.db.transaction((tx) =>
    claimShopDeliveries(tx, { limit: 40, ofStore: 4, until: now }),
  );
  const stores = claimed.map(({ project_id: of }) => of);
  expect(stores.filter((of) => of === busy)).toHaveLength(4);
  expect(stores.filter((of) => of === shop.storeId)).toHaveLength(1);
});

test('what has ended is deleted after a month, what is pending is not', async () => {
  await register();
  await shop.invoice();
  await world.advance(SECOND);
  receiver.answerWith(() => 500);
  const { id } = await shop.invoice();
  await world.advance(SECOND);
  // The age is that of the machine's clock.
  await world.database.owner.query(
    `update shop_deliveries set created_at = created_at - interval '60 days' where project_id = $1`,
    [shop.storeId],
  );
  await makeAllDue(world.app);
  await runDueWork(world.app, [cleanUpWorker]);
  const left = await world.app.db.query<{ checkout_id: string }>(
    'select checkout_id from shop_deliveries where project_id = $1',
    [shop.storeId],
  );
  expect(left.map((row) => row.checkout_id)).toEqual([uuidOf(id)]);
});
