// The shortest path: an invoice from a signed request to a credited account and delivered callbacks.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test.each([
  ['BTC', 1],
  ['LTC', 1],
  ['BCH', 1],
  ['ETH', 33],
  ['XRP', 1],
])(
  'an invoice paid in %s is credited once it has %i confirmations',
  async (coin, confirmations) => {
    const merchant = await world.merchant();
    const invoice = await merchant.api.invoices.create({
      price_amount: '10.00',
      price_currency: 'EUR',
      pay_currency: coin,
      custom_id: `order-${coin}`,
    });
    expect(invoice).toMatchObject({
      status: 'new',
      paid_amount: '0.0',
      transactions: [],
      fee: '0.1',
    });

    const txid = await world.pay({ invoice_id: invoice.id });
    const seen = await merchant.api.invoices.get(invoice.id);
    expect(seen).toMatchObject({ status: 'new', paid_amount: invoice.pay_amount });
    expect(seen.transactions).toMatchObject([{ txid, risk: null }]);

    await world.mine(coin, confirmations);
    const paid = await merchant.api.invoices.get(invoice.id);
    expect(paid).toMatchObject({ status: 'completed', status_context: null });
    expect(paid.transactions[0]?.risk?.level).toBeDefined();

    const { data: accounts } = await merchant.api.accounts.list();
    expect(accounts.find((account) => account.currency === 'EUR')?.balance).toBe('9.9');
    const { data: rows } = await merchant.api.transactions.list({});
    expect(rows).toMatchObject([
      {
        reference_id: invoice.id,
        reference_type: 'Invoice',
        amount: '9.9',
        balance: '9.9',
        status: 'completed',
      },
    ]);
    expect(merchant.callbacks.map((callback) => callback.event)).toEqual([
      'transaction_created',
      'transaction_confirmed',
      'status_changed',
    ]);
  },
);
