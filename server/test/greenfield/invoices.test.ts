// The Greenfield API as shops use it: transport, keys and permissions, invoices, statuses, payment methods.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { openShop, type Shop } from './support.ts';

let world: World;
let merchant: Merchant;
let shop: Shop;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC', 'ETH'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
  shop = await openShop(world, merchant);
});

const STORE = 'btcpay.store.';
const onStore = (rest: string) => `/stores/${shop.storeId}${rest}`;

test('a key is forty lower-case hexadecimal digits, shows exactly what it was given, and ends when revoked', async () => {
  const asked = [`${STORE}cancreateinvoice`, `${STORE}canviewinvoices`];
  shop = await openShop(world, merchant, asked);
  expect(shop.key).toMatch(/^[0-9a-f]{40}$/);
  expect((await shop.call('GET', '/api-keys/current')).body).toEqual({
    apiKey: shop.key,
    label: 'My shop',
    permissions: asked.map((policy) => `${policy}:${shop.storeId}`),
  });
  const [stored] = await world.app.db.query<{ text: string }>(
    'select shop_keys::text as text from shop_keys where project_id = $1',
    [shop.storeId],
  );
  expect(stored?.text).not.toContain(shop.key);
  const ended = await shop.call('DELETE', '/api-keys/current');
  expect([ended.status, ended.text]).toEqual([200, '']);
  expect((await shop.call('GET', '/server/info')).body).toMatchObject({ code: 'unauthenticated' });
});

test('the word before the key may be token or Bearer, in any case; everything else is 401', async () => {
  const status = async (authorization: string) =>
    (await fetch(`${world.url}/api/v1/server/info`, { headers: { authorization } })).status;
  for (const word of ['token', 'TOKEN', 'Token', 'Bearer', 'bearer'])
    expect(await status(`${word} ${shop.key}`)).toBe(200);
  for (const wrong of ['', `Basic ${shop.key}`, `token ${shop.key}0`, `token ${'0'.repeat(40)}`])
    expect(await status(wrong)).toBe(401);
});

test('the store of another merchant, and a call beyond the permissions, are 403 with the permission', async () => {
  const other = await openShop(world, await world.merchant());
  const { id } = await other.invoice();
  const foreign = await shop.call('GET', `/stores/${other.storeId}/invoices/${id}`);
  expect(foreign).toMatchObject({
    status: 403,
    body: { code: 'missing-permission', missingPermission: `${STORE}canviewinvoices` },
  });
  // With its own store in the path, and without one, the invoice does not exist.
  for (const path of [onStore(`/invoices/${id}`), `/invoices/${id}`])
    expect(await shop.call('GET', path)).toMatchObject({
      status: 404,
      body: { code: 'invoice-not-found' },
    });
  shop = await openShop(world, merchant, [`${STORE}canviewinvoices`]);
  expect(
    await shop.call('POST', onStore('/invoices'), { amount: 1, currency: 'EUR' }),
  ).toMatchObject({
    status: 403,
    body: { missingPermission: `${STORE}cancreateinvoice` },
  });
});

test('a permission that implies others allows them, and a key can never withdraw', async () => {
  shop = await openShop(world, merchant, [`${STORE}canmodifystoresettings`]);
  expect((await shop.call('GET', '/stores')).status).toBe(200);
  expect(
    (await shop.call('POST', onStore('/invoices'), { amount: '1', currency: 'EUR' })).status,
  ).toBe(200);
  expect((await shop.call('GET', onStore('/webhooks'))).status).toBe(200);
  const signed = await fetch(`${world.url}/api/coin_withdrawals`, {
    method: 'POST',
    headers: { authorization: `token ${shop.key}` },
    body: '{}',
  });
  expect(signed.status).toBe(401);
});

