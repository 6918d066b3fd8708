// The rule of a project that approves refund links (decision 220): up to a value for each, up to a sum in 24 hours, and
// only links of someone who may pay out. Everything else waits for a person.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RefundClaim } from '../../../client/src/types.ts';
import { foreignAddress } from '../../src/chains/simulated/pay.ts';
import { defined } from '../../src/core/assert.ts';
import { DAY, MINUTE } from '../../src/core/clock.ts';
import { newId } from '../../src/core/ids.ts';
import { findClaim } from '../../src/invoices/claims.ts';
import { createClaim } from '../../src/invoices/create-claim.ts';
import { takeClaim } from '../../src/invoices/take-claim.ts';
import { createApiKey, revokeApiKey } from '../../src/projects/api-keys.ts';
import type { ProjectSettings } from '../../src/projects/project.ts';
import { openShop } from '../greenfield/support.ts';
import { signedCall } from '../support/signed-call.ts';
import { createWorld, type Merchant, type World } from '../support/world.ts';
import { newInvoice, storyOf } from './support.ts';

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await createWorld({}, { coins: ['LTC'] });
});
afterAll(() => world.close());

const LIMITS = { autoRefundMaxEur: '12', autoRefundDayEur: '25' };

/** Paid invoices of 10 EUR, with more money in the account for fees. */
async function paid(count: number, settings: ProjectSettings = LIMITS) {
  merchant = await world.merchant(settings);
  const prices = ['50.00', ...Array.from({ length: count }, () => '10.00')];
  const invoices = [];
  for (const price_amount of prices) {
    const invoice = await newInvoice(merchant, { price_amount, pay_currency: 'LTC' });
    await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount, risk_level: 'low' });
    invoices.push(invoice.id);
  }
  await world.mine('LTC', 12);
  return invoices.slice(1);
}

const linkOf = (invoice: string, amount = '10.00') =>
  merchant.api.refundClaims.create(invoice, { amount });
const get = (id: string) => merchant.api.refundClaims.get(id);

let strangers = 0;
function claim({ url }: Pick<RefundClaim, 'url'>) {
  strangers += 1;
  const coin = defined(world.app.coins.get('LTC'), 'LTC');
  const token = defined(url?.split('/').at(-1), 'a token');
  return takeClaim(world.app, token, foreignAddress(coin, 'rule', strangers));
}

async function refunds(): Promise<string[]> {
  const rows = await world.app.db.query<{ id: string }>(
    'select id from coin_withdrawals where project_id = $1 order by id',
    [merchant.project.id],
  );
  return rows.map(({ id }) => id);
}

test('a link within the limits is paid when its payer enters the address, once', async () => {
  const [invoice = ''] = await paid(1);
  const link = await linkOf(invoice);
  expect(await claim(link)).toMatchObject({ status: 'approved', decided_by: 'rule' });
  // A second press, with another address.
  await claim(link);
  expect(await get(link.id)).toMatchObject({ status: 'approved', approved_by_rule: true });
  expect(await refunds()).toHaveLength(1);
  await world.settle();
  await world.mine('LTC', 12);
  expect(await get(link.id)).toMatchObject({ status: 'completed' });
  expect(storyOf(merchant, link.id)).toEqual(
    ['claimed', 'approved', 'sent', 'completed'].map((event) => `${event} ${event}`),
  );
});

test('without both limits, and above one of them, a person decides', async () => {
  for (const settings of [{}, { autoRefundMaxEur: '12' }, { autoRefundDayEur: '25' }]) {
    const [invoice = ''] = await paid(1, settings);
    expect(await claim(await linkOf(invoice))).toMatchObject({ status: 'claimed' });
  }
  const [invoice = ''] = await paid(1, { autoRefundMaxEur: '9.99', autoRefundDayEur: '100' });
  const link = await linkOf(invoice);
  expect(await claim(link)).toMatchObject({ status: 'claimed', rule_value: null });
  expect(await refunds()).toEqual([]);
  // Nothing of the attempt remains, and the person can still approve.
  expect(await merchant.api.refundClaims.approve(link.id)).toMatchObject({
    status: 'approved',
    approved_by_rule: false,
  });
});

