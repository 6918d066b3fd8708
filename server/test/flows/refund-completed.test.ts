// Refunds of completed invoices from the merchant's account (decision 213): in whole or in part, at the rate of then or
// of today, as ordinary withdrawals, and in sum never more than was paid.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CoinWithdrawal, InvoiceRefund } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { balanceOf, newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['BTC', 'LTC'] });
});
afterAll(() => world.close());

let strangers = 0;
function stranger(code = 'LTC'): string {
  strangers += 1;
  return foreignAddress(defined(world.app.coins.get(code), code), 'buyer', strangers);
}

/** 10 EUR for 0.12852645 LTC, paid, with more money in the account for fees. */
async function completed(terms: Parameters<typeof newInvoice>[1] = {}) {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant, { custom_id: 'order', customer_id: 'anna', ...terms });
  const more = await newInvoice(merchant, { price_amount: '50.00' });
  for (const { id, pay_amount: amount } of [invoice, more])
    await world.pay({ invoice_id: id, amount, risk_level: 'low' });
  await world.mine('LTC');
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  return invoice;
}

type Wanted = { amount: string; amount_currency?: string; rate?: 'then' | 'today' };

const refund = (id: string, wanted: Wanted, address = stranger()): Promise<InvoiceRefund> =>
  merchant.api.invoices.refund(id, { address, ...wanted });

async function withdrawalOf({ after_completion }: InvoiceRefund): Promise<CoinWithdrawal> {
  return merchant.api.coinWithdrawals.get(defined(after_completion, 'part').coin_withdrawal_id);
}

const tooMuch = (most: string) => ({
  code: 'invalid',
  details: [{ code: 'must_be_less_than_or_equal', target: 'amount', args: { value: most } }],
});

test('the whole price at the rate of then returns the coins that were paid, less the network fee', async () => {
  const invoice = await completed();
  const address = stranger();
  const before = Number(await balanceOf(merchant, 'EUR'));
  const refunded = await refund(invoice.id, { amount: '10.00' }, address);
  expect(refunded).toMatchObject({
    invoice_id: invoice.id,
    amount: '0.12852645',
    amount_currency: 'LTC',
    fee: '0.0',
    address,
    after_completion: { price_amount: '10.0', price_currency: 'EUR', rate: 'then' },
  });
  const withdrawal = await withdrawalOf(refunded);
  expect(withdrawal).toMatchObject({
    address,
    customer_id: 'anna',
    charged_currency: 'EUR',
    received_currency: 'LTC',
    status: 'pending',
  });
  const arrives = Number(withdrawal.received_amount) + Number(withdrawal.network_fee);
  expect(arrives.toFixed(8)).toBe('0.12852645');
  const after = Number(await balanceOf(merchant, 'EUR'));
  expect((before - after).toFixed(2)).toBe(Number(withdrawal.charged_amount).toFixed(2));
  expect(await merchant.api.invoices.get(invoice.id)).toMatchObject({ status: 'completed' });
  await world.settle();
  expect(storyOf(merchant, invoice.id).at(-1)).toBe('refunded completed');
  await world.mine('LTC');
  const [listed] = await merchant.api.invoices.refunds(invoice.id);
  expect(listed?.txid).toMatch(/^[0-9a-f]{64}$/);
});

test('a part at the rate of today is worth its price, and the rest can be refunded to the last cent', async () => {
  const invoice = await completed();
  const part = await refund(invoice.id, { amount: '3.33', rate: 'today' });
  const withdrawal = await withdrawalOf(part);
  // The price of the part and 1 %: the processing fee is the merchant's.
  expect(withdrawal).toMatchObject({ charged_amount: '3.37', exchange: { fee: '0.04' } });
  await expect(refund(invoice.id, { amount: '6.68' })).rejects.toMatchObject(tooMuch('6.67'));
  await refund(invoice.id, { amount: '3.33' });
  await refund(invoice.id, { amount: '3.34', rate: 'today' });
  await expect(refund(invoice.id, { amount: '0.01' })).rejects.toMatchObject(tooMuch('0.0'));
});

test('an amount in the coin counts toward the same sum', async () => {
  const invoice = await completed();
  await refund(invoice.id, { amount: '0.1', amount_currency: 'LTC' });
  await expect(
    refund(invoice.id, { amount: '0.03', amount_currency: 'LTC' }),
  ).rejects.toMatchObject(tooMuch('0.02852645'));
  await expect(refund(invoice.id, { amount: '2.22' })).rejects.toMatchObject(tooMuch('2.21'));
  await refund(invoice.id, { amount: '2.21' });
});

