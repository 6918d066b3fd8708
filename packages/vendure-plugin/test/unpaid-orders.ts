// Tests of `shop.test.ts`: orders whose checkout expires, unpaid, in part, or before the payment. Comes last, because
// five minutes pass.
import { expect, test } from 'vitest';
import { chooseCoin } from '../../../server/src/checkouts/choose.ts';
import { defined } from '../../../server/src/core/assert.ts';
import {
  type Given,
  orderOf,
  pay,
  place,
  SETTLED,
  type ShopWorld,
  sendCallback,
  settleByHand,
} from './fixture.ts';
import { addPayment } from './support.ts';

type Placed = Awaited<ReturnType<typeof place>>;

export function testUnpaidOrders(given: Given): void {
  test('expired: paid again; in two coins: settled; in part and late: the merchant decides', async () => {
    const shop = given();
    const { merchant, world } = shop;
    const stateOf = async ({ code }: Placed) => (await orderOf(shop, code)).payments[0].state;
    const unpaid = await place(shop);
    const partly = await place(shop);
    const late = await place(shop);
    await pay(shop, partly.checkoutId, { share: 30n });
    const twoCoins = await place(shop);
    await pay(shop, twoCoins.checkoutId, { coin: 'BTC', share: 40n, blocks: 3 });
    await pay(shop, twoCoins.checkoutId, { coin: 'LTC' });
    expect(await stateOf(twoCoins)).toBe('Settled');
    const invoice = defined(await chooseCoin(world.app, late.checkoutId, { coin: 'LTC' }), 'open');
    await world.advance(301_000);
    expect(await stateOf(unpaid)).toBe('Cancelled');
    expect(await stateOf(late)).toBe('Cancelled');
    const again = (await addPayment(unpaid.call)).payments.at(-1);
    await pay(shop, again.transactionId);
    expect((await orderOf(shop, unpaid.code)).state).toBe('PaymentSettled');

    expect((await orderOf(shop, partly.code)).payments[0]).toMatchObject({
      state: 'Created',
      metadata: { public: { status: 'expired', statusContext: 'partially_paid' } },
    });
    await settleAtOnce(shop, partly);
    await world.settle();
    expect(await orderOf(shop, partly.code)).toMatchObject({
      state: 'PaymentSettled',
      payments: [{ metadata: { public: { statusContext: 'accepted' } } }],
    });
    expect(shop.linesOf(partly.code)).toEqual(SETTLED(partly.code));

    await world.pay({ invoice_id: invoice, risk_level: 'low' });
    await world.mine('LTC', 12);
    expect((await orderOf(shop, late.code)).state).toBe('ArrangingPayment');
    await merchant.api.checkouts.accept(late.checkoutId);
    await world.settle();
    expect((await orderOf(shop, late.code)).state).toBe('PaymentSettled');
    expect(shop.linesOf(late.code)).toEqual([
      `payment ${late.code} Created Cancelled`,
      `payment ${late.code} Cancelled Settled`,
      `placed ${late.code}`,
    ]);
  });
}

/** Before the callback arrives: copies of it, a person who presses *Settle* and *Cancel*, a customer's change. */
async function settleAtOnce(shop: ShopWorld, { call, checkoutId, payment }: Placed): Promise<void> {
  const data = await shop.merchant.api.checkouts.accept(checkoutId);
  expect(data.status).toBe('completed');
  const change = 'mutation { transitionOrderToState(state: "AddingItems") { __typename } }';
  const cancel = 'mutation ($id: ID!) { cancelPayment(id: $id) { __typename } }';
  await Promise.allSettled([
    settleByHand(shop, payment.id),
    call(change),
    sendCallback(shop, { event: 'completed', data }),
    settleByHand(shop, payment.id),
    shop.admin(cancel, { id: payment.id }),
    sendCallback(shop, { event: 'completed', data }),
  ]);
}
