// Refunds that shops start: links where the customer enters an address, never money without a person's approval.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { uuidOf } from '../../src/shops/ids.ts';
import { credit } from '../support/funds.ts';
import { startReceiver } from '../support/receiver.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openShop, type Shop } from './support.ts';

let world: World;
let merchant: Merchant;
let shop: Shop;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
  await credit(world, merchant, { EUR: '500' });
  shop = await openShop(world, merchant);
});

const STORE = 'btcpay.store.';

let orders = 100;
/** A paid order of 25 EUR. */
async function paidOrder(coin = 'LTC'): Promise<{ id: string; order: string }> {
  orders += 1;
  const order = `${orders}`;
  const { id } = await shop.invoice({ metadata: { orderId: order } });
  await shop.pay(id, { coin });
  expect(await shop.show(id)).toMatchObject({ status: 'Settled' });
  return { id, order };
}

const refund = (id: string, body: object) =>
  shop.call('POST', `/stores/${shop.storeId}/invoices/${id}/refund`, body);
const pull = (body: object) => shop.call('POST', `/stores/${shop.storeId}/pull-payments`, body);
/** Without a key. */
const publicly = async (path: string) => {
  const response = await fetch(`${world.url}${path}`, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

let strangers = 0;
async function claimOf(pullPaymentId: string): Promise<string> {
  strangers += 1;
  const coin = defined(world.app.coins.get('LTC'), 'LTC');
  const address = foreignAddress(coin, 'shop refunds', strangers);
  await takeClaim(world.app, pullPaymentId, address);
  return address;
}

test('from the whole refund to the payout: link, page, claim, approval, states', async () => {
  const { id, order } = await paidOrder();
  const { status, body } = await refund(id, { refundVariant: 'Fiat', payoutMethodId: 'BTC' });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    name: `Refund ${order}`,
    description: '',
    currency: 'EUR',
    amount: '25',
    startsAt: expect.any(Number),
    expiresAt: expect.any(Number),
    BOLT11Expiration: 30,
    autoApproveClaims: false,
    archived: false,
    viewLink: `${world.app.publicUrl.value}/pull-payments/${body.id}`,
  });
  const page = await publicly(`/pull-payments/${body.id}`);
  expect(page.status).toBe(302);
  const target = defined(page.headers.get('location'), 'a target');
  expect(target).toBe(`/refunds/${body.id}`);
  expect((await publicly(`${target}?locale=en`)).text).toContain('name="address"');
  const payouts = async () =>
    JSON.parse((await publicly(`/api/v1/pull-payments/${body.id}/payouts`)).text);
  expect(await payouts()).toEqual([]);
  const address = await claimOf(body.id);
  expect(await payouts()).toMatchObject([
    {
      pullPaymentId: body.id,
      payoutMethodId: 'LTC-CHAIN',
      destination: address,
      originalAmount: '25',
      originalCurrency: 'EUR',
      payoutAmount: null,
      payoutCurrency: 'LTC',
      state: 'AwaitingApproval',
      paymentProof: null,
    },
  ]);
  // The coin of the payer, not the one that the plugin names. Nothing moves before a person approves.
  expect((await merchant.api.coinWithdrawals.list()).data).toEqual([]);
  const [claim] = (await merchant.api.refundClaims.list({ status: 'claimed' })).data;
  await merchant.api.refundClaims.approve(defined(claim, 'one').id);
  expect(await payouts()).toMatchObject([{ state: 'AwaitingPayment' }]);
  await world.settle();
  expect(await payouts()).toMatchObject([
    { state: 'InProgress', paymentProof: { id: expect.stringMatching(/^[0-9a-f]{64}$/) } },
  ]);
  await world.mine('LTC', 12);
  expect(await payouts()).toMatchObject([{ state: 'Completed' }]);
});

