// Tests of `shop.test.ts`: an order is settled once, and by nothing but the whole price of its own checkout.
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import {
  type Given,
  LIVE,
  orderOf,
  pay,
  place,
  SETTLED,
  sendCallback,
  settleByHand,
} from './fixture.ts';
import { addPayment, arrangeOrder } from './support.ts';

export function testPayments(given: Given): void {
  test('place, pay in the browser, settle once', async () => {
    const shop = given();
    const { browser, merchant, world } = shop;
    const { call, code } = await arrangeOrder(shop.url);
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
    expect(await orderOf(shop, code)).toMatchObject({
      state: 'PaymentSettled',
      payments: [{ state: 'Settled', metadata: { public: { status: 'completed' } } }],
    });
    expect(shop.lines().filter((line) => line.includes(code))).toEqual([
      `payment ${code} Created Created`,
      ...SETTLED(code),
    ]);
    await page.close();
  });

  test('callbacks that are repeated at once, forged, stale or about others settle nothing more', async () => {
    const shop = given();
    const { merchant, url } = shop;
    const { code, checkoutId } = await place(shop);
    const open = await merchant.api.checkouts.get(checkoutId);
    const lie = { event: 'completed', data: { ...open, status: 'completed' } };
    expect(await sendCallback(shop, lie)).toBe(200);
    expect((await orderOf(shop, code)).state).toBe('ArrangingPayment');
    await pay(shop, checkoutId);
    const paid = { event: 'completed', data: await merchant.api.checkouts.get(checkoutId) };
    const again = Array.from({ length: 5 }, () => sendCallback(shop, paid));
    expect(await Promise.all(again)).toEqual([200, 200, 200, 200, 200]);
    expect(await sendCallback(shop, { event: 'expired', data: open })).toBe(200);
    expect(shop.linesOf(code)).toEqual(SETTLED(code));
    expect(await sendCallback(shop, paid, 'another secret')).toBe(400);
    const foreign = { id: randomUUID(), metadata: null };
    expect(await sendCallback(shop, { event: 'completed', data: foreign })).toBe(200);
    const lost = { id: randomUUID(), metadata: { vendure_order: 'LOST' } };
    expect(await sendCallback(shop, { event: 'completed', data: lost })).toBe(500);
    expect(await sendTooMuch(url)).toBe(true);
    expect((await fetch(`${url}/chaintill/callback`)).status).toBe(405);
  });

  test('a part, then the rest; nobody settles it before', async () => {
    const shop = given();
    const { call, code, payment, checkoutId } = await place(shop);
    await pay(shop, checkoutId, { share: 40n });
    const [part] = (await orderOf(shop, code)).payments;
    expect(part).toMatchObject({
      state: 'Created',
      metadata: { public: { status: 'open', statusContext: 'partially_paid' } },
    });
    expect((await settleByHand(shop, payment.id)).__typename).toBe('SettlePaymentError');
    expect(await addPayment(call)).toMatchObject({
      errorCode: 'PAYMENT_FAILED_ERROR',
      paymentErrorMessage: 'A payment of this order is under way.',
    });
    await pay(shop, checkoutId, { share: 60n });
    const { state, payments } = await orderOf(shop, code);
    expect(state).toBe('PaymentSettled');
    expect(payments.map((each: { state: string }) => each.state).sort()).toEqual([
      'Error',
      'Settled',
    ]);
    expect(shop.linesOf(code).slice(-2)).toEqual(SETTLED(code));
  });

  test('the shop is killed between payment and callback, and settles when it is back', async () => {
    const shop = given();
    const { merchant, world } = shop;
    const { code, checkoutId } = await place(shop);
    await pay(shop, checkoutId, { blocks: 0 });
    const before = shop.lines().join('\n');
    await shop.kill();
    await world.mine('LTC', 12);
    expect((await merchant.api.checkouts.get(checkoutId)).status).toBe('completed');
    await shop.startAgain();
    expect((await orderOf(shop, code)).state).toBe('ArrangingPayment');
    await world.advance(31_000);
    await expect.poll(async () => (await orderOf(shop, code)).state, LIVE).toBe('PaymentSettled');
    expect(shop.linesOf(code)).toEqual(SETTLED(code));
    const written = `${before}\n${shop.lines().join('\n')}`;
    expect(written).not.toContain(shop.secret);
    expect(written).not.toContain(merchant.key.secret);
  });
}

/** More than a callback can have. True if it is refused while it is still sent. */
const sendTooMuch = (url: string) =>
  new Promise<boolean>((done) => {
    const options = { method: 'POST', agent: false };
    const sent = request(`${url}/chaintill/callback`, options, ({ statusCode }) =>
      done(statusCode === 413),
    );
    sent.on('error', () => done(true));
    sent.write('x'.repeat(1_100_000));
  });