test('server, store, methods and rates, with the names of both versions', async () => {
  const info = (await shop.call('GET', '/server/info')).body;
  expect(info.version).toMatch(/^2\.\d+\.\d+$/);
  expect(typeof info.fullySynched).toBe('boolean');
  expect(info.supportedPaymentMethods).toContain('LTC-CHAIN');
  const [store] = (await shop.call('GET', '/stores')).body;
  expect(store).toMatchObject({ id: shop.storeId, defaultCurrency: 'EUR' });
  expect((await shop.call('GET', onStore(''))).body).toEqual(store);
  const methods = (await shop.call('GET', onStore('/payment-methods'))).body;
  for (const { paymentMethodId, enabled, cryptoCode } of methods) {
    expect(paymentMethodId).toMatch(/^[A-Z0-9]+-[A-Z0-9]+$/);
    expect(enabled).toBe(true);
    expect(paymentMethodId.startsWith(`${cryptoCode}-`)).toBe(true);
  }
  expect((await shop.call('GET', onStore('/payment-methods/OnChain'))).body).toContainEqual({
    cryptoCode: 'BTC',
    enabled: true,
  });
  expect((await shop.call('GET', onStore('/payment-methods/LightningNetwork'))).body).toEqual([]);
  const [rate] = (await shop.call('GET', onStore('/rates?currencyPair=BTC_EUR'))).body;
  expect(rate).toMatchObject({
    currencyPair: 'BTC_EUR',
    errors: [],
    rate: expect.stringMatching(/^\d/),
  });
  const health = await fetch(`${world.url}/api/v1/health`);
  expect([health.status, await health.json()]).toEqual([200, { synchronized: true }]);
});

test('as WooCommerce asks: success is exactly 200, and the metadata comes back to the byte', async () => {
  const metadata = `{"taxIncluded":"0","posData":"{\\"WooCommerce\\":{\\"Order ID\\":12}}", "orderUrl":"https://shop.example/?p=12","orderId":"12","nested":{"10":1.50,"2":[null,"",true,"\\u00e9é"]}}`;
  const made = await shop.callWithText(
    'POST',
    onStore('/invoices'),
    `{"amount":"25.00","currency":"EUR","metadata":${metadata},"checkout":{"speedPolicy":null,"paymentMethods":["BTC_CHAIN","LTC_CHAIN"],"defaultPaymentMethod":null,"expirationMinutes":null,"monitoringMinutes":null,"paymentTolerance":null,"redirectURL":"https://shop.example/checkout/order-received/12/?key=wc_1","redirectAutomatically":true,"requiresRefundEmail":null,"defaultLanguage":null},"receipt":null}`,
  );
  expect(made.status).toBe(200);
  expect(made.text).toContain(`"metadata":${metadata}`);
  const { id } = made.body;
  expect(id).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(made.body).toMatchObject({
    storeId: shop.storeId,
    amount: '25',
    paidAmount: '0',
    currency: 'EUR',
    type: 'Standard',
    checkoutLink: `${world.url}/i/${id}`,
    status: 'New',
    additionalStatus: 'None',
    archived: false,
    availableStatusesForManualMarking: ['Settled', 'Invalid'],
  });
  expect(made.body.checkout.paymentMethods).toEqual(['BTC-CHAIN', 'LTC-CHAIN']);
  expect(made.body.checkout.redirectURL).toBe(
    'https://shop.example/checkout/order-received/12/?key=wc_1',
  );
  expect(made.body.expirationTime - made.body.createdTime).toBe(3600);
  const shown = await shop.call('GET', onStore(`/invoices/${id}`));
  expect(shown.text).toBe(made.text);
});

test('as OpenCart asks: eight decimals, and an address with a bare line', async () => {
  const redirectURL =
    'https://shop.example/index.php?route=extension/btcpay/payment/btcpay|callback&i={InvoiceId}';
  const { id, amount, checkout } = await shop.invoice({
    amount: '602.00000000',
    currency: 'usd',
    checkout: { redirectURL, expirationMinutes: 15, paymentTolerance: 0 },
  });
  expect(Number(amount)).toBe(602);
  expect(checkout).toMatchObject({ redirectURL, expirationMinutes: 15, paymentTolerance: 0 });
  const [row] = await world.app.db.query<{ success_redirect_url: string }>(
    'select success_redirect_url from checkouts where project_id = $1',
    [shop.storeId],
  );
  expect(row?.success_redirect_url).toBe(redirectURL.replace('{InvoiceId}', id));
});

test('more decimals than the currency has are rounded half up, and numbers are read as numbers', async () => {
  expect((await shop.invoice({ amount: '10.005' })).amount).toBe('10.01');
  expect((await shop.invoice({ amount: 10.004 })).amount).toBe('10');
  expect(await shop.invoice({ amount: 250000, currency: 'SATS' })).toMatchObject({
    amount: '250000',
    currency: 'SATS',
  });
});