test('claims at once never pass the sum of a day together; a day later there is room again', async () => {
  const invoices = await paid(5);
  const links = await Promise.all(invoices.map((invoice) => linkOf(invoice)));
  const claimed = await Promise.all(links.map(claim));
  const of = (status: string) => claimed.filter((one) => one.status === status);
  expect([of('approved').length, of('claimed').length]).toEqual([2, 3]);
  const sum = of('approved').reduce((total, one) => total + (one.rule_value ?? 0n), 0n);
  expect(sum).toBeLessThanOrEqual(2500n);
  expect(await refunds()).toHaveLength(2);
  await world.advance(DAY + MINUTE);
  const [invoice = ''] = await Promise.all([newPaid()]);
  expect(await claim(await linkOf(invoice))).toMatchObject({ status: 'approved' });
});

async function newPaid(): Promise<string> {
  const invoice = await newInvoice(merchant, { price_amount: '10.00', pay_currency: 'LTC' });
  await world.pay({ invoice_id: invoice.id, amount: invoice.pay_amount, risk_level: 'low' });
  await world.mine('LTC', 12);
  return invoice.id;
}

test('a link of a key that may not pay out, and one of a shop, wait for a person', async () => {
  const [invoice = '', other = ''] = await paid(2);
  const key = await createApiKey(world.app, merchant.project.id, {
    name: 'shop',
    apiVersion: 2,
    permissions: ['read', 'write'],
    ipAllowList: [],
  });
  const response = await signedCall(world.url, key, {
    method: 'POST',
    target: `/api/invoices/${invoice}/refund_claims`,
    body: JSON.stringify({ amount: '10.00' }),
  });
  const { data } = JSON.parse(response.text) as { data: RefundClaim };
  expect(await claim(data)).toMatchObject({ status: 'claimed' });

  const shop = await openShop(world, merchant);
  const order = await shop.invoice({ amount: '10.00' });
  await shop.pay(order.id);
  const refund = await shop.call('POST', `/stores/${shop.storeId}/invoices/${order.id}/refund`, {
    refundVariant: 'RateThen',
  });
  const url = String(refund.body.viewLink);
  expect(await claim({ url })).toMatchObject({ status: 'claimed' });
  expect(await refunds()).toEqual([]);
  // The same amount, of someone who may pay out.
  expect(await claim(await linkOf(other))).toMatchObject({ status: 'approved' });
});

test('a link that a person made waits: their session could send money without a passkey', async () => {
  const [invoice = ''] = await paid(1);
  const caller = {
    project: merchant.project,
    objectId: newId(world.app.clock, world.app.random),
    apiKey: 'user:ada',
    mayPayOut: true,
  };
  const row = await createClaim(world.app, caller, { invoice_id: invoice, amount: '10.00' });
  const { url } = await get(row.id);
  expect(await claim({ url })).toMatchObject({ status: 'claimed', may_be_automatic: false });
});

test('a link of a key that was revoked since waits for a person', async () => {
  const [invoice = ''] = await paid(1);
  const link = await linkOf(invoice);
  await revokeApiKey(world.app, merchant.project.id, merchant.key.key);
  expect(await claim(link)).toMatchObject({ status: 'claimed', may_be_automatic: true });
  expect(await refunds()).toEqual([]);
});

test('who could pay out is stored with the link, and the database keeps it', async () => {
  const [invoice = ''] = await paid(1, {});
  const link = await linkOf(invoice);
  const row = await findClaim(world.app.db, merchant.project.id, link.id);
  expect(row).toMatchObject({ may_be_automatic: true, rule_value: null });
  const change = (set: string) =>
    world.database.owner.query(`update refund_claims set ${set} where id = $1`, [link.id]);
  await expect(change('may_be_automatic = false')).rejects.toThrow();
  await expect(change('rule_value = 1')).rejects.toThrow();
});

test('a refund that the account cannot pay waits for a person', async () => {
  merchant = await world.merchant(LIMITS);
  const invoice = await newPaid();
  // What the invoice credited is less than the refund with its fee.
  const link = await linkOf(invoice);
  expect(await claim(link)).toMatchObject({ status: 'claimed' });
  expect(await refunds()).toEqual([]);
});
