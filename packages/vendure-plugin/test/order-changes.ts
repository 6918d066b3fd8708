// Tests of `shop.test.ts`: what happens to an open payment when its order changes, is paid again, or is paid otherwise.
import { expect, test } from 'vitest';
import { type Given, orderOf, pay, place, TOTAL } from './fixture.ts';
import { addPayment, arrange, arrangeOrder, type Session } from './support.ts';

const changeOrder = async (call: Session) =>
  (await call('mutation { transitionOrderToState(state: "AddingItems") { __typename } }'))
    .transitionOrderToState.__typename;

export function testOrderChanges(given: Given): void {
  test('who changes the order gives up its checkout, and pays the new total in a new one', async () => {
    const shop = given();
    const { merchant, world } = shop;
    const { call, code, checkoutId } = await place(shop);
    await changeOrder(call);
    expect((await merchant.api.checkouts.get(checkoutId)).status).toBe('cancelled');
    const { activeOrder } = await call('{ activeOrder { lines { id } } }');
    await call(
      'mutation ($id: ID!) { adjustOrderLine(orderLineId: $id, quantity: 1) { __typename } }',
      { id: activeOrder.lines[0].id },
    );
    await arrange(call);
    const second = (await addPayment(call)).payments.at(-1);
    expect(second).toMatchObject({ state: 'Created', amount: 2880 });
    // Paying again, as by a second tab: the former checkout is canceled.
    const third = (await addPayment(call)).payments.at(-1);
    expect(third).toMatchObject({ state: 'Created', amount: 2880 });
    expect((await merchant.api.checkouts.get(second.transactionId)).status).toBe('cancelled');
    await pay(shop, third.transactionId, { blocks: 0 });
    expect(await changeOrder(call)).toBe('OrderStateTransitionError');
    await world.mine('LTC', 12);
    expect((await orderOf(shop, code)).state).toBe('PaymentSettled');
  });

  test('clicks at the same moment leave one open checkout, for the price of the order', async () => {
    const shop = given();
    const { call, code } = await arrangeOrder(shop.url);
    await Promise.all([addPayment(call), addPayment(call), addPayment(call)]);
    const { payments } = await orderOf(shop, code);
    const open = payments.filter(({ state }: { state: string }) => state === 'Created');
    expect(open).toMatchObject([{ amount: TOTAL }]);
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([TOTAL, TOTAL, TOTAL]);
    const { data } = await shop.merchant.api.checkouts.list();
    const offered = data.filter(({ name, status }) => name === code && status === 'open');
    expect(offered).toMatchObject([{ price_amount: '52.6' }]);
  });

  test('an order that another method pays gives up its open checkout', async () => {
    const shop = given();
    const { call, code, checkoutId } = await place(shop);
    await addPayment(call, 'card');
    const { state, payments } = await orderOf(shop, code);
    expect(state).toBe('PaymentSettled');
    expect((await shop.merchant.api.checkouts.get(checkoutId)).status).toBe('cancelled');
    expect(payments.map((each: { state: string }) => each.state).sort()).toEqual([
      'Cancelled',
      'Settled',
    ]);
    expect(shop.linesOf(code).filter((line) => line.startsWith('placed'))).toEqual([
      `placed ${code}`,
    ]);
  });
}
