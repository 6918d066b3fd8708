// The test of a shop's connection names what is wrong: the address, the keys, and each webhook.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE } from '../../src/core/clock.ts';
import { listShopKeys, revokeShopKey } from '../../src/projects/shop-keys.ts';
import { checkConnection } from '../../src/shops/check-connection.ts';
import { signatureOf } from '../../src/shops/deliver.ts';
import { webhookUses } from '../../src/shops/webhooks.ts';
import { openShop, type Shop } from '../greenfield/support.ts';
import { startReceiver } from '../support/receiver.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';

let world: World;
let merchant: Merchant;
let shop: Shop;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let servers: Server[] = [];
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());
beforeEach(async () => {
  receiver = await startReceiver();
  merchant = await world.merchant();
  shop = await openShop(world, merchant);
  world.app.publicUrl.value = world.url;
});
afterEach(async () => {
  await receiver.close();
  for (const server of servers) server.close();
  servers = [];
});

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const check = async () =>
  (await checkConnection(world.app, shop.storeId)).map(({ kind, detail }) =>
    detail === null ? kind : `${kind} ${detail}`,
  );
const register = (url = receiver.url, more = {}) =>
  shop.call('POST', `/stores/${shop.storeId}/webhooks`, { url, ...more });

test('a shop that works: the address answers, the key was used, the webhook receives a signed test', async () => {
  const secret = 'mine';
  await register(receiver.url, { secret });
  const [key] = await listShopKeys(world.app, shop.storeId);
  expect(await check()).toEqual([
    'address_answers',
    `key_used ${key?.used_at?.toISOString()}`,
    'webhook_answers 200',
  ]);
  const [sent] = receiver.received;
  const body = sent?.body ?? '';
  expect(sent?.headers['btcpay-sig']).toBe(signatureOf(body, secret));
  expect(JSON.parse(body)).toMatchObject({
    type: 'InvoiceCreated',
    storeId: shop.storeId,
    invoiceId: expect.stringContaining('__test__'),
    isRedelivery: false,
  });
});

test('no key, a key that was never used, no webhook', async () => {
  expect(await check()).toEqual(['address_answers', 'key_unused', 'no_webhook']);
  const [key] = await listShopKeys(world.app, shop.storeId);
  await revokeShopKey(world.app, shop.storeId, key?.id ?? '');
  expect(await check()).toEqual(['address_answers', 'no_key', 'no_webhook']);
});

test('each way in which a webhook can fail', async () => {
  const webhooks = {
    'webhook_refuses 404': await serve((_request, response) => response.writeHead(404).end()),
    'webhook_fails 503': await serve((_request, response) => response.writeHead(503).end()),
    'webhook_redirects https://shop.example/': await serve((_request, response) =>
      response.writeHead(301, { location: 'https://shop.example/' }).end(),
    ),
    'webhook_unreachable connect': 'http://127.0.0.1:9/',
    'webhook_unreachable refused_address': 'http://192.168.0.1/',
  };
  for (const url of Object.values(webhooks)) await register(url);
  await register(`${receiver.url}/off`, { enabled: false });
  const found = await check();
  expect(found.slice(2)).toEqual([...Object.keys(webhooks), 'webhook_disabled']);
  expect(receiver.received).toEqual([]);
});

test('what waits and what was given up is counted, and listed with the last answer', async () => {
  receiver.answerWith(() => 500);
  await register();
  await shop.invoice();
  await world.advance(MINUTE);
  expect(await check()).toContain('deliveries_waiting 1');
  for (let attempts = 0; attempts < 9; attempts += 1) await world.advance(10 * MINUTE);
  expect((await check()).at(-1)).toMatch(/^deliveries_failed \d+$/);
  expect(await webhookUses(world.app.db, shop.storeId)).toMatchObject([
    { url: receiver.url, is_enabled: true, waiting: 1, failed: 1, last_answer: '500' },
  ]);
});

test('each way in which the address can be wrong', async () => {
  const url = {
    redirects: await serve((request, response) =>
      response.writeHead(301, { location: `https://pay.example${request.url}` }).end(),
    ),
    foreign: await serve((_request, response) => response.end('<h1>It works!</h1>')),
    stripping: await serve(async (request, response) => {
      const answer = await fetch(`${world.url}${request.url}`);
      response
        .writeHead(answer.status, Object.fromEntries(answer.headers))
        .end(await answer.text());
    }),
    away: 'http://127.0.0.1:9',
  };
  const codeAt = async (address: string) => {
    world.app.publicUrl.value = address;
    return (await check())[0];
  };
  expect(await codeAt(url.redirects)).toBe(
    'address_redirects https://pay.example/api/v1/api-keys/current',
  );
  expect(await codeAt(url.foreign)).toBe('address_foreign 200');
  expect(await codeAt(url.stripping)).toBe('key_removed');
  expect(await codeAt(url.away)).toMatch(/^address_unreachable \w+$/);
  expect(await codeAt('http://pay.invalid')).toBe('address_unencrypted');
});
