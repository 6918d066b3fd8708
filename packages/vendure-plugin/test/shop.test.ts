// A real Vendure on PostgreSQL with the packed plugin, the sandbox, and a real browser for the payer: place, pay,
// settle, expire, pay in part, pay late, refund; callbacks that are forged, repeated, or meet a shop that is down.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { chooseCoin } from '../../../server/src/checkouts/choose.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { wallNow } from '../../../server/src/core/clock.ts';
import { amountOf, formatAmount } from '../../../server/src/core/money.ts';
import { createEndpoint } from '../../../server/src/events/endpoints.ts';
import { signCallback } from '../../../server/src/events/sign-callback.ts';
import { takeClaim } from '../../../server/src/invoices/take-claim.ts';
import { describeWithChromium, startChromium } from '../../../server/test/support/chromium.ts';
import { createEmptyDatabase, type TestDatabase } from '../../../server/test/support/database.ts';
import { freePort } from '../../../server/test/support/free-port.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { createWorld, type Merchant, type World } from '../../../server/test/support/world.ts';
import {
  ADMIN,
  addPayment,
  arrange,
  arrangeOrder,
  describeWithVendure,
  installPacked,
  openAdmin,
  type RunningShop,
  type Session,
  startShop,
} from './support.ts';

const LIVE = { timeout: 30_000 };
const SETTLED = (code: string) => [`payment ${code} Created Settled`, `placed ${code}`];
/** Two teas of 23.80 and the postage. */
const TOTAL = 5260;