test('the webhook of a refund names its pull payment, whose ID no table has', async () => {
  const receiver = await startReceiver();
  const specificEvents = ['InvoiceRefund'];
  await shop.call('POST', `/stores/${shop.storeId}/webhooks`, {
    url: receiver.url,
    authorizedEvents: { everything: false, specificEvents },
  });
  const { id } = await paidOrder();
  const { body } = await refund(id, {
    refundVariant: 'Custom',
    customAmount: '10',
    customCurrency: 'EUR',
  });
  await claimOf(body.id);
  const [claim] = (await merchant.api.refundClaims.list({ status: 'claimed' })).data;
  await merchant.api.refundClaims.approve(defined(claim, 'one').id);
  await world.advance(MINUTE);
  const told = () =>
    receiver.received.map((one) => {
      const { type, invoiceId, pullPaymentId } = JSON.parse(one.body);
      return { type, invoiceId, pullPaymentId };
    });
  const first = { type: 'InvoiceRefund', invoiceId: id, pullPaymentId: body.id };
  expect(told()).toEqual([first]);
  const stored = await world.app.db.query(
    'select shop_deliveries::text as text from shop_deliveries',
  );
  expect(JSON.stringify(stored)).not.toContain(body.id);
  // A refund without a link has none.
  const [invoice] = (await merchant.api.checkouts.get(uuidOf(id) ?? '')).invoices;
  await merchant.api.invoices.refund(invoice?.id ?? '', {
    amount: '5',
    address: foreignAddress(defined(world.app.coins.get('LTC'), 'LTC'), 'shop refunds', 99),
  });
  await world.advance(MINUTE);
  expect(told()).toEqual([first, { ...first, pullPaymentId: null }]);
  await receiver.close();
});

test('a declined refund is canceled, and its amount can be refunded again', async () => {
  const { id } = await paidOrder();
  const { body } = await refund(id, { refundVariant: 'RateThen' });
  expect(body).toMatchObject({ currency: 'LTC', amount: expect.stringMatching(/^0\.\d+$/) });
  await claimOf(body.id);
  expect(await refund(id, { refundVariant: 'RateThen' })).toMatchObject({
    status: 400,
    body: { code: 'non-refundable' },
  });
  const [claim] = (await merchant.api.refundClaims.list({ status: 'claimed' })).data;
  await merchant.api.refundClaims.decline(defined(claim, 'one').id, {});
  const shown = async (path: string) => JSON.parse((await publicly(path)).text);
  expect(await shown(`/api/v1/pull-payments/${body.id}`)).toMatchObject({ archived: true });
  expect(await shown(`/api/v1/pull-payments/${body.id}/payouts`)).toMatchObject([
    { state: 'Cancelled' },
  ]);
  expect((await refund(id, { refundVariant: 'CurrentRate' })).status).toBe(200);
});

test('parts: Custom in the price or the coin, a percentage is kept, in sum never more than was paid', async () => {
  const { id } = await paidOrder();
  const custom = { refundVariant: 'Custom', paymentMethod: 'BTC' };
  const part = await refund(id, { ...custom, customAmount: 10, customCurrency: 'EUR' });
  expect(part.body).toMatchObject({ amount: '10', currency: 'EUR' });
  const kept = await refund(id, {
    ...custom,
    customAmount: '10.00',
    customCurrency: 'EUR',
    subtractPercentage: 2.5,
  });
  expect(kept.body).toMatchObject({ amount: '9.75', currency: 'EUR' });
  const round = { ...custom, customAmount: '1', customCurrency: 'EUR', subtractPercentage: 33.3 };
  expect((await refund(id, round)).body).toMatchObject({ amount: '0.66', currency: 'EUR' });
  const coins = await refund(id, { ...custom, customAmount: '0.01', customCurrency: 'ltc' });
  expect(coins.body).toMatchObject({ amount: '0.01', currency: 'LTC' });
  const above = await refund(id, { ...custom, customAmount: '5.00', customCurrency: 'EUR' });
  expect(above).toMatchObject({ status: 422, body: [{ path: 'CustomAmount' }] });
  const rest = await refund(id, { refundVariant: 'Fiat' });
  expect(rest.status).toBe(200);
  expect(Number(rest.body.amount)).toBeLessThan(5.25);
});

test('every wrong field is named with its path, and OverpaidAmount says where it is refunded', async () => {
  const { id } = await paidOrder();
  const paths = async (body: object) => {
    const answer = await refund(id, body);
    expect(answer.status).toBe(422);
    return answer.body.map(({ path }: { path: string }) => path);
  };
  expect(await paths({})).toEqual(['RefundVariant']);
  expect(await paths({ refundVariant: 'OverpaidAmount' })).toEqual(['RefundVariant']);
  expect(await paths({ refundVariant: 'Custom' })).toEqual(['CustomAmount', 'CustomCurrency']);
  expect(await paths({ refundVariant: 'Fiat', subtractPercentage: 100 })).toEqual([
    'SubtractPercentage',
  ]);
  const other = { refundVariant: 'Custom', customAmount: '1', customCurrency: 'USD' };
  expect(await paths(other)).toEqual(['CustomCurrency']);
  const unpaid = await shop.invoice();
  expect(await refund(unpaid.id, { refundVariant: 'Fiat' })).toMatchObject({
    status: 400,
    body: { code: 'non-refundable' },
  });
  expect(await refund('AAAAAAAAAAAAAAAAAAAAAA', { refundVariant: 'Fiat' })).toMatchObject({
    status: 404,
    body: { code: 'invoice-not-found' },
  });
});