test('payment methods as an object, of version 1, and ones that are switched off', async () => {
  const offered = async (paymentMethods: unknown) =>
    (await shop.invoice({ checkout: { paymentMethods } })).checkout.paymentMethods;
  expect(await offered({ 0: 'BTC', 2: 'ltc_onchain' })).toEqual(['BTC-CHAIN', 'LTC-CHAIN']);
  expect(await offered(['BTC-LightningNetwork', 'XMR-CHAIN', 'LTC-CHAIN'])).toEqual(['LTC-CHAIN']);
  expect((await offered([])).length).toBe(world.app.coins.size);
  const none = await shop.call('POST', onStore('/invoices'), {
    amount: '1',
    currency: 'EUR',
    checkout: { paymentMethods: ['BTC-LN'] },
  });
  expect(none).toMatchObject({ status: 422, body: [{ path: 'Checkout.PaymentMethods[0]' }] });
});

test('all problems at once, each with the path of its field', async () => {
  const refused = await shop.call('POST', onStore('/invoices'), {
    amount: '-1',
    currency: 'XXX',
    metadata: [],
    checkout: { redirectURL: 'javascript:alert(1)', expirationMinutes: 0 },
  });
  expect(refused.status).toBe(422);
  expect(refused.body.map(({ path }: { path: string }) => path).sort()).toEqual([
    'Checkout.ExpirationMinutes',
    'Checkout.RedirectURL',
    'Currency',
    'Metadata',
  ]);
  expect(await shop.callWithText('POST', onStore('/invoices'), '{')).toMatchObject({ status: 400 });
  expect(await shop.callWithText('POST', onStore('/invoices'), '[1]')).toMatchObject({
    status: 400,
  });
});

test('an exact payment is Processing when it is seen, then Settled, and never PaidOver', async () => {
  const { id } = await shop.invoice();
  await shop.pay(id, { blocks: 0 });
  expect(await shop.show(id)).toMatchObject({
    status: 'Processing',
    additionalStatus: 'None',
    paidAmount: '25',
  });
  await world.mine('LTC', 12);
  expect(await shop.show(id)).toMatchObject({
    status: 'Settled',
    additionalStatus: 'None',
    availableStatusesForManualMarking: [],
  });
  const methods = (await shop.call('GET', onStore(`/invoices/${id}/payment-methods`))).body;
  expect(methods).toHaveLength(1);
  const [method] = methods;
  expect(method).toMatchObject({
    paymentMethodId: 'LTC-CHAIN',
    paymentMethod: 'LTC-CHAIN',
    cryptoCode: 'LTC',
    activated: true,
    due: '0',
    networkFee: '0',
    paymentMethodPaid: method.amount,
    totalPaid: method.amount,
  });
  expect(method.payments).toMatchObject([{ status: 'Settled', value: method.amount, fee: '0' }]);
  expect(method.payments[0].id).toMatch(/^[0-9a-f]{64}-\d+$/);
});

test('too much is PaidOver, a part is PaidPartial, and a part at the expiry is Expired', async () => {
  const over = await shop.invoice();
  await shop.pay(over.id, { share: 1.2 });
  await world.advance(11 * MINUTE);
  expect(await shop.show(over.id)).toMatchObject({
    status: 'Settled',
    additionalStatus: 'PaidOver',
  });
  const part = await shop.invoice();
  await shop.pay(part.id, { share: 0.5 });
  expect(await shop.show(part.id)).toMatchObject({
    status: 'New',
    additionalStatus: 'PaidPartial',
  });
  await world.advance(61 * MINUTE);
  expect(await shop.show(part.id)).toMatchObject({
    status: 'Expired',
    additionalStatus: 'PaidPartial',
  });
});

