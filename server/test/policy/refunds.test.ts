// Guarantee: refunds pass the policy like any withdrawal; a rejected one waits for the operator instead of getting
// stuck, and a key's limit counts the refunds that it requested.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { MINUTE } from '../../src/core/clock.ts';
import { newInvoice } from '../flows/support.ts';
import { credit } from '../support/funds.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { publishPolicy, requestWithdrawal, storedRow } from './support.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** An underpaid invoice of 0.1 LTC, refunded to an external address. */
async function refunded(merchant: Merchant) {
  const invoice = await newInvoice(merchant, {});
  await world.pay({ invoice_id: invoice.id, amount: '0.1', risk_level: 'low' });
  await world.mine('LTC');
  await world.advance(11 * MINUTE);
  const coin = defined(world.app.coins.get('LTC'), 'LTC');
  await merchant.api.invoices.refund(invoice.id, { address: foreignAddress(coin, 'payer', 1) });
  const [sent] = (await merchant.api.coinWithdrawals.list()).data;
  return storedRow(world, merchant, defined(sent, 'the withdrawal of the refund').id);
}

test('a refund that a rule rejects waits for the operator', async () => {
  const merchant = await world.merchant();
  await publishPolicy(world, merchant, { name: 'none', when: { coin: ['LTC'] }, do: 'refuse' });
  const row = await refunded(merchant);
  expect(row).toMatchObject({ status: 'on_hold', hold: { code: 'rule', rule: 'none' } });
  expect(row.decision).toMatchObject({ outcome: 'hold', rule: 'none', approvals: 0 });
});

test('a refund counts for its key, with its value', async () => {
  const merchant = await world.merchant();
  await credit(world, merchant, { EUR: '100' });
  const when = { countAbove: { count: 1, hours: 1, per: 'key' } };
  await publishPolicy(world, merchant, { name: 'one an hour', when, do: { hold: 1 } });
  const row = await refunded(merchant);
  expect(row).toMatchObject({
    status: 'pending',
    api_key: merchant.key.key,
    value_currency: 'EUR',
    decision: { outcome: 'allow' },
  });
  expect(row.value).toBeGreaterThan(0n);
  expect((await requestWithdrawal(merchant, '10')).status).toBe('on_hold');
});