test('a pull payment as WooCommerce asks for it is a refund of the order in its name', async () => {
  const { order } = await paidOrder();
  const { order: other } = await paidOrder();
  const asked = {
    name: `Refund of order ${order}`,
    description: 'Refund for a broken cup.',
    amount: '12.50',
    currency: 'EUR',
    autoApproveClaims: false,
    paymentMethods: ['BTC_CHAIN'],
    payoutMethods: ['BTC_CHAIN'],
  };
  const { status, body } = await pull(asked);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    name: asked.name,
    description: asked.description,
    amount: '12.5',
    currency: 'EUR',
  });
  expect(await pull({ ...asked, amount: '12.51' })).toMatchObject({ status: 422 });
  for (const name of ['Refund', `Orders ${order} and ${other}`, 'Order 4711'])
    expect(await pull({ ...asked, name })).toMatchObject({ status: 422, body: [{ path: 'Name' }] });
  expect(await pull({ ...asked, amount: '0', name: 'x'.repeat(51) })).toMatchObject({
    status: 422,
    body: [{ path: 'Amount' }, { path: 'Name' }],
  });
  const later = Math.floor((world.clock.now() + 3 * DAY) / 1000);
  const lasting = await pull({ ...asked, amount: '2', expiresAt: later });
  expect(lasting.body.expiresAt - later).toBeLessThan(5);
  expect(await pull({ ...asked, amount: '2', expiresAt: 1 })).toMatchObject({
    status: 422,
    body: [{ path: 'ExpiresAt' }],
  });
  // A GET with a body, as the library sends it.
  const list = await shop.call('GET', `/stores/${shop.storeId}/pull-payments`);
  expect(list.body.map(({ id }: { id: string }) => id)).toEqual([lasting.body.id, body.id]);
});

test('no key approves: automatic approval is 403, and each call needs its permission', async () => {
  const { id, order } = await paidOrder();
  const asked = { name: `Refund ${order}`, amount: '1', currency: 'EUR' };
  expect(await pull({ ...asked, autoApproveClaims: true })).toMatchObject({
    status: 403,
    body: { code: 'missing-permission', missingPermission: `${STORE}cancreatepullpayments` },
  });
  const reads = ['canmodifyinvoices', 'canviewpullpayments'].map((name) => STORE + name);
  shop = await openShop(world, merchant, reads);
  for (const answer of [await pull(asked), await refund(id, { refundVariant: 'Fiat' })])
    expect(answer).toMatchObject({
      status: 403,
      body: { missingPermission: `${STORE}cancreatenonapprovedpullpayments` },
    });
  expect(await shop.call('GET', `/stores/${shop.storeId}/pull-payments`)).toMatchObject({
    status: 403,
    body: { missingPermission: `${STORE}cancreatenonapprovedpullpayments` },
  });
  const other = await openShop(world, await world.merchant());
  expect(
    await other.call('POST', `/stores/${other.storeId}/invoices/${id}/refund`, {
      refundVariant: 'Fiat',
    }),
  ).toMatchObject({ status: 404 });
});

test('unknown pull payments are 404 for everybody, and none shows by the id of its claim', async () => {
  const { id } = await paidOrder();
  await refund(id, { refundVariant: 'Fiat' });
  const [claim] = (await merchant.api.refundClaims.list({})).data;
  for (const unknown of ['x', 'A'.repeat(43), defined(claim, 'one').id]) {
    for (const rest of ['', '/payouts'])
      expect(await publicly(`/api/v1/pull-payments/${unknown}${rest}`)).toMatchObject({
        status: 404,
        text: expect.stringContaining('pullpayment-not-found'),
      });
  }
  expect((await publicly('/pull-payments/x')).status).toBe(404);
});

test('an order that was paid in two coins is refunded from the part that has most left', async () => {
  const { id } = await shop.invoice({ metadata: { orderId: 'two' } });
  await shop.pay(id, { coin: 'BTC', share: 0.25 });
  await shop.pay(id, { coin: 'LTC' });
  await world.advance(61 * MINUTE);
  await world.settle();
  expect(await shop.show(id)).toMatchObject({ status: 'Settled' });
  const { body } = await refund(id, { refundVariant: 'RateThen' });
  expect(body.currency).toBe('LTC');
});