describeWithVendure('the plugin in a real Vendure', () =>
  describeWithChromium('with a real browser', () => {
    let world: World;
    let merchant: Merchant;
    let browser: Browser;
    let database: TestDatabase;
    let folder: string;
    let shop: RunningShop;
    let url: string;
    let admin: Session;
    let configuration: object;
    let secret: string;
    /** The page to which customers return. */
    const storefront = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        `<!doctype html><html lang="en"><title>Shop</title><h1>${request.url}</h1></html>`,
      );
    });

    beforeAll(async () => {
      folder = installPacked();
      await new Promise<void>((done) => storefront.listen(0, '127.0.0.1', done));
      world = await createWorld({}, { coins: ['BTC', 'LTC'] });
      merchant = await world.merchant();
      database = await createEmptyDatabase();
      const port = await freePort();
      url = `http://127.0.0.1:${port}`;
      const endpoint = await createEndpoint(
        world.app,
        merchant.project.id,
        `${url}/chaintill/callback`,
      );
      secret = endpoint.secret;
      configuration = {
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
      shop = await startShop(folder, { ...configuration, products: join(folder, 'products.csv') });
      admin = await openAdmin(url);
      browser = await startChromium();
      // Callbacks may be five minutes old. One test lets five minutes pass.
      world.clock.advance(wallNow() - world.clock.now() - 150_000);
    });
    afterAll(async () => {
      await browser?.close();
      await shop?.kill();
      await world?.close();
      await database?.drop();
      await new Promise((done) => storefront.close(done));
      rmSync(folder, { recursive: true });
    });

    const orderOf = async (code: string) =>
      (
        await admin(
          `query ($code: String!) { orders(options: { filter: { code: { eq: $code } } }) { items {
             id state totalWithTax payments { id state amount metadata transactionId errorMessage
               refunds { id state total metadata } } } } }`,
          { code },
        )
      ).orders.items[0];

    /** A placed order with its payment, whose checkout is open. */
    async function place() {
      const { call, code } = await arrangeOrder(url);
      const { payments } = await addPayment(call);
      return { call, code, payment: payments[0], checkoutId: payments[0].transactionId as string };
    }
    /** The customer chooses a coin and pays this share of what it asks for. */
    async function pay(checkoutId: string, { coin = 'LTC', share = 100n, blocks = 12 } = {}) {
      const id = defined(await chooseCoin(world.app, checkoutId, { coin }), 'it can be paid');
      const { pay_amount: asked } = await merchant.api.invoices.get(id);
      const currency = defined(world.app.currencies.get(coin), coin);
      const units = (amountOf(asked, currency) * share) / 100n;
      const amount = formatAmount(units, currency);
      await world.pay({ invoice_id: id, amount, risk_level: 'low' });
      if (blocks > 0) await world.mine(coin, blocks);
      return id;
    }
    const linesOf = (code: string) =>
      shop.lines.filter((line) => line.includes(code) && !line.endsWith('Created Created'));
    /** A callback about a checkout as it is now, as anyone with the secret could send it. */
    async function sendCallback(event: string, data: object, { signedWith = secret } = {}) {
      const body = JSON.stringify({ type: 'Checkout', event, data });
      const headers = signCallback(
        { id: randomUUID(), sentAt: wallNow(), body },
        { current: signedWith, previous: null },
      );
      const answer = await fetch(`${url}/chaintill/callback`, { method: 'POST', headers, body });
      return answer.status;
    }

    test('place, pay in the browser, settle once', async () => {
      const { call, code } = await arrangeOrder(url);
      const placed = await addPayment(call);
      expect(placed).toMatchObject({
        code,
        state: 'ArrangingPayment',
        payments: [{ state: 'Created', metadata: { public: { status: 'open', currency: 'USD' } } }],
      });
      const [payment] = placed.payments;
      expect(Object.keys(payment.metadata)).toEqual(['public']);
      const page = await browser.newPage();
      await page.goto(payment.metadata.public.url);
      await page.getByText('Tea').first().waitFor();
      await page.getByRole('radio', { name: /Litecoin/ }).check();
      await page.getByRole('button', { name: 'Continue to payment' }).click();
      await page.locator('code.address').first().waitFor();
      const checkout = await merchant.api.checkouts.get(payment.transactionId);
      expect(checkout).toMatchObject({
        price_amount: '52.6',
        payer_email: 'ada@shop.example',
        items: [
          { name: 'Tea', quantity: 2, amount: '47.6', tax_percent: '19.0' },
          { name: 'Shipping', quantity: 1 },
        ],
      });
      await world.pay({ invoice_id: checkout.invoices[0]?.id ?? '', risk_level: 'low' });
      await world.mine('LTC', 12);
      await page.waitForURL(`**/orders/${code}`, LIVE);
      expect(await orderOf(code)).toMatchObject({
        state: 'PaymentSettled',
        payments: [{ state: 'Settled', metadata: { public: { status: 'completed' } } }],
      });
      expect(shop.lines.filter((line) => line.includes(code))).toEqual([
        `payment ${code} Created Created`,
        ...SETTLED(code),
      ]);
      await page.close();
    });

    test('callbacks that are repeated at once, forged, stale or about others settle nothing more', async () => {
      const { code, checkoutId } = await place();
      const open = await merchant.api.checkouts.get(checkoutId);
      expect(await sendCallback('completed', { ...open, status: 'completed' })).toBe(200);
      expect((await orderOf(code)).state).toBe('ArrangingPayment');
      await pay(checkoutId);
      const paid = await merchant.api.checkouts.get(checkoutId);
      const again = Array.from({ length: 5 }, () => sendCallback('completed', paid));
      expect(await Promise.all(again)).toEqual([200, 200, 200, 200, 200]);
      expect(await sendCallback('expired', open)).toBe(200);
      expect(linesOf(code)).toEqual(SETTLED(code));
      expect(await sendCallback('completed', paid, { signedWith: 'another secret' })).toBe(400);
      expect(await sendCallback('completed', { id: randomUUID(), metadata: null })).toBe(200);
      const unknown = { id: randomUUID(), metadata: { vendure_order: 'LOST' } };
      expect(await sendCallback('completed', unknown)).toBe(500);
      expect((await fetch(`${url}/chaintill/callback`)).status).toBe(405);
    });

    test('a part, then the rest; nobody settles it before', async () => {
      const { call, code, payment, checkoutId } = await place();
      await pay(checkoutId, { share: 40n });
      const [part] = (await orderOf(code)).payments;
      expect(part).toMatchObject({
        state: 'Created',
        metadata: { public: { status: 'open', statusContext: 'partially_paid' } },
      });
      const { settlePayment } = await admin(
        'mutation ($id: ID!) { settlePayment(id: $id) { __typename ... on ErrorResult { message } } }',
        { id: payment.id },
      );
      expect(settlePayment.__typename).toBe('SettlePaymentError');
      expect(await addPayment(call)).toMatchObject({
        errorCode: 'PAYMENT_FAILED_ERROR',
        paymentErrorMessage: 'A payment of this order is under way.',
      });
      await pay(checkoutId, { share: 60n });
      const { state, payments } = await orderOf(code);
      expect(state).toBe('PaymentSettled');
      expect(payments.map((each: { state: string }) => each.state).sort()).toEqual([
        'Error',
        'Settled',
      ]);
      expect(linesOf(code).slice(-2)).toEqual(SETTLED(code));
    });

    test('who changes the order gives up its checkout, and pays the new total in a new one', async () => {
      const { call, code, checkoutId } = await place();
      await call('mutation { transitionOrderToState(state: "AddingItems") { __typename } }');
      expect((await merchant.api.checkouts.get(checkoutId)).status).toBe('cancelled');
      const { activeOrder } = await call('{ activeOrder { lines { id } } }');
      await call(
        'mutation ($id: ID!) { adjustOrderLine(orderLineId: $id, quantity: 1) { __typename } }',
        {
          id: activeOrder.lines[0].id,
        },
      );
      await arrange(call);
      const second = (await addPayment(call)).payments.at(-1);
      expect(second).toMatchObject({ state: 'Created', amount: 2880 });
      // Paying again, as by a second tab: the former checkout is canceled.
      const third = (await addPayment(call)).payments.at(-1);
      expect(third).toMatchObject({ state: 'Created', amount: 2880 });
      expect((await merchant.api.checkouts.get(second.transactionId)).status).toBe('cancelled');
      await pay(third.transactionId, { blocks: 0 });
      const { transitionOrderToState } = await call(
        'mutation { transitionOrderToState(state: "AddingItems") { __typename } }',
      );
      expect(transitionOrderToState.__typename).toBe('OrderStateTransitionError');
      await world.mine('LTC', 12);
      expect((await orderOf(code)).state).toBe('PaymentSettled');
    });

    test('expired: paid again; in two coins: settled; in part and late: the merchant decides', async () => {
      const unpaid = await place();
      const partly = await place();
      const late = await place();
      await pay(partly.checkoutId, { share: 30n });
      const twoCoins = await place();
      await pay(twoCoins.checkoutId, { coin: 'BTC', share: 40n, blocks: 3 });
      await pay(twoCoins.checkoutId, { coin: 'LTC' });
      const invoice = defined(
        await chooseCoin(world.app, late.checkoutId, { coin: 'LTC' }),
        'open',
      );
      await world.advance(301_000);
      const stateOf = async ({ code }: { code: string }) => (await orderOf(code)).payments[0].state;
      expect(await stateOf(unpaid)).toBe('Cancelled');
      expect(await stateOf(late)).toBe('Cancelled');
      expect(await stateOf(twoCoins)).toBe('Settled');
      const again = (await addPayment(unpaid.call)).payments.at(-1);
      await pay(again.transactionId);
      expect((await orderOf(unpaid.code)).state).toBe('PaymentSettled');

      expect((await orderOf(partly.code)).payments[0]).toMatchObject({
        state: 'Created',
        metadata: { public: { status: 'expired', statusContext: 'partially_paid' } },
      });
      await merchant.api.checkouts.accept(partly.checkoutId);
      await world.settle();
      expect(await orderOf(partly.code)).toMatchObject({
        state: 'PaymentSettled',
        payments: [{ metadata: { public: { statusContext: 'accepted' } } }],
      });

      await world.pay({ invoice_id: invoice, risk_level: 'low' });
      await world.mine('LTC', 12);
      expect((await orderOf(late.code)).state).toBe('ArrangingPayment');
      await merchant.api.checkouts.accept(late.checkoutId);
      await world.settle();
      expect((await orderOf(late.code)).state).toBe('PaymentSettled');
      expect(linesOf(late.code)).toEqual([
        `payment ${late.code} Created Cancelled`,
        `payment ${late.code} Cancelled Settled`,
        `placed ${late.code}`,
      ]);
    });

    test('a refund is a link for the customer, and ends with its payout; the shop never shows the link', async () => {
      await credit(world, merchant, { USD: '500' });
      const { call, code, payment, checkoutId } = await place();
      await pay(checkoutId);
      const refund = async (amount: number) =>
        (
          await admin(
            `mutation ($id: ID!, $amount: Money!) {
              refundOrder(input: { paymentId: $id, amount: $amount, reason: "broken",
                lines: [], shipping: 0, adjustment: 0 }) {
                __typename ... on Refund { id state metadata } ... on ErrorResult { message } } }`,
            { id: payment.id, amount },
          )
        ).refundOrder;
      const first = await refund(1000);
      expect(first).toMatchObject({
        state: 'Pending',
        metadata: { status: 'open', claimId: expect.any(String) },
      });
      const shown = await call(
        'query ($code: String!) { orderByCode(code: $code) { payments { refunds { id metadata } } } }',
        { code },
      );
      expect(JSON.stringify(shown)).not.toContain('/refunds/');
      expect(JSON.stringify(shown)).toContain(first.metadata.claimId);
      const { url: link } = await merchant.api.refundClaims.get(first.metadata.claimId);
      const secretOfLink = link?.split('/refunds/')[1]?.split('?')[0] ?? '';
      const ltc = defined(world.app.coins.get('LTC'), 'LTC');
      await takeClaim(world.app, secretOfLink, foreignAddress(ltc, 'vendure', 1));
      await merchant.api.refundClaims.approve(first.metadata.claimId);
      await world.settle();
      await world.mine('LTC', 12);
      const refundsOf = async () => (await orderOf(code)).payments[0].refunds;
      expect(await refundsOf()).toMatchObject([{ state: 'Settled', total: 1000 }]);

      const second = await refund(TOTAL - 1000);
      expect(second.state).toBe('Pending');
      await merchant.api.refundClaims.revoke(second.metadata.claimId);
      await world.settle();
      await expect
        .poll(
          async () => (await refundsOf()).map(({ state }: { state: string }) => state).sort(),
          LIVE,
        )
        .toEqual(['Failed', 'Settled']);
      expect(shop.lines.filter((line) => line.startsWith(`refund ${code}`))).toEqual(
        ['Pending', 'Settled', 'Pending', 'Failed'].map((to) => `refund ${code} Pending ${to}`),
      );
    });

    test('the shop is killed between payment and callback, and settles when it is back', async () => {
      const { code, checkoutId } = await place();
      await pay(checkoutId, { blocks: 0 });
      await shop.kill();
      await world.mine('LTC', 12);
      expect((await merchant.api.checkouts.get(checkoutId)).status).toBe('completed');
      shop = await startShop(folder, configuration);
      admin = await openAdmin(url);
      expect((await orderOf(code)).state).toBe('ArrangingPayment');
      await world.advance(31_000);
      await expect.poll(async () => (await orderOf(code)).state, LIVE).toBe('PaymentSettled');
      expect(linesOf(code)).toEqual(SETTLED(code));
      expect(shop.lines.join('\n')).not.toContain(secret);
      expect(shop.lines.join('\n')).not.toContain(merchant.key.secret);
    });
  }),
);
