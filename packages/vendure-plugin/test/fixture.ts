// One real Vendure with the packed plugin, the sandbox that it uses, and a real browser for the payer. All tests of the
// shop share it, because it takes 20 seconds to start.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chooseCoin } from '../../../server/src/checkouts/choose.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { wallNow } from '../../../server/src/core/clock.ts';
import { amountOf, formatAmount } from '../../../server/src/core/money.ts';
import { createEndpoint } from '../../../server/src/events/endpoints.ts';
import { signCallback } from '../../../server/src/events/sign-callback.ts';
import { startChromium } from '../../../server/test/support/chromium.ts';
import { createEmptyDatabase } from '../../../server/test/support/database.ts';
import { freePort } from '../../../server/test/support/free-port.ts';
import { createWorld } from '../../../server/test/support/world.ts';
import { ADMIN, addPayment, arrangeOrder, installPacked, openAdmin, startShop } from './support.ts';

export const LIVE = { timeout: 30_000 };
export const SETTLED = (code: string) => [`payment ${code} Created Settled`, `placed ${code}`];
/** Two teas of 23.80 and the postage. */
export const TOTAL = 5260;

/** The tests ask for it when they run, because it is started before the first of them. */
export type Given = () => ShopWorld;
export type ShopWorld = Awaited<ReturnType<typeof startShopWorld>>;

export async function startShopWorld() {
  const folder = installPacked();
  const storefront = await startStorefront();
  const world = await createWorld({}, { coins: ['BTC', 'LTC'] });
  const merchant = await world.merchant();
  const database = await createEmptyDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { id: projectId } = merchant.project;
  const { secret } = await createEndpoint(world.app, projectId, `${url}/chaintill/callback`);
  const configuration = {
    databaseUrl: database.ownerUrl,
    port,
    admin: ADMIN,
    chaintill: {
      url: world.url,
      apiKey: merchant.key.key,
      apiSecret: merchant.key.secret,
      callbackSecret: secret,
      expiresIn: 300,
      returnUrl: `http://127.0.0.1:${(storefront.address() as AddressInfo).port}/orders/`,
    },
  };
  let shop = await startShop(folder, { ...configuration, products: join(folder, 'products.csv') });
  let admin = await openAdmin(url);
  const browser = await startChromium();
  // Callbacks may be five minutes old. One test lets five minutes pass.
  world.clock.advance(wallNow() - world.clock.now() - 150_000);

  return {
    world,
    merchant,
    browser,
    url,
    secret,
    admin: (query: string, variables: object = {}) => admin(query, variables),
    /** What the shop wrote since it was started. */
    lines: () => shop.lines,
    linesOf: (code: string) =>
      shop.lines.filter((line) => line.includes(code) && !line.endsWith('Created Created')),
    kill: () => shop.kill(),
    async startAgain() {
      shop = await startShop(folder, configuration);
      admin = await openAdmin(url);
    },
    async close() {
      await browser.close();
      await shop.kill();
      await world.close();
      await database.drop();
      await new Promise((done) => storefront.close(done));
      rmSync(folder, { recursive: true });
    },
  };
}

/** The page to which customers return. */
async function startStorefront() {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><h1>${request.url}</h1></html>`,
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return server;
}

export async function orderOf({ admin }: ShopWorld, code: string) {
  const { orders } = await admin(
    `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
       id state totalWithTax payments { id state amount metadata transactionId errorMessage
         refunds { id state total metadata } } } } }`,
    { code },
  );
  return orders.items[0];
}

/** An order that waits for its payment, whose checkout is open. */
export async function place({ url }: ShopWorld) {
  const { call, code } = await arrangeOrder(url);
  const { payments } = await addPayment(call);
  return { call, code, payment: payments[0], checkoutId: payments[0].transactionId as string };
}

/** The customer chooses a coin and pays this share of what it asks for. */
export async function pay(
  { world, merchant }: ShopWorld,
  checkoutId: string,
  { coin = 'LTC', share = 100n, blocks = 12 } = {},
) {
  const id = defined(await chooseCoin(world.app, checkoutId, { coin }), 'it can be paid');
  const { pay_amount: asked } = await merchant.api.invoices.get(id);
  const currency = defined(world.app.currencies.get(coin), coin);
  const units = (amountOf(asked, currency) * share) / 100n;
  await world.pay({ invoice_id: id, amount: formatAmount(units, currency), risk_level: 'low' });
  if (blocks > 0) await world.mine(coin, blocks);
}

/** A callback about a checkout as it is now, as anyone with the secret could send it. */
export async function sendCallback(
  { url, secret }: ShopWorld,
  { event, data }: { readonly event: string; readonly data: object },
  signedWith = secret,
) {
  const body = JSON.stringify({ type: 'Checkout', event, data });
  const headers = signCallback(
    { id: randomUUID(), sentAt: wallNow(), body },
    { current: signedWith, previous: null },
  );
  const answer = await fetch(`${url}/chaintill/callback`, { method: 'POST', headers, body });
  return answer.status;
}

export const settleByHand = async ({ admin }: ShopWorld, paymentId: string) =>
  (
    await admin(
      'mutation ($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { message } } }',
      { id: paymentId },
    )
  ).settlePayment;