test('an unpaid invoice lists each coin with what is due, and makes no address before one is chosen', async () => {
  const { id } = await shop.invoice({ checkout: { paymentMethods: ['BTC', 'LTC'] } });
  const path = onStore(`/invoices/${id}/payment-methods`);
  const before = (await shop.call('GET', path)).body;
  expect(
    before.map(({ activated, destination }: Record<string, unknown>) => [activated, destination]),
  ).toEqual([
    [false, null],
    [false, null],
  ]);
  expect((await shop.call('POST', `${path}/BTC-CHAIN/activate`)).status).toBe(200);
  const [bitcoin] = (await shop.call('GET', path)).body;
  expect(bitcoin).toMatchObject({
    activated: true,
    destination: expect.stringMatching(/^tb1/),
    payments: [],
  });
  expect(bitcoin.due).toBe(bitcoin.amount);
});

test('a list by order, by status and by page; archived ones are hidden', async () => {
  const first = await shop.invoice({ metadata: { orderId: '7' } });
  const second = await shop.invoice({ metadata: { orderId: 7 } });
  await shop.invoice({ metadata: { orderId: '77' } });
  const ids = async (query: string) =>
    (await shop.call('GET', onStore(`/invoices?${query}`))).body.map(
      ({ id }: { id: string }) => id,
    );
  expect(await ids('orderId=7')).toEqual([second.id, first.id]);
  expect(await ids('orderId=7&take=1&skip=1')).toEqual([first.id]);
  expect(await ids('status=Settled&status=processing')).toEqual([]);
  expect(await ids('status=new&orderId=77')).toHaveLength(1);
  expect((await shop.call('DELETE', onStore(`/invoices/${first.id}`))).text).toBe('');
  expect(await ids('orderId=7')).toEqual([second.id]);
  expect(await ids('orderId=7&includeArchived=true')).toHaveLength(2);
  expect((await shop.call('POST', onStore(`/invoices/${first.id}/unarchive`))).body).toMatchObject({
    archived: false,
  });
});

test('marked by hand: no money moves, and what was paid is never hidden', async () => {
  const unpaid = await shop.invoice();
  const path = (id: string) => onStore(`/invoices/${id}/status`);
  const marked = await shop.call('POST', path(unpaid.id), { status: 'Invalid' });
  expect(marked).toMatchObject({
    status: 200,
    body: { status: 'Invalid', additionalStatus: 'Marked' },
  });
  const settled = await shop.call('POST', path(unpaid.id), { status: 'Settled' });
  expect(settled.body).toMatchObject({
    status: 'Settled',
    additionalStatus: 'Marked',
    paidAmount: '0',
  });
  const { data } = await merchant.api.accounts.list();
  expect(data.every(({ balance }) => balance === '0.0')).toBe(true);
  const part = await shop.invoice();
  await shop.pay(part.id, { share: 0.5 });
  await shop.call('POST', path(part.id), { status: 'Invalid' });
  expect(await shop.show(part.id)).toMatchObject({
    status: 'Invalid',
    paidAmount: expect.stringMatching(/^12\.\d/),
  });
  expect((await shop.call('POST', path(part.id), { status: 'Paid' })).status).toBe(422);
});

test('a part that has expired is Settled and Marked once the shop accepts it', async () => {
  const { id } = await shop.invoice({ checkout: { expirationMinutes: 5 } });
  await shop.pay(id, { share: 0.5 });
  await world.advance(6 * MINUTE);
  await shop.call('POST', onStore(`/invoices/${id}/status`), { status: 'Settled' });
  expect(await shop.show(id)).toMatchObject({ status: 'Settled', additionalStatus: 'Marked' });
});

test('the metadata is replaced as it is written', async () => {
  const { id } = await shop.invoice();
  const changed = await shop.callWithText(
    'PUT',
    onStore(`/invoices/${id}`),
    '{"metadata":{"orderId":"8", "b":1.0}}',
  );
  expect(changed.text).toContain('"metadata":{"orderId":"8", "b":1.0}');
  expect((await shop.call('GET', onStore('/invoices?orderId=8'))).body).toHaveLength(1);
});

test('the addresses that shops build lead to the page of the payer', async () => {
  const { id, checkoutLink } = await shop.invoice();
  for (const path of [
    checkoutLink,
    `${world.url}/invoice?id=${id}&view=modal`,
    `${world.url}/i/${id}/LTC-CHAIN`,
  ]) {
    const page = await fetch(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
  }
  expect((await fetch(`${world.url}/i/${'A'.repeat(22)}`)).status).toBe(404);
});
