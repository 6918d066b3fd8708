// Tests of `shop.test.ts`: a refund is a link, of at most what was paid, and ends with its payout.
import { expect, test } from 'vitest';
import { foreignAddress } from '../../../server/src/chains/simulated/pay.ts';
import { defined } from '../../../server/src/core/assert.ts';
import { takeClaim } from '../../../server/src/invoices/take-claim.ts';
import { credit } from '../../../server/test/support/funds.ts';
import { type Given, LIVE, orderOf, pay, place, type ShopWorld, TOTAL } from './fixture.ts';

const refund = async (
  { admin }: ShopWorld,
  { paymentId, amount }: { readonly paymentId: string; readonly amount: number },
) =>
  (
    await admin(
      `mutation ($id: ID!, $amount: Money!) {
        refundOrder(input: { paymentId: $id, amount: $amount, reason: "broken",
          lines: [], shipping: 0, adjustment: 0 }) {
          __typename ... on Refund { id state metadata } ... on ErrorResult { message } } }`,
      { id: paymentId, amount },
    )
  ).refundOrder;

const statesOf = async (shop: ShopWorld, code: string) =>
  (await orderOf(shop, code)).payments[0].refunds
    .map(({ state }: { state: string }) => state)
    .sort();

export function testRefunds(given: Given): void {
  test('a refund is a link for the customer, and ends with its payout; the shop never shows the link', async () => {
    const shop = given();
    const { merchant, world } = shop;
    await credit(world, merchant, { USD: '500' });
    const { call, code, payment, checkoutId } = await place(shop);
    await pay(shop, checkoutId);
    const first = await refund(shop, { paymentId: payment.id, amount: 1000 });
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
    expect((await orderOf(shop, code)).payments[0].refunds).toMatchObject([
      { state: 'Settled', total: 1000 },
    ]);

    const second = await refund(shop, { paymentId: payment.id, amount: TOTAL - 1000 });
    expect(second.state).toBe('Pending');
    await merchant.api.refundClaims.revoke(second.metadata.claimId);
    await world.settle();
    await expect.poll(() => statesOf(shop, code), LIVE).toEqual(['Failed', 'Settled']);
    expect(shop.lines().filter((line) => line.startsWith(`refund ${code}`))).toEqual(
      ['Pending', 'Settled', 'Pending', 'Failed'].map((to) => `refund ${code} Pending ${to}`),
    );
  });

  test('refunds at the same moment refund the price once', async () => {
    const shop = given();
    const { code, payment, checkoutId } = await place(shop);
    await pay(shop, checkoutId);
    const whole = () => refund(shop, { paymentId: payment.id, amount: TOTAL });
    await Promise.allSettled([whole(), whole(), whole()]);
    const pending = (await statesOf(shop, code)).filter((state: string) => state === 'Pending');
    expect(pending).toEqual(['Pending']);
    const { data } = await shop.merchant.api.refundClaims.list({ status: 'open' });
    const { invoices } = await shop.merchant.api.checkouts.get(checkoutId);
    expect(data.filter((claim) => claim.invoice_id === invoices[0]?.id)).toHaveLength(1);
  });
}