test('of two refunds of the whole at once, one is paid', async () => {
  const invoice = await completed();
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => refund(invoice.id, { amount: '10.00' })),
  );
  const reasons = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(reasons).toHaveLength(3);
  for (const reason of reasons) expect(reason).toMatchObject(tooMuch('0.0'));
  expect((await merchant.api.coinWithdrawals.list()).data).toHaveLength(1);
});

test('the database refuses a refund above what was paid, whatever the program does', async () => {
  const invoice = await completed();
  const first = await refund(invoice.id, { amount: '6.00' });
  const other = await merchant.api.coinWithdrawals.create({
    address: stranger(),
    charged_currency: 'EUR',
    received_currency: 'LTC',
    charged_amount: '6.00',
    force_commit: true,
  });
  const copy = `insert into invoice_refunds (project_id, id, invoice_id, amount, currency, fee, address, created_at,
      withdrawal_id, paid_share, price_share, rate_of)
    select project_id, $2, invoice_id, amount, currency, fee, address, created_at, $2, $3, $4, rate_of
    from invoice_refunds where id = $1`;
  const refused = /never exceed what was paid/;
  const insert = (paid: number, price: number) =>
    world.app.db.transaction(async (tx) => {
      await tx.query(copy, [first.id, other.id, paid, price]);
      throw new Error('it fits');
    });
  await expect(insert(5_141_059, 400)).rejects.toThrow(refused);
  await expect(insert(5_141_058, 401)).rejects.toThrow(refused);
  await expect(insert(5_141_058, 400)).rejects.toThrow('it fits');
});

test('a canceled withdrawal gives back what can be refunded', async () => {
  const invoice = await completed();
  const refunded = await refund(invoice.id, { amount: '10.00' });
  await expect(refund(invoice.id, { amount: '1.00' })).rejects.toMatchObject(tooMuch('0.0'));
  const withdrawal = await withdrawalOf(refunded);
  await merchant.api.coinWithdrawals.cancel(withdrawal.id);
  await refund(invoice.id, { amount: '10.00', rate: 'today' });
});

test('a repeated request pays once', async () => {
  const invoice = await completed();
  const wanted = { address: stranger(), amount: '4.00' };
  const call = { idempotencyKey: 'refund-order' };
  const first = await merchant.api.invoices.refund(invoice.id, wanted, call);
  expect(await merchant.api.invoices.refund(invoice.id, wanted, call)).toEqual(first);
  expect((await merchant.api.coinWithdrawals.list()).data).toHaveLength(1);
});

test('own addresses, addresses of other coins, small amounts and other invoices are refused', async () => {
  const invoice = await completed();
  const own = await newInvoice(merchant);
  const amount = '5.00';
  await expect(refund(invoice.id, { amount }, own.address)).rejects.toMatchObject({
    details: [{ code: 'own_address', target: 'address' }],
  });
  await expect(refund(invoice.id, { amount }, stranger('BTC'))).rejects.toMatchObject({
    details: [{ code: 'invalid_coin_address', target: 'address' }],
  });
  const quote = defined(world.app.networkFees.get('LTC'), 'a quote');
  world.app.networkFees.set('LTC', { ...quote, average: 10_000_000n });
  await expect(refund(invoice.id, { amount })).rejects.toMatchObject({ code: 'refund_too_small' });
  world.app.networkFees.set('LTC', quote);
  await expect(refund(own.id, { amount })).rejects.toMatchObject({ code: 'invalid_status' });
  await expect(refund(invoice.id, { amount, amount_currency: 'BTC' })).rejects.toMatchObject({
    details: [{ target: 'amount_currency' }],
  });
  await expect(merchant.api.invoices.refund(invoice.id, { amount })).rejects.toMatchObject({
    details: [{ code: 'must_be_filled', target: 'address' }],
  });
  // Without an amount, a completed invoice stays as it is.
  await expect(
    merchant.api.invoices.refund(invoice.id, { address: stranger() }),
  ).rejects.toMatchObject({ code: 'invalid_status' });
  expect((await merchant.api.coinWithdrawals.list()).data).toHaveLength(0);
});

test('an account that does not cover the refund pays nothing', async () => {
  merchant = await world.merchant();
  const invoice = await newInvoice(merchant);
  await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount, risk_level: 'low' });
  await world.mine('LTC');
  await expect(refund(invoice.id, { amount: '10.00' })).rejects.toMatchObject({
    code: 'insufficient_funds',
  });
  expect((await merchant.api.coinWithdrawals.list()).data).toHaveLength(0);
});
